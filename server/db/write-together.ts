import { createBatcher } from './batcher.ts'
import type { Database, Transaction } from './database.ts'
import { isDatabaseUnavailable } from './errors.ts'

type Write<T> = (tx: Transaction) => Promise<T>

/**
 * Returns a `write` for many concurrent callbacks that are alike. On PostgreSQL, up to sixteen share a transaction, in
 * which their merged queries (`mergeCalls`) share statements; those of one `subject` run one after another. If one fails,
 * each runs again in a transaction of its own, in any order: they lock what they share. On SQLite, every write shares its
 * commit with others.
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
  try {
    return await db.write(async (tx) => {
      const latest = new Map<number, Promise<unknown>>()
      const results = await Promise.allSettled(
        writes.map(({ subject, write }) => {
          const result = Promise.resolve(latest.get(subject)).then(() => write(tx))
          latest.set(subject, result)
          return result
        }),
      )
      const failed = results.find((result) => result.status === 'rejected')
      if (failed) throw failed.reason
      return results
    })
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error
    return Promise.allSettled(writes.map(({ write }) => db.write(write)))
  }
}
