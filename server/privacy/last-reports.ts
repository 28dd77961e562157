import { createWriteStream } from 'node:fs'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { nameOfMonth } from '../calendar.ts'
import type { Context } from '../context.ts'
import type { Partner } from '../db/tables.ts'
import { nameOfEnvironment } from '../environment.ts'
import { writeMembersCsv, writeTitlesCsv } from '../usage/csv.ts'
import { writeUsageReport } from '../usage/report.ts'

/**
 * Writes the reports of all months with usage of a partner's members, as the API and the panel's two files have them,
 * each atomically, into a folder. Returns their names.
 */
export async function writeLastReports(
  { db, config }: Context,
  { id: partnerId, slug }: Partner,
  folder: string,
  onProgress: (name: string) => void,
): Promise<string[]> {
  const months = await db.read
    .selectFrom('usage_month')
    .select(['environment', 'month'])
    .distinct()
    .where('partner_id', '=', partnerId)
    .orderBy('environment')
    .orderBy('month')
    .execute()
  const names: string[] = []
  for (const { environment, month } of months) {
    const tenancy = { partnerId, environment }
    const name = `${slug}-${nameOfEnvironment(environment)}-${nameOfMonth(month)}`
    const files: [string, AsyncIterable<string> | Iterable<string>][] = [
      [`${name}.json`, writeUsageReport(db, tenancy, month)],
      [`${name}-membros.csv`, writeMembersCsv(db.read, tenancy, month, config.timeZone)],
      [`${name}-titulos.csv`, [await writeTitlesCsv(db.read, tenancy, month)]],
    ]
    for (const [file, text] of files) {
      const part = join(folder, `${file}.part`)
      await pipeline(Readable.from(text), createWriteStream(part, { mode: 0o600, flush: true }))
      await rename(part, join(folder, file))
      names.push(file)
    }
    onProgress(name)
  }
  return names
}
