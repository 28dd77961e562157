import { EVENTS_PATH } from '@estante/contract/play/launch.ts'
import type { FastifyRequest } from 'fastify'
import { MINUTE_MS } from '../calendar.ts'
import type { Database, Transaction } from '../db/database.ts'
import type { RequestMinute } from '../db/tables.ts'
import { preparedUpsert } from '../db/upsert.ts'

const SURFACES = ['partner', 'play', 'panel'] as const

/** Counts requests and their durations by minute, in memory until they are written. */
export function createMinuteCounts() {
  let counts = new Map<string, RequestMinute>()

  function add(count: RequestMinute): void {
    const key = `${count.minute} ${count.surface} ${count.status_class}`
    const known = counts.get(key)
    if (!known) {
      counts.set(key, count)
      return
    }
    known.calls += count.calls
    known.ms_total += count.ms_total
    known.ms_max = Math.max(known.ms_max, count.ms_max)
  }

  return {
    count(request: FastifyRequest, status: number, ms: number, now: number): void {
      // An open view is no call: its duration is that of the visit.
      if (request.route === EVENTS_PATH) return
      const [minute, status_class] = [Math.floor(now / MINUTE_MS), Math.floor(status / 100)]
      add({ minute, surface: surfaceOf(request.url), status_class, calls: 1, ms_total: ms, ms_max: ms })
    },
    /** Adds the counts to the shared ones. Counts that fail to be written are retried with the next ones. */
    async flush(db: Database): Promise<void> {
      const counted = counts
      if (counted.size === 0) return
      counts = new Map()
      try {
        await db.write((tx) => write(tx, counted))
      } catch (error) {
        for (const count of counted.values()) add(count)
        throw error
      }
    },
  }
}

/** Reads the counts from a minute on, earliest first; minutes are counted since the epoch. */
export function readRequestMinutes({ read }: Pick<Database, 'read'>, fromMinute: number): Promise<RequestMinute[]> {
  return read
    .selectFrom('request_minute')
    .selectAll()
    .where('minute', '>=', fromMinute)
    .orderBy('minute')
    .orderBy('surface')
    .orderBy('status_class')
    .execute()
}

async function write(tx: Transaction, counts: ReadonlyMap<string, RequestMinute>): Promise<void> {
  await Promise.all(
    Array.from(counts.values(), (count) =>
      addCount(tx, { ...count, ms_total: Math.round(count.ms_total), ms_max: Math.round(count.ms_max) }),
    ),
  )
}

const addCount = preparedUpsert('request_minute', {
  key: ['minute', 'surface', 'status_class'],
  add: ['calls', 'ms_total'],
  max: ['ms_max'],
})

function surfaceOf(url: string): RequestMinute['surface'] {
  return SURFACES.find((surface) => url.startsWith(`/${surface}/`)) ?? 'other'
}
