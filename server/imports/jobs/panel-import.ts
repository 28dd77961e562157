import type { ImportItem, ImportItemState, ImportJob, QuarantinedItem } from '@estante/contract/panel/imports.ts'
import { expressionBuilder } from 'kysely'
import { coverPath } from '../../covers/cover.ts'
import type { Connection, Database } from '../../db/database.ts'
import type { ImportJobRow, Publication, Tables } from '../../db/tables.ts'
import { toIsoString } from '../../http/to-iso-string.ts'
import { isInState } from '../../publications/publication-state.ts'
import { readReview } from '../../publications/review.ts'

type JobRow = ImportJobRow & { creator: string | null }

/** Reads a page of jobs, newest first, from before the given id. */
export async function listJobs(db: Database, before: string | undefined, limit: number): Promise<ImportJob[]> {
  let query = jobs(db.read)
  if (before !== undefined) query = query.where('import_job.id', '<', before)
  return toImportJobs(db.read, await query.orderBy('import_job.id', 'desc').limit(limit).execute())
}

export async function readJob(db: Database, id: string): Promise<ImportJob | undefined> {
  const [job] = await toImportJobs(db.read, await jobs(db.read).where('import_job.id', '=', id).execute())
  return job
}

function jobs(db: Connection) {
  return db
    .selectFrom('import_job')
    .leftJoin('admin', 'admin.id', 'import_job.created_by')
    .selectAll('import_job')
    .select('admin.name as creator')
}

async function toImportJobs(db: Connection, rows: JobRow[]): Promise<ImportJob[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const counts = await db
    .selectFrom('import_item')
    .leftJoin('publication', 'publication.id', 'import_item.publication_id')
    .select((row) => [
      'import_item.job_id',
      'import_item.state',
      row.fn.countAll<number>().as('count'),
      row.fn.count<number>(ifDraft('publication.id')).as('drafts'),
      row.fn.count<number>(ifDraft('publication.review')).as('to_review'),
      row.fn.sum<number>('import_item.progress').as('progress'),
    ])
    .where('job_id', 'in', ids)
    .groupBy(['import_item.job_id', 'import_item.state'])
    .execute()
  return rows.map((row) => {
    const own = counts.filter(({ job_id }) => job_id === row.id)
    const inState = (state: ImportItemState) => own.find((one) => one.state === state)
    const count = (state: ImportItemState) => inState(state)?.count ?? 0
    const total = own.reduce((sum, one) => sum + one.count, 0)
    const progress = own.reduce((sum, one) => sum + one.progress, 0)
    const waiting = count('waiting')
    return {
      id: row.id,
      name: row.name,
      state: jobStateOf(row, waiting === total),
      createdAt: new Date(row.created_at).toISOString(),
      createdBy: row.creator,
      finishedAt: toIsoString(row.finished_at),
      publishes: row.publishes === null ? null : row.publishes === 1,
      files: { count: row.file_count, bytes: row.file_bytes },
      skippedFiles: row.skipped_files,
      titles: {
        total,
        waiting,
        importing: count('importing'),
        imported: count('imported'),
        drafts: inState('imported')?.drafts ?? 0,
        toReview: inState('imported')?.to_review ?? 0,
        updated: count('updated'),
        unchanged: count('unchanged'),
        failed: count('failed'),
      },
      progress: row.finished_at !== null ? 1 : total === 0 ? 0 : progress / total,
    }
  })
}

function jobStateOf({ started_at, finished_at }: ImportJobRow, isUntouched: boolean): ImportJob['state'] {
  if (started_at === null) return 'receiving'
  if (finished_at !== null) return 'finished'
  return isUntouched ? 'waiting' : 'importing'
}

/** Reads a page of a job's items in order, from after the given position. */
export async function listItems(
  db: Database,
  jobId: string,
  { state, after, limit }: { state: ImportItemState | undefined; after: number; limit: number },
): Promise<ItemRow[]> {
  let query = items(db.read).where('import_item.job_id', '=', jobId).where('import_item.position', '>', after)
  if (state !== undefined) query = query.where('import_item.state', '=', state)
  return query.orderBy('import_item.position').limit(limit).execute()
}

