import type { OpenFiles } from './open-files.ts'

/**
 * Where publications and covers are kept. Keys are relative paths with `/`; what is stored under a key never changes,
 * so a new revision is stored under a new key.
 */
export interface Files {
  /**
   * Takes a finished local folder into storage, wholly or not at all; the folder is gone afterwards. False when the key
   * is taken: nothing is stored and the folder stays. A folder whose storing was interrupted is not there, and is
   * overwritten by the next; until it is there, nobody asks for its files. Whoever puts two different folders under one
   * key at the same time has to be kept apart by the caller.
   */
  putFolder(key: string, folder: string): Promise<boolean>
  /** One file, or undefined when there is none. Throws `StorageUnavailable`. */
  open(key: string): Promise<StoredFile | undefined>
  /** Removes a folder and all in it; nothing happens when it is not there. */
  removeFolder(key: string): Promise<void>
  /** An empty local folder for work in progress, on the same disk; the caller removes it or gives it to `putFolder`. */
  workFolder(): Promise<string>
  /** Removes the work folders that no process can be at any more: those a crash left a day ago. Returns how many. */
  removeForgottenWork(): Promise<number>
  /** Throws an error whose message says what is wrong, unless files can be stored, read and removed now. */
  check(): Promise<void>
  /** How a listener's page may fetch a file without us; undefined when everything goes through the service. */
  links?: Links
  /** The files that are open on a disk of this machine, where it is one. */
  openFiles?: Pick<OpenFiles, 'useOpen' | 'giveBack'>
}

interface Links {
  /** Where they lead, without a slash at the end. */
  origin: string
  /** Signs an address that serves this file for so many seconds. It cannot be revoked. */
  sign(key: string, lifetimeSeconds: number): Promise<string>
}

export interface StoredFile {
  sizeBytes: number
  modifiedAt: number
  /** Where it lies, when it is on a disk of this machine: to be linked, never changed. */
  localPath?: string
  /**
   * Bytes `start` to `end`, both included. A piece holds good only until the next is asked for, so that its memory can
   * be used again. Leaving the loop early closes the file; `signal` ends the wait for a piece that comes from far. Throws
   * `FileGone`, and `StorageUnavailable`.
   */
  read(start: number, end: number, signal?: AbortSignal): AsyncIterable<Uint8Array>
}
