import type { Database, Transaction } from './database.ts'
import { isDatabaseUnavailable, isOfLockedRows, WriteConflict } from './errors.ts'
import { waitForBatch } from './wait-for-batch.ts'

/**
 * Several small batches run at once: with a single large one, Node would idle while PostgreSQL works, and PostgreSQL
 * while Node does.
 */
const BATCH_SIZE = 16
const CONCURRENCY = 4

type Write<T> = (tx: Transaction) => Promise<T>

interface PendingWrite {
  write: Write<unknown>
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
}

/**
 * Creates a `write` for many concurrent callbacks that are alike. On PostgreSQL, up to sixteen share a transaction, in
 * which they share the statements of `preparedForEach` and `preparedUpsert`. At most four such batches run at once;
 * further callbacks wait for the next. If some fail, they run again each in a transaction of its own, and the others
 * together, except after errors of `beforeWrites`. Callbacks of one `subject` run one after another. On SQLite, every
 * write shares its commit with others.
 */
export function createBatchingWriter(db: Database): <T>(subject: string | number, write: Write<T>) => Promise<T> {
  if (db.kind === 'sqlite') return (_, write) => db.write(write)
  const busy = new Map<string | number, Promise<void>>()
  const waiting: PendingWrite[] = []
  let running = 0
  let isDue = false

  return async <T>(subject: string | number, write: Write<T>) => {
    while (busy.has(subject)) await busy.get(subject)
    const turn = Promise.withResolvers<void>()
    busy.set(subject, turn.promise)
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    waiting.push({ write, resolve: resolve as (value: unknown) => void, reject })
    runLater()
    try {
      return await promise
    } finally {
      busy.delete(subject)
      turn.resolve()
    }
  }

  function runLater(): void {
    if (isDue || running === CONCURRENCY || waiting.length === 0) return
    isDue = true
    void waitForBatch(waiting).then(async () => {
      isDue = false
      running++
      const batch = waiting.splice(0, BATCH_SIZE)
      runLater()
      await writeBatch(db, batch)
      running--
      runLater()
    })
  }
}

/** Runs a batch of writes, and settles each. */
async function writeBatch(db: Database, writes: PendingWrite[]): Promise<void> {
  let results: PromiseSettledResult<unknown>[] = []
  try {
    await db.write(async (tx) => {
      results = await Promise.allSettled(writes.map(({ write }) => write(tx)))
      const failure = results.find(isFailure)
      if (!failure) return
      // Two writes of a batch may conflict every time, and `db.write` would repeat all of them.
      if (failure.reason instanceof WriteConflict && writes.length > 1) throw new Error('a write of a batch conflicts')
      throw failure.reason
    })
    for (const [at, { resolve, reject }] of writes.entries()) {
      const result = results[at]!
      if (result.status === 'fulfilled') resolve(result.value)
      else reject(result.reason)
    }
  } catch (error) {
    if (writes.length === 1 || (isDatabaseUnavailable(error) && !isOfLockedRows(error))) {
      for (const { reject } of writes) reject(error)
      return
    }
    const failed = writes.filter((_, at) => results[at] && isFailure(results[at]))
    // None: the commit failed.
    const alone = failed.length === 0 ? writes : failed
    const together = writes.filter((write) => !alone.includes(write))
    await Promise.all([
      ...alone.map(({ write, resolve, reject }) => db.write(write).then(resolve, reject)),
      together.length > 0 && writeBatch(db, together),
    ])
  }
}

function isFailure(result: PromiseSettledResult<unknown>): result is PromiseRejectedResult {
  return result.status === 'rejected' && !thrownBeforeWrites.has(result.reason)
}

const thrownBeforeWrites = new WeakSet<Error>()

/** Marks an error of a callback that has written nothing yet: the others of its batch do not run again. */
export function beforeWrites<E extends Error>(error: E): E {
  thrownBeforeWrites.add(error)
  return error
}
