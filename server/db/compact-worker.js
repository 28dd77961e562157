import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'

/*
 * Writes the database's file anew, with nothing in it but what its rows hold, and empties the write-ahead log. This is
 * no TypeScript: reading any would load in this thread, too, what takes its types away.
 */

const connection = new DatabaseSync(workerData.file, { timeout: 5000 })
connection.exec('pragma synchronous = full')
connection.exec('vacuum')
const { busy } = connection.prepare('pragma wal_checkpoint(truncate)').get()
connection.close()
// A reader still needs the log: it is emptied the next time.
if (busy !== 0) throw new Error('the write-ahead log is in use')
parentPort.postMessage('compacted')
