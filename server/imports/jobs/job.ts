import { type Actor, appendAudit } from '../../audit/audit.ts'
import { DAY_MS } from '../../calendar.ts'
import type { Context } from '../../context.ts'
import type { Transaction } from '../../db/database.ts'
import { newId } from '../../db/ids.ts'
import type { ImportItemRow, ImportJobRow } from '../../db/tables.ts'
import { ApiError } from '../../http/errors.ts'
import { releaseFiles } from './files.ts'

/** How long the files of a refused item are kept for a retry. */
export const QUARANTINE_MS = 30 * DAY_MS

export async function createJob(
  { db, clock }: Context,
  { name, createdBy }: { name: string | null; createdBy: number },
): Promise<ImportJobRow> {
  const now = clock.now()
  const first = { created_at: now, received_at: now, file_count: 0, file_bytes: 0 }
  return db.write((tx) =>
    tx
      .insertInto('import_job')
      .values({ id: newId('imp'), name, created_by: createdBy, ...first })
      .returningAll()
      .executeTakeFirstOrThrow(),
  )
}

/** Starts a job. Throws `NOT_FOUND`, `IMPORT_STARTED` and `IMPORT_EMPTY`. */
export async function startJob(
  { db, clock }: Context,
  id: string,
  publishes: boolean,
  actor: Actor,
): Promise<ImportJobRow> {
  return db.write(async (tx) => {
    const job = await findJob(tx, id)
    if (!job) throw new ApiError('NOT_FOUND')
    if (job.started_at !== null) throw new ApiError('IMPORT_STARTED')
    if (job.file_count === 0) throw new ApiError('IMPORT_EMPTY')
    await appendAudit(tx, clock.now(), actor, 'import-started', job.name)
    return tx
      .updateTable('import_job')
      .set({ started_at: clock.now(), publishes: publishes ? 1 : 0 })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
  })
}

/**
 * Deletes a job, its report and its files; a worker that is importing one of its items finds it gone. Returns false
 * when there is no such job.
 */
export async function forgetJob({ db, clock }: Context, id: string, actor: Actor): Promise<boolean> {
  return db.write(async (tx) => {
    const job = await findJob(tx, id)
    if (!job) return false
    await releaseFiles(tx, clock.now(), { jobId: id })
    await tx.deleteFrom('import_item').where('job_id', '=', id).execute()
    await tx.deleteFrom('import_job').where('id', '=', id).execute()
    await appendAudit(tx, clock.now(), actor, 'import-forgotten', job.name)
    return true
  })
}

interface ItemKey {
  jobId: string
  itemId: string
}

/** Queues a title in quarantine again. Throws `NOT_FOUND` and `NOT_IN_QUARANTINE`. */
export async function retryItem({ db, clock }: Context, key: ItemKey, actor: Actor): Promise<void> {
  await db.write(async (tx) => {
    const item = await findQuarantined(tx, clock.now(), key)
    if (!item) throw new ApiError('NOT_FOUND')
    await tx
      .updateTable('import_item')
      .set({ state: 'waiting', progress: 0, attempts: 0, reason: null, finished_at: null, quarantined_until: null })
      .where('job_id', '=', key.jobId)
      .where('id', '=', key.itemId)
      .execute()
    await tx.updateTable('import_job').set({ finished_at: null }).where('id', '=', key.jobId).execute()
    await appendAudit(tx, clock.now(), actor, 'import-retried', item.path || null)
  })
}

/**
 * Discards a title in quarantine with its file, and removes it from the report. May be repeated. Throws
 * `NOT_IN_QUARANTINE`.
 */
export async function discardItem({ db, clock }: Context, key: ItemKey, actor: Actor): Promise<void> {
  await db.write(async (tx) => {
    const item = await findQuarantined(tx, clock.now(), key)
    if (!item) return
    await releaseFiles(tx, clock.now(), filesOf(item))
    await tx.deleteFrom('import_item').where('job_id', '=', key.jobId).where('id', '=', key.itemId).execute()
    await appendAudit(tx, clock.now(), actor, 'import-discarded', item.path || null)
  })
}

/** Marks a job finished once every item has an outcome, and deletes the files that cannot be retried. */
export async function finishIfDone(tx: Transaction, now: number, jobId: string): Promise<void> {
  const left = await tx
    .selectFrom('import_item')
    .select('id')
    .where('job_id', '=', jobId)
    .where('state', 'in', ['waiting', 'importing'])
    .executeTakeFirst()
  if (left) return
  await tx
    .updateTable('import_job')
    .set({ finished_at: now })
    .where('id', '=', jobId)
    .where('finished_at', 'is', null)
    .execute()
  await releaseFiles(tx, now, { jobId, isOutsideQuarantine: true })
}

/** Returns the files of one title: a file, or everything in a folder, pictures and notes included. */
export function filesOf({ job_id: jobId, path, is_folder }: Pick<ImportItemRow, 'job_id' | 'path' | 'is_folder'>) {
  return is_folder === 1 ? { jobId, directory: path } : { jobId, path }
}

async function findQuarantined(tx: Transaction, now: number, { jobId, itemId }: ItemKey) {
  const job = await findJob(tx, jobId)
  const item = await tx
    .selectFrom('import_item')
    .selectAll()
    .where('job_id', '=', jobId)
    .where('id', '=', itemId)
    .executeTakeFirst()
  if (!job || !item) return undefined
  if (item.quarantined_until === null || item.quarantined_until <= now) throw new ApiError('NOT_IN_QUARANTINE')
  return item
}

/** Reads a job and locks its row, so that changes to a job and its items are serialized. */
export async function findJob(tx: Transaction, id: string): Promise<ImportJobRow | undefined> {
  return tx.selectFrom('import_job').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
}
