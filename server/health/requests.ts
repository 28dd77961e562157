import type { AnswerCounts, AnswerCountsAt, Health } from '@estante/contract/panel/health.ts'
import { sql } from 'kysely'
import { MINUTE_MS } from '../calendar.ts'
import type { Database } from '../db/database.ts'
import type { RequestMinute } from '../db/tables.ts'
import { readRequestMinutes } from '../request-log/minutes.ts'

const HOUR_MINUTES = 60
const QUARTER_MINUTES = 15
const DAY_QUARTERS = 96

type MinuteCounts = Pick<RequestMinute, 'status_class' | 'calls' | 'ms_total' | 'ms_max'>

/** Sums the answers of all nodes in the hour before this minute, by minute and by route. */
export async function readHour(db: Database, now: number): Promise<Pick<Health, 'hour' | 'surfaces'>> {
  const current = Math.floor(now / MINUTE_MS)
  const first = current - HOUR_MINUTES
  const rows = (await readRequestMinutes(db, first)).filter(({ minute }) => minute < current)
  const byMinute = Map.groupBy(rows, ({ minute }) => minute)
  const bySurface = Map.groupBy(rows, ({ surface }) => surface)
  return {
    hour: Array.from({ length: HOUR_MINUTES }, (_, index) => toAnsweredAt(first + index, byMinute.get(first + index))),
    surfaces: {
      partner: sum(bySurface.get('partner')),
      play: sum(bySurface.get('play')),
      panel: sum(bySurface.get('panel')),
      other: sum(bySurface.get('other')),
    },
  }
}

/** Sums the answers of all nodes in the day before this quarter of an hour, by quarter of an hour. */
export async function readDay(db: Database, now: number): Promise<AnswerCountsAt[]> {
  const current = Math.floor(now / MINUTE_MS / QUARTER_MINUTES)
  const first = current - DAY_QUARTERS
  const quarter = sql<number>`minute / ${sql.lit(QUARTER_MINUTES)}`
  const rows = await db.read
    .selectFrom('request_minute')
    .select(({ fn }) => [
      quarter.as('quarter'),
      'status_class',
      fn.sum<number>('calls').as('calls'),
      fn.sum<number>('ms_total').as('ms_total'),
      fn.max('ms_max').as('ms_max'),
    ])
    .where('minute', '>=', first * QUARTER_MINUTES)
    .where('minute', '<', current * QUARTER_MINUTES)
    .groupBy([quarter, 'status_class'])
    .execute()
  const byQuarter = Map.groupBy(rows, (row) => row.quarter)
  return Array.from({ length: DAY_QUARTERS }, (_, index) =>
    toAnsweredAt((first + index) * QUARTER_MINUTES, byQuarter.get(first + index)),
  )
}

function toAnsweredAt(minute: number, rows: MinuteCounts[] | undefined): AnswerCountsAt {
  return { at: new Date(minute * MINUTE_MS).toISOString(), ...sum(rows) }
}

function sum(rows: MinuteCounts[] = []): AnswerCounts {
  const callsOf = (some: MinuteCounts[]) => some.reduce((total, { calls }) => total + calls, 0)
  const calls = callsOf(rows)
  const ms = rows.reduce((total, { ms_total }) => total + ms_total, 0)
  return {
    calls,
    refused: callsOf(rows.filter(({ status_class }) => status_class === 4)),
    failed: callsOf(rows.filter(({ status_class }) => status_class === 5)),
    msMean: calls === 0 ? 0 : Math.round(ms / calls),
    msMax: rows.reduce((most, { ms_max }) => Math.max(most, ms_max), 0),
  }
}
