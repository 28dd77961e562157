import { createBatcher } from './batcher.ts'
import type { Database, Transaction } from './database.ts'
import { isDatabaseUnavailable, isOfLockedRows } from './errors.ts'

type Write<T> = (tx: Transaction) => Promise<T>

/**
 * Returns a `write` for many concurrent callbacks that are alike. On PostgreSQL, up to sixteen share a transaction, in
 * which their merged queries (`mergeCalls`) share statements. If some fail, those of their subjects run again each in a
 * transaction of its own, and the others together. Those of one `subject` run one after another. On SQLite, every write
 * shares its commit with others.
 */
export function writerTogether(db: Database): <T>(subject: number, write: Write<T>) => Promise<T> {
  if (db.kind === 'sqlite') return (_, write) => db.write(write)
  const inBatch = createBatcher((writes: SubjectWrite[]) => writeTogether(db, writes))
  return async <T>(subject: number, write: Write<T>) => {
    const result = await inBatch({ subject, write })
    if (result.status === 'rejected') throw result.reason
    return result.value as T
  }
}

interface SubjectWrite {
  subject: number
  write: Write<unknown>
}

/** Runs a batch of writes. Returns the result of each. */
async function writeTogether(db: Database, writes: SubjectWrite[]): Promise<PromiseSettledResult<unknown>[]> {
  let failed = new Set<number>()
  try {
    return await db.write(async (tx) => {
      const results = await runInTurn(writes, (write) => write(tx))
      failed = new Set(writes.flatMap(({ subject }, at) => (results[at]?.status === 'rejected' ? subject : [])))
      const failure = results.find((result) => result.status === 'rejected')
      if (failure) throw failure.reason
      return results
    })
  } catch (error) {
    if (isDatabaseUnavailable(error) && !isOfLockedRows(error)) throw error
    // None: the commit failed.
    const isAlone = ({ subject }: SubjectWrite) => failed.size === 0 || failed.has(subject)
    const together = writes.filter((write) => !isAlone(write))
    const [ofAlone, ofTogether] = await Promise.all([
      runInTurn(writes.filter(isAlone), (write) => db.write(write)),
      together.length > 0 ? writeTogether(db, together) : [],
    ])
    return writes.map((write) => (isAlone(write) ? ofAlone : ofTogether).shift()!)
  }
}

/** Runs writes concurrently, and those of one subject one after another. */
function runInTurn(writes: SubjectWrite[], run: (write: Write<unknown>) => Promise<unknown>) {
  const latest = new Map<number, Promise<unknown>>()
  return Promise.allSettled(
    writes.map(({ subject, write }) => {
      const runNext = () => run(write)
      const result = Promise.resolve(latest.get(subject)).then(runNext, runNext)
      latest.set(subject, result)
      return result
    }),
  )
}
