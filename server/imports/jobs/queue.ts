import type { ExpressionBuilder } from 'kysely'
import type { Context } from '../../context.ts'
import type { Database } from '../../db/database.ts'
import type { ImportItemRow, Tables } from '../../db/tables.ts'

/** The lease on an item: a process that does not renew it for so long has died. */
export const LEASE_MS = 30_000

/** Whether a job waits to be planned, or an item to be claimed. */
export async function hasWork(db: Database, now: number): Promise<boolean> {
  const [unplanned, item] = await Promise.all([
    findUnplanned(db),
    db.read.selectFrom('import_item').select('id').where(isFree(now)).executeTakeFirst(),
  ])
  return unplanned !== undefined || item !== undefined
}

/** Finds the job started first whose files are not yet grouped into titles. */
export async function findUnplanned({ read }: Database) {
  return read
    .selectFrom('import_job')
    .select('id')
    .where('started_at', 'is not', null)
    .where('planned_at', 'is', null)
    .orderBy('started_at')
    .executeTakeFirst()
}

/** Releases the items of a process that died. */
export async function releaseClaims({ db }: Context, holder: string): Promise<void> {
  await db.write((tx) =>
    tx
      .updateTable('import_item')
      .set({ state: 'waiting', progress: 0, holder: null, held_until: null })
      .where('state', '=', 'importing')
      .where('holder', '=', holder)
      .execute(),
  )
}

function isFree(now: number) {
  return (is: ExpressionBuilder<Tables, 'import_item'>) =>
    is.or([
      is('import_item.state', '=', 'waiting'),
      is.and([
        is('import_item.state', '=', 'importing'),
        // Further ahead than any lease: the clock was set back since.
        is.or([is('import_item.held_until', '<=', now), is('import_item.held_until', '>', now + 2 * LEASE_MS)]),
      ]),
    ])
}

export type ClaimedItem = ImportItemRow & {
  holder: string
  publishes: number | null
  started_at: number | null
  job_name: string | null
}

/** Selects a claimed item, unless another process has claimed it since. */
export function isHeld({ job_id, id, holder }: ClaimedItem) {
  return (is: ExpressionBuilder<Tables, 'import_item'>) => is.and({ job_id, id, holder })
}

/** Claims the next item of the job that was started first. `conflict`: another process claimed it first. */
export async function claimNext({ db, clock }: Context, holder: string): Promise<ClaimedItem | 'conflict' | undefined> {
  const now = clock.now()
  const next = await db.read
    .selectFrom('import_item')
    .innerJoin('import_job', 'import_job.id', 'import_item.job_id')
    .select(['job_id', 'import_item.id', 'publishes', 'started_at', 'import_job.name as job_name'])
    .where(isFree(now))
    .orderBy('started_at')
    .orderBy('job_id')
    .orderBy('position')
    .executeTakeFirst()
  if (!next) return undefined
  const item = await db.write((tx) =>
    tx
      .updateTable('import_item')
      .set((row) => ({
        state: 'importing',
        progress: 0,
        holder,
        held_until: now + LEASE_MS,
        attempts: row('attempts', '+', 1),
      }))
      .where('job_id', '=', next.job_id)
      .where('id', '=', next.id)
      .where(isFree(now))
      .returningAll()
      .executeTakeFirst(),
  )
  if (!item) return 'conflict'
  return { ...item, holder, publishes: next.publishes, started_at: next.started_at, job_name: next.job_name }
}
