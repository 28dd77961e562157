import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { BYTE_ORDER_MARK, toLine } from '../http/csv.ts'
import type { Tenancy } from '../members/member.ts'
import { toFigures } from './figures.ts'
import { readUsage, toUsageReportUser } from './report.ts'
import { readTitles } from './titles.ts'

const UNTOLD = 'Sem detalhe por título'

/** A month's report as CSV (RFC 4180): the rows of the API under its names, as they are read. */
export async function* writeMembersCsv(db: Kysely<Tables>, tenancy: Tenancy, month: string): AsyncGenerator<string> {
  let before =
    BYTE_ORDER_MARK +
    toLine(['externalUserId', 'titlesStarted', 'listeningSeconds', 'readingChapters', 'lastActivityAt'])
  for await (const rows of readUsage(db, tenancy, month)) {
    const lines = rows.map((row) => {
      const { externalUserId, titlesStarted, listeningSeconds, lastActivityAt } = toUsageReportUser(row)
      const { readingChapters } = toFigures(row)
      return toLine([externalUserId, titlesStarted, listeningSeconds, readingChapters, lastActivityAt ?? ''])
    })
    yield before + lines.join('')
    before = ''
  }
  // A month without usage is its header.
  if (before !== '') yield before
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
