import { COMPANION } from '@estante/contract/file-groups.ts'
import { NATURAL_ORDER } from '@estante/contract/natural-order.ts'
import type { Context } from '../../context.ts'
import type { Transaction } from '../../db/database.ts'
import { newId } from '../../db/ids.ts'
import type { ImportFile } from '../../db/tables.ts'
import { isHidden } from '../sources/collect.ts'
import { findJob, finishIfDone } from './job.ts'
import { type ClaimedItem, findUnplanned, isHeld } from './queue.ts'

const ROWS_AT_ONCE = 100

/**
 * Groups the files of the next started job into titles, by their names alone: a folder of MP3 files is one title until
 * its tags show otherwise (`splitFolder`). Returns false when no job waits. Safe to run in two processes at once: the
 * first result is stored.
 */
export async function planNext({ db, clock }: Context): Promise<boolean> {
  const job = await findUnplanned(db)
  if (!job) return false
  const files = await db.read.selectFrom('import_file').selectAll().where('job_id', '=', job.id).execute()
  const { titles, skippedFiles } = findTitles(files)
  await db.write(async (tx) => {
    const found = await findJob(tx, job.id)
    if (!found || found.planned_at !== null) return
    await insertTitles(tx, job.id, titles)
    const planned = { planned_at: clock.now(), skipped_files: skippedFiles }
    await tx.updateTable('import_job').set(planned).where('id', '=', job.id).execute()
    await finishIfDone(tx, clock.now(), job.id)
  })
  return true
}

/** Replaces the claimed title of a folder whose MP3 files are not the tracks of one audiobook by one title a file. */
export async function splitFolder({ db }: Context, item: ClaimedItem, books: ImportFile[]): Promise<void> {
  const titles = books.map((file, index) => titleOfFile(file, item.position + index))
  await db.write(async (tx) => {
    if (!(await findJob(tx, item.job_id))) return
    const { numDeletedRows } = await tx.deleteFrom('import_item').where(isHeld(item)).executeTakeFirstOrThrow()
    if (numDeletedRows > 0n) await insertTitles(tx, item.job_id, titles)
  })
}

interface Title {
  position: number
  path: string
  is_folder: number
  size_bytes: number
}

async function insertTitles(tx: Transaction, jobId: string, titles: Title[]): Promise<void> {
  for (let first = 0; first < titles.length; first += ROWS_AT_ONCE) {
    const rows = titles.slice(first, first + ROWS_AT_ONCE)
    await tx
      .insertInto('import_item')
      .values(rows.map((title) => ({ job_id: jobId, id: newId('imi'), state: 'waiting', ...title })))
      .execute()
  }
}

function findTitles(files: ImportFile[]): { titles: Title[]; skippedFiles: number } {
  const titles: Title[] = []
  let bookCount = 0
  const folders = [...Map.groupBy(files, ({ directory }) => directory)]
  for (const [directory, inFolder] of folders.sort(([one], [other]) => comparePaths(one, other))) {
    const books = booksOf(inFolder)
    // Each file has a position, also in a folder, which may yet be split.
    const first = bookCount
    bookCount += books.length
    if (books.length > 1 && books.every(({ path }) => /\.mp3$/i.test(path))) {
      // One title takes the whole folder, pictures included.
      titles.push({ position: first, path: directory, is_folder: 1, size_bytes: sizeOf(inFolder) })
    } else {
      titles.push(...books.map((file, index) => titleOfFile(file, first + index)))
    }
  }
  return { titles, skippedFiles: files.length - bookCount }
}

function titleOfFile({ path, size_bytes }: ImportFile, position: number): Title {
  return { position, path, is_folder: 0, size_bytes }
}

/** Returns the files without companions and hidden ones, in natural order. */
export function booksOf(files: ImportFile[]): ImportFile[] {
  return files
    .filter(({ path }) => !path.split('/').some(isHidden) && !COMPANION.test(path))
    .sort((one, other) => comparePaths(one.path, other.path))
}

/** Compares paths by folder, in natural order. */
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
