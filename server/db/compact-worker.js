import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'

/*
 * Rewrites the database file without free pages, and truncates the write-ahead log. Plain JavaScript, since TypeScript
 * would load the type stripper in this thread, too.
 */

const connection = new DatabaseSync(workerData.file, { timeout: 5000 })
connection.exec('pragma synchronous = full')
connection.exec('vacuum')
const { busy } = connection.prepare('pragma wal_checkpoint(truncate)').get()
connection.close()
// A reader still needs the log: it is emptied the next time.
if (busy !== 0) throw new Error('the write-ahead log is in use')
parentPort.postMessage('compacted')
