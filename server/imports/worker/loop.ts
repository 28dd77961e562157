import { join } from 'node:path'
import type { Updateable } from 'kysely'
import type { Context } from '../../context.ts'
import type { Database, Transaction } from '../../db/database.ts'
import type { Tables } from '../../db/tables.ts'
import { findPublicationId } from '../../publications/publication.ts'
import { withWorkFolder } from '../../storage/work-folder.ts'
import { fetchFiles, filesChosen, movePrefetched, releaseFiles } from '../jobs/files.ts'
import { filesOf, findJob, finishIfDone, QUARANTINE_MS } from '../jobs/job.ts'
import { booksOf, planNext, splitFolder } from '../jobs/plan.ts'
import { type ClaimedItem, claimNext, isHeld } from '../jobs/queue.ts'
import { lastName } from '../jobs/upload-path.ts'
import { failureMessage } from '../publication/failure-message.ts'
import { type ImportEntry, type ImportResult, importPublication } from '../publication/import.ts'
import { fetchTracks } from './fetch-tracks.ts'
import { assertHeld, holdLease, LostLease, release } from './lease.ts'

/** After so many crashes an item is not retried automatically. */
const ATTEMPTS = 3

/**
 * Imports the items of all started jobs, one after another, until none is left or `signal` aborts; then releases the
 * current item. `holder` identifies this process in its claims.
 */
export async function runImportLoop(context: Context, holder: string, signal: AbortSignal): Promise<void> {
  await withWorkFolder(context.files, async (prefetched) => {
    while (!signal.aborted) {
      if (await planNext(context)) continue
      const item = await claimNext(context, holder)
      if (item === undefined) return
      if (item !== 'conflict') await importItem(context, item, prefetched, signal)
    }
  })
}

async function importItem(context: Context, item: ClaimedItem, prefetched: string, signal: AbortSignal): Promise<void> {
  if (item.attempts > ATTEMPTS) {
    const reason = 'O processo que importa terminou três vezes neste arquivo. Confira-o antes de tentar de novo.'
    return refuse(context, item, reason)
  }
  await using lease = holdLease(context, item)
  const stopping = AbortSignal.any([signal, lease.lost])
  try {
    const imported = await withWorkFolder(context.files, (work) =>
      importInto(context, item, { work, prefetched }, lease.onProgress, stopping),
    )
    await lease.stop()
    if (!imported) return
    const { outcome, entry } = imported
    await finish(context, item, {
      state: await outcomeOf(context, item, outcome, entry),
      publication_id: entry.id === null ? null : await findPublicationId(context.db.read, entry.id),
      removed: JSON.stringify(entry.removed),
    })
  } catch (error) {
    await lease.stop()
    if (lease.lost.aborted || error instanceof LostLease) return
    if (signal.aborted) return release(context, item)
    await refuse(context, item, failureMessage(context, item.path, error))
  }
}

/** Imports an item. Undefined when it was a folder, and each of its files is now an item. */
async function importInto(
  context: Context,
  item: ClaimedItem,
  { work, prefetched }: { work: string; prefetched: string },
  onProgress: (done: number) => void,
  signal: AbortSignal,
): Promise<ImportResult | undefined> {
  const files = await filesChosen(context.db.read, filesOf(item)).execute()
  const isFolder = item.is_folder === 1
  const folder = join(work, isFolder ? nameOfFolder(item) : 'arquivo')
  const books = isFolder ? booksOf(files) : []
  if (isFolder && !(await fetchTracks(context, books, folder, prefetched, signal))) {
    await movePrefetched(books, folder, prefetched)
    await splitFolder(context, item, books)
    return undefined
  }
  const others = files.filter((file) => !books.includes(file))
  const paths = await fetchFiles(context, others, folder, prefetched, signal)
  const source = isFolder ? folder : (paths[0] ?? folder)
  const earlier = await readEarlier(context.db, item)
  const publishes = item.publishes === 1
  const precondition = (tx: Transaction) => assertHeld(tx, item)
  const options = { dryRun: false, waits: true, publishes, precondition, signal, onProgress }
  const imported = await importPublication(context, source, earlier, options)
  if (!imported) throw new Error('an import that waits was not waited for')
  return imported
}

/** Returns the folder's name: a book without a title is called by it. */
function nameOfFolder({ path, job_name }: ClaimedItem): string {
  const name = lastName(path) || (job_name ?? '').replace(/[/\\\p{Cc}]/gu, ' ').trim()
  return /^\.{0,2}$/.test(name) ? 'Audiolivro' : name
}

/** Maps this job's imports by content and by title: of two versions of one title, the second is refused. */
async function readEarlier(db: Database, { job_id, id }: ClaimedItem): Promise<Map<string, ImportEntry>> {
  const rows = await db.read
    .selectFrom('import_item')
    .innerJoin('publication', 'publication.id', 'import_item.publication_id')
    .select(['path', 'publication.public_id as id', 'type', 'title', 'author', 'source_key', 'content_hash'])
    .where('job_id', '=', job_id)
    .where('import_item.id', '!=', id)
    .execute()
  const entries = rows.map(({ path, source_key, content_hash, ...rest }) => {
    const entry: ImportEntry = { file: path || 'faixas soltas', ...rest, removed: [], review: [] }
    return [
      [source_key, entry],
      [content_hash, entry],
    ] as const
  })
  return new Map(entries.flat())
}

/** Corrects the outcome of a retried item that an earlier attempt imported, and died before it wrote so. */
async function outcomeOf(
  { db }: Context,
  { attempts, started_at }: ClaimedItem,
  outcome: ImportResult['outcome'],
  { id }: ImportEntry,
): Promise<ImportResult['outcome']> {
  if (outcome !== 'unchanged' || attempts === 1 || id === null) return outcome
  const row = await db.read
    .selectFrom('publication')
    .select(['created_at', 'updated_at'])
    .where('public_id', '=', id)
    .executeTakeFirst()
  if (!row || started_at === null || row.updated_at < started_at) return outcome
  return row.created_at >= started_at ? 'imported' : 'updated'
}

async function refuse(context: Context, item: ClaimedItem, reason: string): Promise<void> {
  const quarantinedUntil = context.clock.now() + QUARANTINE_MS
  await finish(context, item, { state: 'failed', reason, quarantined_until: quarantinedUntil })
}

async function finish(
  { db, clock }: Context,
  item: ClaimedItem,
  columns: Updateable<Tables['import_item']>,
): Promise<void> {
  await db.write(async (tx) => {
    const now = clock.now()
    if (!(await findJob(tx, item.job_id))) return
    const { numUpdatedRows } = await tx
      .updateTable('import_item')
      .set({ ...columns, progress: 1, holder: null, held_until: null, finished_at: now })
      .where(isHeld(item))
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) return
    if (columns.state !== 'failed') await releaseFiles(tx, now, filesOf(item))
    await finishIfDone(tx, now, item.job_id)
  })
}
