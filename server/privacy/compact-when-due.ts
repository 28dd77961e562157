import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Context } from '../context.ts'
import { compactIfWanted } from '../db/compaction.ts'
import type { Database } from '../db/database.ts'
import { SQLITE_FILE } from '../db/open.ts'

/** A file of this size is rewritten in about a second, which blocks writes. Larger ones wait for the night. */
const SMALL_BYTES = 128 * 2 ** 20
const NIGHT_HOURS = [2, 3, 4]
/** PostgreSQL vacuums whole tables: the erasures of ten minutes share one compaction. */
const POSTGRESQL_EVERY_MS = 10 * 60_000

const compactedAt = new WeakMap<Database, number>()

/** Compacts the database after an erasure, at a time when it disturbs nobody. Returns whether it did. */
export async function compactWhenDue(context: Context, now: number): Promise<boolean> {
  const { db } = context
  if (!(db.kind === 'sqlite' ? await isSmallOrNight(context, now) : isDue(db, now))) return false
  const isDone = await compactIfWanted(db)
  if (isDone) compactedAt.set(db, now)
  return isDone
}

function isDue(db: Database, now: number): boolean {
  return now - (compactedAt.get(db) ?? 0) >= POSTGRESQL_EVERY_MS
}

async function isSmallOrNight({ config }: Context, now: number): Promise<boolean> {
  const { size } = await stat(join(config.dataDir, SQLITE_FILE))
  if (size < SMALL_BYTES) return true
  const { timeZone } = config
  const hour = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' }).format(now)
  return NIGHT_HOURS.includes(Number(hour))
}
