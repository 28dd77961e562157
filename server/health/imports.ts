import type { Health } from '@estante/contract/panel/health.ts'
import type { Database } from '../db/database.ts'

/** Counts unfinished imports, and their titles that wait. */
export async function readImports({ read }: Database): Promise<Health['imports']> {
  const jobs = await read
    .selectFrom('import_job')
    .select('id')
    .where('started_at', 'is not', null)
    .where('finished_at', 'is', null)
    .execute()
  if (jobs.length === 0) return { running: 0, waiting: 0 }
  const ids = jobs.map(({ id }) => id)
  const { count } = await read
    .selectFrom('import_item')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('job_id', 'in', ids)
    .where('finished_at', 'is', null)
    .executeTakeFirstOrThrow()
  return { running: jobs.length, waiting: count }
}
