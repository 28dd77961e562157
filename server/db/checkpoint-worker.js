import { fdatasyncSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'

/*
 * Copies into the database's file what was committed, each time it is told to. This is no TypeScript: reading any would
 * load in this thread, too, what takes its types away.
 */

const connection = new DatabaseSync(workerData.file, { timeout: 5000 })
connection.exec('pragma synchronous = full')
const copy = connection.prepare('pragma wal_checkpoint(passive)')

parentPort.on('message', () => {
  try {
    copy.get()
    // SQLite leaves that to whoever copies the last page, who would wait for all the others.
    fdatasyncSync(workerData.syncedFile)
  } catch {
    // A full or failing disk: it is told to try again.
  }
  parentPort.postMessage('copied')
})
