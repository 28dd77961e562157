import { closeSync, openSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'

/** Pages that wait to be copied into the file: those that change often are copied once for all their changes. */
const CHECKPOINT_PAGES = 8000
/** Since 3.51 SQLite tells how many wait without copying them; Node 24 may have one before. */
const CAN_TELL = (process.versions.sqlite ?? '').localeCompare('3.51', 'en', { numeric: true }) >= 0

/**
 * Has another thread copy what was committed from the write-ahead log into the database's file: most of that is waiting
 * for the disk, and everybody would wait for it. The few pages that were written meanwhile are copied here, between two
 * transactions: only when none is left to copy does SQLite begin the log anew. When the other thread does not keep up, or
 * cannot be had, SQLite copies at the end of a commit: the log must not grow for ever.
 */
export function createCheckpoints(writer: DatabaseSync, file: string, pages = CHECKPOINT_PAGES) {
  /** As many are copied about as soon as a commit is written. */
  const few = pages / 16
  const look = writer.prepare('pragma wal_checkpoint(noop)')
  const copy = writer.prepare('pragma wal_checkpoint(passive)')
  let worker: Worker | undefined
  let syncedFile: number | undefined
  let isCopying = false
  let isLeftToSqlite = false
  writer.exec(`pragma wal_autocheckpoint = ${2 * pages}`)
  if (!CAN_TELL) leaveToSqlite()

  function copyWhatGathered(): void {
    const { log, checkpointed } = look.get() as { log: number; checkpointed: number }
    if (log < pages) return
    if (log - checkpointed <= few) {
      copy.get()
      return
    }
    try {
      worker ??= startWorker()
    } catch {
      leaveToSqlite()
      return
    }
    isCopying = true
    worker.postMessage('copy')
  }

  function startWorker(): Worker {
    syncedFile ??= openSync(file, 'r')
    const started = new Worker(new URL('./checkpoint-worker.js', import.meta.url), { workerData: { file, syncedFile } })
    started.on('message', () => {
      isCopying = false
    })
    started.on('error', leaveToSqlite)
    // Last: whoever listens for messages keeps the process alive.
    started.unref()
    return started
  }

  function leaveToSqlite(): void {
    isLeftToSqlite = true
    if (writer.isOpen) writer.exec(`pragma wal_autocheckpoint = ${pages}`)
  }

  return {
    /** To be called between two transactions. */
    committed(): void {
      if (isCopying || isLeftToSqlite) return
      try {
        copyWhatGathered()
      } catch {
        // A full or failing disk takes nothing from what was committed; the next commit tries again.
      }
    },
    /** `closeFile` ends all that is connected to the file: whoever closes one of its descriptors takes SQLite's locks away. */
    async close(closeFile: () => void): Promise<void> {
      await worker?.terminate()
      closeFile()
      if (syncedFile !== undefined) closeSync(syncedFile)
      syncedFile = undefined
    },
  }
}
