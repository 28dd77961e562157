import type { Manifest } from '@estante/contract/manifest.ts'

export interface ReadOptions {
  signal?: AbortSignal | undefined
  /** How long it may take, where that is to be less than for any sound book. */
  limitMs?: number
}

/** What is known of a book file (or a folder of MP3) before it is extracted. */
export interface OpenedSource {
  type: 'audiobook' | 'ebook'
  /** SHA-256 of the source's bytes, hexadecimal; for a folder, of each track's name and bytes in order. */
  contentHash: string
  /** About how much room what is extracted will take. */
  extractedBytes: number
}

/** A book file (or a folder of MP3) that was recognised and may be extracted. Nothing has been unpacked yet. */
export interface OpenedPublication extends OpenedSource {
  /** Writes the publication's resources, sanitised and ready to be served, into an empty folder. Throws `Refusal`. */
  extractTo(folder: string, options?: ExtractOptions): Promise<ExtractedPublication>
}

export interface ExtractOptions extends ReadOptions {
  /** Part done, 0 to 1. */
  onProgress?: (done: number) => void
}

export interface ExtractedPublication {
  /** Every `href` in it names a file now in the folder. */
  manifest: Manifest
  /** The cover's bytes as the file held them, never trusted: whoever uses them re-encodes them. */
  cover?: Uint8Array
  /** What the sanitiser took out, a sentence each in Portuguese, with counts. */
  removed: string[]
  /** The file says no title: it is called by the name of the file or folder. */
  isCalledByFile?: boolean
}

/** A source that was recognised, in the thread that reads it. */
export interface Source {
  type: 'audiobook' | 'ebook'
  /** As of `OpenedSource`. */
  extractedBytes: number
  /** As `contentHash` of `OpenedSource`. */
  hash(): Promise<string>
  extractTo(folder: string, options?: SourceExtraction): Promise<ExtractedPublication>
}

interface SourceExtraction {
  onProgress?: (done: number) => void
  signal?: AbortSignal
}
