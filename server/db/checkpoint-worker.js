import { fdatasyncSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'

/*
 * Checkpoints the write-ahead log whenever it gets a message. Plain JavaScript, since TypeScript would load Node's type
 * stripping in this thread too.
 */

const connection = new DatabaseSync(workerData.file, { timeout: 5000 })
connection.exec('pragma synchronous = full')
const copy = connection.prepare('pragma wal_checkpoint(passive)')

parentPort.on('message', () => {
  try {
    copy.get()
    // SQLite syncs only when the last page is copied, which would make the writer wait.
    fdatasyncSync(workerData.syncedFile)
  } catch {
    // A full or failing disk; the next message retries.
  }
  parentPort.postMessage('copied')
})