/** Reads the items of a job that are being imported now. */
export async function listCurrent(db: Database, jobId: string): Promise<ImportItem[]> {
  const rows = await items(db.read)
    .where('import_item.job_id', '=', jobId)
    .where('import_item.state', '=', 'importing')
    .orderBy('import_item.position')
    .execute()
  return rows.map(toImportItem)
}

export async function readImportItem(db: Database, jobId: string, id: string): Promise<ImportItem | undefined> {
  const row = await items(db.read)
    .where('import_item.job_id', '=', jobId)
    .where('import_item.id', '=', id)
    .executeTakeFirst()
  return row && toImportItem(row)
}

type QuarantinedRow = ItemRow & { job_name: string | null; job_created_at: number }

/** Reads a page of the quarantine, latest refusal first, from before the given key. */
export async function listQuarantine(
  db: Database,
  before: string | undefined,
  limit: number,
): Promise<QuarantinedRow[]> {
  const [quarantinedUntil = '', id = ''] = before?.split(' ') ?? []
  return items(db.read)
    .innerJoin('import_job', 'import_job.id', 'import_item.job_id')
    .select(['import_job.name as job_name', 'import_job.created_at as job_created_at'])
    .where('import_item.quarantined_until', 'is not', null)
    .$if(before !== undefined, (query) =>
      query.where((is) =>
        is.or([
          is('import_item.quarantined_until', '<', Number(quarantinedUntil)),
          is.and([is('import_item.quarantined_until', '=', Number(quarantinedUntil)), is('import_item.id', '<', id)]),
        ]),
      ),
    )
    .orderBy('import_item.quarantined_until', 'desc')
    .orderBy('import_item.id', 'desc')
    .limit(limit)
    .execute()
}

export function quarantineKey({ quarantined_until, id }: QuarantinedRow): string {
  return `${quarantined_until} ${id}`
}

export function toQuarantinedItem(row: QuarantinedRow): QuarantinedItem {
  const { job_id: id, job_name: name, job_created_at } = row
  return { ...toImportItem(row), job: { id, name, createdAt: new Date(job_created_at).toISOString() } }
}

function items(db: Connection) {
  return db
    .selectFrom('import_item')
    .leftJoin('publication', 'publication.id', 'import_item.publication_id')
    .selectAll('import_item')
    .select([
      'publication.public_id',
      'publication.type',
      'publication.title',
      'publication.author',
      'publication.cover_version',
      ifDraft('publication.review').as('review'),
    ])
}

/** Builds a column of an item's title, null unless the title is a draft. */
function ifDraft<Column extends 'publication.id' | 'publication.review'>(column: Column) {
  const is = expressionBuilder<Tables, 'publication'>()
  // At any time: a draft has no dates.
  return is.case().when(isInState('draft', 0)(is)).then(is.ref(column)).end()
}

type ItemRow = Awaited<ReturnType<ReturnType<typeof items>['execute']>>[number]

export function toImportItem(row: ItemRow): ImportItem {
  return {
    id: row.id,
    jobId: row.job_id,
    path: row.path,
    isFolder: row.is_folder === 1,
    sizeBytes: row.size_bytes,
    state: row.state,
    progress: row.progress,
    reason: row.reason,
    removed: JSON.parse(row.removed ?? '[]') as string[],
    publication: toPublication(row),
    finishedAt: toIsoString(row.finished_at),
    quarantinedUntil: toIsoString(row.quarantined_until),
  }
}

type ItemPublication = {
  [Column in 'public_id' | 'type' | 'title' | 'author' | 'cover_version' | 'review']: Publication[Column] | null
}

function toPublication({ public_id, type, title, author, cover_version, review }: ItemPublication) {
  if (public_id === null || type === null || title === null || author === null || cover_version === null) return null
  const coverUrl = coverPath({ public_id, cover_version }, 160)
  return { id: public_id, type, title, author, coverUrl, review: readReview({ review }) }
}
