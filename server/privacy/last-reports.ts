import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { nameOfMonth } from '../calendar.ts'
import type { Context } from '../context.ts'
import type { Database } from '../db/database.ts'
import type { Partner } from '../db/tables.ts'
import { nameOfEnvironment } from '../environment.ts'
import { flushPath } from '../storage/flush.ts'
import { writeMembersCsv, writeTitlesCsv } from '../usage/csv.ts'
import { writeUsageReport } from '../usage/report.ts'

/**
 * Writes the reports of all months with usage of a partner's members, as the API and the panel's two files have them,
 * each atomically, into a folder. Returns their names. Throws once another process has begun to remove the partner's
 * rows: its reports are complete, and these would replace them.
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
      const part = join(folder, `${file}.${randomUUID()}.part`)
      try {
        await pipeline(Readable.from(text), createWriteStream(part, { mode: 0o600, flush: true }))
        // After the last row was read.
        if (await isBeingPurged(db, partnerId)) {
          throw new Error('Outro comando já está apagando este parceiro: os relatórios são os que ele gravou.')
        }
        await rename(part, join(folder, file))
      } catch (error) {
        await rm(part, { force: true })
        throw error
      }
      names.push(file)
    }
    onProgress(name)
  }
  await flushPath(folder)
  return names
}

async function isBeingPurged({ read }: Pick<Database, 'read'>, partnerId: number): Promise<boolean> {
  const partner = await read
    .selectFrom('partner')
    .select('purge_started_at')
    .where('id', '=', partnerId)
    .executeTakeFirst()
  return partner?.purge_started_at !== null
}
