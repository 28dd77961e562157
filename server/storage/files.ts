/**
 * Where publications and covers are kept. Keys are relative paths with `/`; what is stored under a key never changes,
 * so a new revision is stored under a new key.
 */
export interface Files {
  /**
   * Takes a finished local folder into storage, wholly or not at all; the folder is gone afterwards. False when the key
   * is taken: nothing is stored and the folder stays.
   */
  putFolder(key: string, folder: string): Promise<boolean>
  /** One file, or undefined when there is none. */
  open(key: string): Promise<StoredFile | undefined>
  /** The folders directly under a key. */
  listFolders(key: string): Promise<StoredFolder[]>
  /** Removes a folder and all in it; nothing happens when it is not there. */
  removeFolder(key: string): Promise<void>
  /** An empty local folder for work in progress, on the same disk; the caller removes it or gives it to `putFolder`. */
  workFolder(): Promise<string>
}

export interface StoredFile {
  sizeBytes: number
  modifiedAt: number
  /**
   * Bytes `start` to `end`, both included. A piece holds good only until the next is asked for, so that its memory can
   * be used again. Leaving the loop early closes the file.
   */
  read(start: number, end: number): AsyncIterable<Uint8Array>
}

export interface StoredFolder {
  name: string
  /** When it was stored, epoch milliseconds. */
  storedAt: number
}
