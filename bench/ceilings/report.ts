import { DatabaseSync } from 'node:sqlite'
import { toMonth } from '@estante/server/calendar.ts'

/*
 * node report.ts FILE PARTNER MONTH: a minimal script for a month's report: selects its rows and calls JSON.stringify.
 * Prints the cost, from the open file to the text.
 */

const [file = '', partnerId = '', month = ''] = process.argv.slice(2)
const cpuBefore = process.cpuUsage()
const startedAt = performance.now()
const rows = new DatabaseSync(file, { readOnly: true })
  .prepare(
    `select external_user_id, titles_started, listening_ms, chapters_read, last_activity_at from usage_month
     where partner_id = ? and environment = 0 and month = ? order by external_user_id`,
  )
  .all(Number(partnerId), toMonth(month)) as unknown as UsageRow[]
const totals = { activeUsers: rows.length, titlesStarted: 0, listeningSeconds: 0, readingChapters: 0 }
const users = rows.map((row) => {
  const listeningSeconds = Math.floor(row.listening_ms / 1000)
  totals.titlesStarted += row.titles_started
  totals.listeningSeconds += listeningSeconds
  totals.readingChapters += row.chapters_read
  return {
    externalUserId: row.external_user_id,
    titlesStarted: row.titles_started,
    listeningSeconds,
    lastActivityAt: new Date(row.last_activity_at).toISOString(),
  }
})
const text = JSON.stringify({ month, totals, users })
const wallSeconds = (performance.now() - startedAt) / 1000
const { user, system } = process.cpuUsage(cpuBefore)
console.log(JSON.stringify({ bytes: Buffer.byteLength(text), wallSeconds, cpuSeconds: (user + system) / 1e6 }))

interface UsageRow {
  external_user_id: string
  titles_started: number
  listening_ms: number
  chapters_read: number
  last_activity_at: number
}
