import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Tables, UsageMonth } from '../db/tables.ts'
import { BYTE_ORDER_MARK, toLine } from '../http/csv.ts'
import type { Tenancy } from '../members/member.ts'
import { isListed, toFigures, toLastActivity } from './figures.ts'
import { readTitles } from './titles.ts'

const ROWS_A_READ = 1000
const UNTOLD = 'Sem detalhe por título'

/** A month's report as CSV (RFC 4180): the rows of the API under its names, as they are read. */
export async function* writeMembersCsv(db: Kysely<Tables>, tenancy: Tenancy, month: string): AsyncGenerator<string> {
  let before =
    BYTE_ORDER_MARK +
    toLine(['externalUserId', 'titlesStarted', 'listeningSeconds', 'readingChapters', 'lastActivityAt'])
  for await (const rows of readUsage(db, tenancy, month)) {
    const lines = rows.map((row) => {
      const { titlesStarted, listeningSeconds, readingChapters } = toFigures(row)
      const lastActivityAt = toLastActivity(row) ?? ''
      return toLine([row.external_user_id, titlesStarted, listeningSeconds, readingChapters, lastActivityAt])
    })
    yield before + lines.join('')
    before = ''
  }
  // A month without usage is its header.
  if (before !== '') yield before
}

/** The rows of a month's report, a thousand at a time, in order of identifier. */
async function* readUsage(db: Kysely<Tables>, tenancy: Tenancy, month: string): AsyncGenerator<UsageMonth[]> {
  let after = ''
  while (true) {
    const rows = await db
      .selectFrom('usage_month')
      .selectAll()
      .where('partner_id', '=', tenancy.partnerId)
      .where('environment', '=', tenancy.environment)
      .where('month', '=', month)
      .where('external_user_id', '>', after)
      .where(isListed)
      .orderBy('external_user_id')
      .limit(ROWS_A_READ)
      .execute()
    const last = rows.at(-1)
    if (!last) return
    yield rows
    if (rows.length < ROWS_A_READ) return
    after = last.external_user_id
    // SQLite answers without waiting: a client that reads fast would keep everybody else out until the end.
    await nextTurn()
  }
}

/** A month's titles as CSV, each called as when the month began to count it. */
export async function writeTitlesCsv(db: Kysely<Tables>, tenancy: Tenancy, month: string): Promise<string> {
  const titles = await readTitles(db, tenancy, month, {})
  const header = ['id', 'type', 'title', 'author', 'titlesStarted', 'listeningSeconds', 'readingChapters']
  const lines = titles.map((one) =>
    toLine([
      one.publicationId,
      one.now?.type ?? '',
      one.publicationId === '' ? UNTOLD : one.title,
      one.author,
      one.titlesStarted,
      one.listeningSeconds,
      one.readingChapters,
    ]),
  )
  return BYTE_ORDER_MARK + toLine(header) + lines.join('')
}
