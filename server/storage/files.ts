import type { OpenFiles } from './open-files.ts'

/**
 * Storage for publications and covers. Keys are relative paths with `/`. Files are immutable: a new revision has a new
 * key.
 */
export interface Files {
  /**
   * Moves a complete local folder into storage, atomically. Returns false when the key exists: the folder then stays.
   * An interrupted call stores nothing visible, and the next one overwrites it. The caller prevents concurrent calls
   * for one key.
   */
  putFolder(key: string, folder: string): Promise<boolean>
  /** Finds a file. Undefined when it does not exist. Throws `StorageUnavailable`. */
  open(key: string): Promise<StoredFile | undefined>
  /** Removes a folder with its content, if it exists. */
  removeFolder(key: string): Promise<void>
  /** Creates an empty local work folder on the same disk. The caller removes it or passes it to `putFolder`. */
  workFolder(): Promise<string>
  /** Removes abandoned work folders, which a crash left more than a day ago. Returns how many. */
  removeForgottenWork(): Promise<number>
  /** Throws unless files can be stored, read and removed. The message names the fault. */
  check(): Promise<void>
  /** How pages may fetch files directly; undefined when the service delivers them all. */
  links?: Links
  /** The cache of open files, for storage on a local disk. */
  openFiles?: Pick<OpenFiles, 'useOpen' | 'release'>
}

interface Links {
  /** The origin of the addresses, without a trailing slash. */
  origin: string
  /** Signs an address of this file, valid for so many seconds and not revocable. */
  sign(key: string, lifetimeSeconds: number): Promise<string>
}

export interface StoredFile {
  sizeBytes: number
  modifiedAt: number
  /** The path on a local disk, if any: link it, never change it. */
  localPath?: string
  /**
   * Reads bytes `start` to `end`, both included. A chunk is valid until the next is requested: its buffer is reused.
   * Leaving the loop closes the file; `signal` aborts waiting for a remote chunk. Throws `FileGone` and
   * `StorageUnavailable`.
   */
  read(start: number, end: number, signal?: AbortSignal): AsyncIterable<Uint8Array>
}
