import { COMPANION, NATURAL_ORDER } from '@estante/contract/file-groups.ts'
import type { Context } from '../../context.ts'
import { newId } from '../../db/ids.ts'
import type { ImportFile } from '../../db/tables.ts'
import { StorageUnavailable } from '../../storage/errors.ts'
import { withWorkFolder } from '../../storage/work-folder.ts'
import { isHidden } from '../sources/collect.ts'
import { isTrackList } from '../sources/track-list.ts'
import { fetchTags } from './fetch-tags.ts'
import { findJob, finishIfDone } from './job.ts'
import { lastName } from './upload-path.ts'

const ROWS_AT_ONCE = 100

/**
 * Groups the files of the next started job into titles, as `collectSources` does for files on a disk. Returns false
 * when no job waits. Safe to run in two processes at once: the first result is stored.
 */
export async function planNext(context: Context, signal: AbortSignal): Promise<boolean> {
  const { db, clock } = context
  const job = await db.read
    .selectFrom('import_job')
    .select('id')
    .where('started_at', 'is not', null)
    .where('planned_at', 'is', null)
    .orderBy('started_at')
    .executeTakeFirst()
  if (!job) return false
  const files = await db.read.selectFrom('import_file').selectAll().where('job_id', '=', job.id).execute()
  const { titles, skippedFiles } = await findTitles(context, files, signal)
  const rows = titles.map((title, position) => ({ job_id: job.id, id: newId('imi'), position, ...title }))
  await db.write(async (tx) => {
    const found = await findJob(tx, job.id)
    if (!found || found.planned_at !== null) return
    for (let first = 0; first < rows.length; first += ROWS_AT_ONCE) {
      await tx
        .insertInto('import_item')
        .values(rows.slice(first, first + ROWS_AT_ONCE))
        .execute()
    }
    const planned = { planned_at: clock.now(), skipped_files: skippedFiles }
    await tx.updateTable('import_job').set(planned).where('id', '=', job.id).execute()
    await finishIfDone(tx, clock.now(), job.id)
  })
  return true
}

interface Title {
  path: string
  is_folder: number
  size_bytes: number
  state: 'waiting'
}

async function findTitles(
  context: Context,
  files: ImportFile[],
  signal: AbortSignal,
): Promise<{ titles: Title[]; skippedFiles: number }> {
  const titles: Title[] = []
  let skippedFiles = 0
  const folders = [...Map.groupBy(files, ({ directory }) => directory)]
  for (const [directory, inFolder] of folders.sort(([one], [other]) => comparePaths(one, other))) {
    const books = inFolder
      .filter(({ path }) => !path.split('/').some(isHidden) && !COMPANION.test(path))
      .sort((one, other) => comparePaths(one.path, other.path))
    skippedFiles += inFolder.length - books.length
    if (await areTracks(context, books, signal)) {
      // One title takes the whole folder, pictures included.
      titles.push({ path: directory, is_folder: 1, size_bytes: sizeOf(inFolder), state: 'waiting' })
    } else {
      titles.push(
        ...books.map(({ path, size_bytes }) => ({ path, is_folder: 0, size_bytes, state: 'waiting' as const })),
      )
    }
  }
  return { titles, skippedFiles }
}

async function areTracks(context: Context, files: ImportFile[], signal: AbortSignal): Promise<boolean> {
  if (files.length < 2 || !files.every(({ path }) => /\.mp3$/i.test(lastName(path)))) return false
  try {
    return await withWorkFolder(context.files, async (work) =>
      isTrackList(await fetchTags(context, files, work, signal), { signal }),
    )
  } catch (error) {
    // Throw a failure of the disk or the store, so that the job is retried. Any other fault concerns a file, whose
    // import will report it: do not block the job.
    const isOfMachine = error instanceof StorageUnavailable || (error as NodeJS.ErrnoException).code !== undefined
    if (signal.aborted || isOfMachine) throw error
    context.log.warn({ err: error, files: files.length }, 'tracks not looked at')
    return false
  }
}

/** By folder, in natural order. */
function comparePaths(one: string, other: string): number {
  const [names, others] = [one.split('/'), other.split('/')]
  for (let index = 0; index < Math.min(names.length, others.length); index++) {
    const order = NATURAL_ORDER.compare(names[index] ?? '', others[index] ?? '')
    if (order !== 0) return order
  }
  return names.length - others.length
}

function sizeOf(files: ImportFile[]): number {
  return files.reduce((sum, file) => sum + file.size_bytes, 0)
}
