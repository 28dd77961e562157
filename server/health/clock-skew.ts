import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { runInBackground } from '../db/run-in-background.ts'

/** A larger skew between nodes shows in links, listening and limits (docs/operacao/quando-algo-falha.md). */
const TOLERANCE_MS = 1000
const EVERY_MS = 600_000

/**
 * Measures by how many milliseconds this node's clock is ahead of PostgreSQL's, negative when behind. Undefined up to
 * a second, and for SQLite, which has no other clock.
 */
export async function measureClockSkew({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<number | undefined> {
  if (db.kind === 'sqlite') return undefined
  const sentAt = clock.now()
  const { rows } = await sql<{ now: number }>`
    select extract(epoch from clock_timestamp()) * 1000 as now
  `.execute(db.read)
  const receivedAt = clock.now()
  const { now } = rows[0]!
  // The database's clock was read between the two.
  if (sentAt - now > TOLERANCE_MS) return Math.round(sentAt - now)
  if (now - receivedAt > TOLERANCE_MS) return Math.round(receivedAt - now)
  return undefined
}

/** Logs a warning at the start, and about every ten minutes, while this node's clock differs from the database's. */
export function startWatchingClock(context: Pick<Context, 'db' | 'clock' | 'log'>): () => Promise<void> {
  async function check(): Promise<void> {
    // Without the database there is nothing to compare with.
    const clockSkewMs = await measureClockSkew(context).catch(() => undefined)
    if (clockSkewMs !== undefined) context.log.warn({ clockSkewMs }, 'the clock differs from the database’s: use NTP')
  }
  void check()
  return runInBackground(context.db, EVERY_MS, check)
}
