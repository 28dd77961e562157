import type { Context } from '../context.ts'
import { toKey } from '../db/ids.ts'
import type { LoggedRow } from '../request-log/read-calls.ts'

/** Inserts calls into the request log. */
export async function addLoggedCalls({ db }: Pick<Context, 'db'>, rows: LoggedRow[]): Promise<void> {
  for (let first = 0; first < rows.length; first += 500) {
    const some = rows.slice(first, first + 500).map((row) => ({ ...row, id: toKey(row.id) }))
    await db.write((tx) => tx.insertInto('request_log').values(some).execute())
  }
}
