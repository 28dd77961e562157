import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Month } from '../calendar.ts'
import type { Connection } from '../db/database.ts'
import { displayNameOf } from '../display-name.ts'
import { BYTE_ORDER_MARK, clockOf, toLine } from '../http/csv.ts'
import type { Tenancy } from '../tenancy.ts'
import { toFigures, toLastActivity } from './figures.ts'
import { readTitles } from './read-titles.ts'
import { type ReportRow, selectReportRows } from './report-rows.ts'
import { watchForRewrites } from './revision.ts'

const ROWS_A_READ = 1000
const TYPES = { audiobook: 'Audiolivro', ebook: 'E-book' } as const

/**
 * Streams a month's report as CSV for a spreadsheet in Portuguese: the API's rows, each with the member's present name,
 * instants in the service's time zone, and the totals last.
 */
export async function* writeMembersCsv(
  db: Connection,
  tenancy: Tenancy,
  month: Month,
  timeZone: string,
): AsyncGenerator<string> {
  const clock = clockOf(timeZone)
  const totals = { titlesStarted: 0, listeningSeconds: 0, readingChapters: 0 }
  yield BYTE_ORDER_MARK +
    toLine([
      'Identificador',
      'Nome',
      'Títulos começados',
      'Segundos ouvidos',
      'Capítulos lidos',
      `Última atividade (${timeZone})`,
    ])
  for await (const rows of readUsage(db, tenancy, month)) {
    yield rows
      .map((row) => {
        const { titlesStarted, listeningSeconds, readingChapters } = toFigures(row)
        totals.titlesStarted += titlesStarted
        totals.listeningSeconds += listeningSeconds
        totals.readingChapters += readingChapters
        const lastActivityAt = toLastActivity(row)
        return toLine([
          row.external_user_id,
          displayNameOf(row) ?? '',
          titlesStarted,
          listeningSeconds,
          readingChapters,
          lastActivityAt === null ? '' : clock(Date.parse(lastActivityAt)),
        ])
      })
      .join('')
  }
  yield toLine(['Total', '', totals.titlesStarted, totals.listeningSeconds, totals.readingChapters, ''])
}

/** Reads a month's report by identifier, a thousand rows at a time. Throws when a member is erased between two reads. */
async function* readUsage(db: Connection, tenancy: Tenancy, month: Month): AsyncGenerator<ReportRow[]> {
  let after = ''
  const throwIfRewritten = await watchForRewrites(db, tenancy, month)
  while (true) {
    const rows = await selectReportRows(db, tenancy, month)
      .where('usage_month.external_user_id', '>', after)
      .orderBy('usage_month.external_user_id')
      .limit(ROWS_A_READ)
      .execute()
    if (after !== '') await throwIfRewritten()
    const last = rows.at(-1)
    if (!last) return
    yield rows
    if (rows.length < ROWS_A_READ) return
    after = last.external_user_id
    // SQLite is synchronous: lets other requests run, even for a fast client.
    await nextTurn()
  }
}

/** Writes a month's titles as CSV, each with its name when the month first counted it, and the totals last. */
export async function writeTitlesCsv(db: Connection, tenancy: Tenancy, month: Month): Promise<string> {
  const titles = await readTitles(db, tenancy, month, {})
  const header = ['Id', 'Tipo', 'Título', 'Autoria', 'Membros que começaram', 'Segundos ouvidos', 'Capítulos lidos']
  const lines = titles.map((one) =>
    toLine([
      one.publicId,
      TYPES[one.now.type],
      one.title,
      one.author,
      one.titlesStarted,
      one.listeningSeconds,
      one.readingChapters,
    ]),
  )
  const sum = (figure: 'titlesStarted' | 'listeningSeconds' | 'readingChapters') =>
    titles.reduce((total, one) => total + one[figure], 0)
  const total = toLine(['Total', '', '', '', sum('titlesStarted'), sum('listeningSeconds'), sum('readingChapters')])
  return BYTE_ORDER_MARK + toLine(header) + lines.join('') + total
}
