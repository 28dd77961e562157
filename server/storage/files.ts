import type { Readable } from 'node:stream'

/**
 * Where publications and covers are kept. Keys are relative paths with `/`; what is stored under a key never changes,
 * so a new revision is stored under a new key.
 */
export interface Files {
  /** Takes a finished local folder into storage, wholly or not at all. The folder is gone afterwards. */
  putFolder(key: string, folder: string): Promise<void>
  /** Size and reading of one file, or undefined when there is none. Bytes `start` to `end`, both included. */
  open(key: string): Promise<StoredFile | undefined>
  /** Removes a folder and all in it; nothing happens when it is not there. */
  removeFolder(key: string): Promise<void>
  /** An empty local folder for work in progress, on the same disk; the caller removes it or gives it to `putFolder`. */
  workFolder(): Promise<string>
}

export interface StoredFile {
  sizeBytes: number
  modifiedAt: number
  read(start: number, end: number): Readable
}
