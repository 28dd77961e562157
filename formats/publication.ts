import type { Manifest } from '@estante/contract/manifest.ts'
import type { PublicationType } from '@estante/contract/partner/catalog.ts'

export interface ReadOptions {
  signal?: AbortSignal | undefined
  /** A lower time limit than the default, which fits any real book. */
  limitMs?: number
}

/** Properties of a book file, or a folder of MP3 files, before extraction. */
export interface OpenedSource {
  type: PublicationType
  /** SHA-256 of the source's bytes, in hexadecimal; for a folder, of the tracks' names and bytes in order. */
  contentHash: string
  /** Approximate size of the extracted files. */
  extractedBytes: number
}

/** A recognised book file, or folder of MP3 files. Nothing has been extracted yet. */
export interface OpenedPublication extends OpenedSource {
  /** Writes the publication's resources into an empty folder, sanitised and ready to serve. Throws `Refusal`. */
  extractTo(folder: string, options?: ExtractOptions): Promise<ExtractedPublication>
}

export interface ExtractOptions extends ReadOptions {
  /** Receives the fraction done, 0 to 1. */
  onProgress?: (done: number) => void
}

export interface ExtractedPublication {
  /** Every `href` in it is a file in the folder. */
  manifest: Manifest
  /** The cover's bytes from the file, untrusted: re-encode them before use. */
  cover?: Uint8Array
  /** The sanitiser's removals: one Portuguese sentence for each category, with counts. */
  removed: string[]
  /** Whether the title is the name of the file or folder, since the file has none. */
  isCalledByFile?: boolean
}

/** A recognised source, inside the thread that reads it. */
export interface Source {
  type: PublicationType
  /** See `OpenedSource`. */
  extractedBytes: number
  /** Computes the `contentHash` of `OpenedSource`. */
  hash(): Promise<string>
  extractTo(folder: string, options: SourceExtraction): Promise<ExtractedPublication>
}

interface SourceExtraction {
  onProgress: (done: number) => void
  signal: AbortSignal
}
