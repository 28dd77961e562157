import type { Manifest } from '@estante/contract/manifest.ts'

/** A book file (or a folder of MP3) that was recognised and may be extracted. Nothing has been unpacked yet. */
export interface OpenedPublication {
  type: 'audiobook' | 'ebook'
  /** SHA-256 of the source's bytes, hexadecimal; for a folder, of each track's name and bytes in order. */
  contentHash: string
  /** Writes the publication's resources, sanitised and ready to be served, into an empty folder. Throws `Refusal`. */
  extractTo(folder: string, options?: ExtractOptions): Promise<ExtractedPublication>
}

export interface ExtractOptions {
  /** Part done, 0 to 1. */
  onProgress?: (done: number) => void
  signal?: AbortSignal
}

export interface ExtractedPublication {
  /** Every `href` in it names a file now in the folder. */
  manifest: Manifest
  /** The cover's bytes as the file held them, never trusted: whoever uses them re-encodes them. */
  cover?: Uint8Array
  /** What the sanitiser took out, a sentence each in Portuguese, with counts. */
  removed: string[]
}
