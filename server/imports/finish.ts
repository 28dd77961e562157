import type { Transaction } from '../db/database.ts'
import { releaseFiles } from './job-files.ts'

/** Ends a job whose titles all have their outcome: what nobody may try again is removed. */
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
  await releaseFiles(tx, now, { jobId, isUnkept: true })
}
