import { UNAUDITED } from '../../audit/audit.ts'
import { DAY_MS } from '../../calendar.ts'
import type { Context } from '../../context.ts'
import { releaseFiles } from './files.ts'
import { filesOf, findJob, forgetJob } from './job.ts'

const REPORT_RETENTION_MS = 90 * DAY_MS
/** How long a job that was never started is kept after its last file. */
const UNSTARTED_RETENTION_MS = 7 * DAY_MS

/** Removes the file of the title that is longest in quarantine, if it has expired. Returns how many. */
export async function removeExpiredQuarantine({ db }: Context, now: number): Promise<number> {
  const item = await db.read
    .selectFrom('import_item')
    .select(['job_id', 'id', 'path', 'is_folder', 'quarantined_until'])
    .where('quarantined_until', '<=', now)
    .orderBy('quarantined_until')
    .executeTakeFirst()
  if (!item) return 0
  return db.write(async (tx) => {
    if (!(await findJob(tx, item.job_id))) return 0
    const { numUpdatedRows } = await tx
      .updateTable('import_item')
      .set({ quarantined_until: null })
      .where('job_id', '=', item.job_id)
      .where('id', '=', item.id)
      .where('quarantined_until', '=', item.quarantined_until)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) return 0
    await releaseFiles(tx, now, filesOf(item))
    return 1
  })
}

/** Removes one job that finished long ago or was never started. Returns how many. */
export async function removeExpiredJob(context: Context, now: number): Promise<number> {
  const job = await context.db.read
    .selectFrom('import_job')
    .select('id')
    .where((is) =>
      is.or([
        is('finished_at', '<=', now - REPORT_RETENTION_MS),
        is.and([is('started_at', 'is', null), is('received_at', '<=', now - UNSTARTED_RETENTION_MS)]),
      ]),
    )
    .executeTakeFirst()
  if (!job) return 0
  // Another node may have been faster.
  return (await forgetJob(context, job.id, UNAUDITED)) ? 1 : 0
}
