import { closeSync, openSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'

/** Pages in the log before a checkpoint: pages that change often are copied once for all their changes. */
const CHECKPOINT_PAGES = 8000
/** Since 3.51 SQLite reports the pages in the log without a checkpoint; Node 24 may have an earlier one. */
const HAS_PROGRESS = (process.versions.sqlite ?? '').localeCompare('3.51', 'en', { numeric: true }) >= 0

/**
 * Copies committed pages from the write-ahead log into the database's file in another thread, since that mostly waits
 * for the disk and would block all writes. The few pages written meanwhile are copied here, between two transactions:
 * SQLite restarts the log only when all pages are copied. When the thread is missing or does not keep up, SQLite copies
 * at the end of a commit, so that the log cannot grow for ever.
 */
export function createCheckpoints(writer: DatabaseSync, file: string, pages = CHECKPOINT_PAGES) {
  /** At this many pages SQLite itself copies after a commit. */
  const few = pages / 16
  const progress = writer.prepare('pragma wal_checkpoint(noop)')
  const copy = writer.prepare('pragma wal_checkpoint(passive)')
  let worker: Worker | undefined
  let syncedFile: number | undefined
  let isCopying = false
  let isLeftToSqlite = false
  writer.exec(`pragma wal_autocheckpoint = ${2 * pages}`)
  if (!HAS_PROGRESS) leaveToSqlite()

  function copyLog(): void {
    const { log, checkpointed } = progress.get() as { log: number; checkpointed: number }
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
    // After `on('message')`, which would keep the process alive again.
    started.unref()
    return started
  }

  function leaveToSqlite(): void {
    isLeftToSqlite = true
    if (writer.isOpen) writer.exec(`pragma wal_autocheckpoint = ${pages}`)
  }

  return {
    /** Call it between two transactions. */
    committed(): void {
      if (isCopying || isLeftToSqlite) return
      try {
        copyLog()
      } catch {
        // A full or failing disk loses nothing that was committed; the next commit tries again.
      }
    },
    /** `closeFile` closes every connection to the file: closing any descriptor of it would release SQLite's locks. */
    async close(closeFile: () => void): Promise<void> {
      await worker?.terminate()
      closeFile()
      if (syncedFile !== undefined) closeSync(syncedFile)
      syncedFile = undefined
    },
  }
}
