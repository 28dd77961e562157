import { EVENTS_PATH } from '@estante/contract/play/launch.ts'
import type { FastifyRequest } from 'fastify'
import { MINUTE_MS } from '../calendar.ts'
import type { Database, Transaction } from '../db/database.ts'
import type { RequestMinute } from '../db/tables.ts'
import { preparedUpsert } from '../db/upsert.ts'

const SURFACES = ['partner', 'play', 'panel', 'other'] as const

interface Count {
  calls: number
  msTotal: number
  msMax: number
}

/** Counts requests and their durations by minute, in memory until they are written. */
export function createMinuteCounts() {
  // Keys are numbers made of the minute, the surface and the class: a text would cost each request more than the rest.
  let counts = new Map<number, Count>()

  function add(key: number, calls: number, msTotal: number, msMax: number): void {
    const known = counts.get(key)
    if (!known) {
      counts.set(key, { calls, msTotal, msMax })
      return
    }
    known.calls += calls
    known.msTotal += msTotal
    if (msMax > known.msMax) known.msMax = msMax
  }

  return {
    count(request: FastifyRequest, status: number, ms: number, now: number): void {
      // An open view is no call: its duration is that of the visit.
      if (request.route === EVENTS_PATH) return
      add(keyOf(Math.floor(now / MINUTE_MS), surfaceOf(request.url), Math.floor(status / 100)), 1, ms, ms)
    },
    /** Adds the counts to the shared ones. Counts that fail to be written are retried with the next ones. */
    async flush(db: Database): Promise<void> {
      const counted = counts
      if (counted.size === 0) return
      counts = new Map()
      try {
        await db.write((tx) => write(tx, counted))
      } catch (error) {
        for (const [key, { calls, msTotal, msMax }] of counted) add(key, calls, msTotal, msMax)
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

async function write(tx: Transaction, counts: ReadonlyMap<number, Count>): Promise<void> {
  await Promise.all(
    Array.from(counts, ([key, { calls, msTotal, msMax }]) =>
      addCount(tx, { ...partsOf(key), calls, ms_total: Math.round(msTotal), ms_max: Math.round(msMax) }),
    ),
  )
}

const addCount = preparedUpsert('request_minute', {
  key: ['minute', 'surface', 'status_class'],
  add: ['calls', 'ms_total'],
  max: ['ms_max'],
})

function keyOf(minute: number, surface: number, statusClass: number): number {
  return (minute * SURFACES.length + surface) * 10 + statusClass
}

function partsOf(key: number): Pick<RequestMinute, 'minute' | 'surface' | 'status_class'> {
  const rest = Math.floor(key / 10)
  return {
    minute: Math.floor(rest / SURFACES.length),
    surface: SURFACES[rest % SURFACES.length] ?? 'other',
    status_class: key % 10,
  }
}

function surfaceOf(url: string): number {
  if (url.startsWith('/partner/')) return 0
  if (url.startsWith('/play/')) return 1
  if (url.startsWith('/panel/')) return 2
  return 3
}
