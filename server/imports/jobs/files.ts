import { link, mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { Connection, Transaction } from '../../db/database.ts'
import { newId } from '../../db/ids.ts'
import type { ImportFile, ImportJobRow } from '../../db/tables.ts'
import { ApiError } from '../../http/errors.ts'
import { copyToDisk } from '../../storage/copy-to-disk.ts'
import { FileGone } from '../../storage/errors.ts'
import { supersedeFolder } from '../../storage/folder-ledger.ts'
import { stageFolders } from '../../storage/staged-folders.ts'
import { lastName, type UploadPath } from './upload-path.ts'

/*
 * Stores the uploads of an import job until they are imported or deleted: with the media, so that any node can import
 * them, each in a folder of its own under a generated name.
 */

export const LIMITS = {
  /** The limits for a title (`formats/audiobook/limits.ts`, `formats/zip/zip-archive.ts`). */
  fileBytes: 2 * 1024 ** 3,
  jobBytes: 200 * 1024 ** 3,
  jobFiles: 5000,
}

/** The single file of a storage folder. */
export const STORED_NAME = 'file'

/** Throws unless the job still accepts files, and this one fits. */
export async function refuseUpload({ db }: Context, jobId: string, sizeBytes: number): Promise<void> {
  const job = await selectCounts(db.read, jobId).executeTakeFirst()
  refuse(job, { files: 0, bytes: sizeBytes })
}

function selectCounts(db: Connection, jobId: string) {
  return db.selectFrom('import_job').select(['started_at', 'file_count', 'file_bytes']).where('id', '=', jobId)
}

type Counts = Pick<ImportJobRow, 'started_at' | 'file_count' | 'file_bytes'>

function refuse(job: Counts | undefined, more: { files: number; bytes: number }): void {
  if (!job) throw new ApiError('NOT_FOUND')
  if (job.started_at !== null) throw new ApiError('IMPORT_STARTED')
  const isOver = job.file_count + more.files > LIMITS.jobFiles || job.file_bytes + more.bytes > LIMITS.jobBytes
  if (isOver) throw new ApiError('IMPORT_TOO_LARGE')
}

/**
 * Stores a complete upload, alone in a work folder, as a file of a job. One with the same path is replaced. Throws
 * `NOT_FOUND`, `IMPORT_STARTED` and `IMPORT_TOO_LARGE`.
 */
export async function storeUpload(
  context: Context,
  jobId: string,
  { path, directory }: UploadPath,
  sizeBytes: number,
  work: string,
): Promise<void> {
  const { db, clock } = context
  const folders = stageFolders(context, async () => false)
  const folder = `imports/${jobId}/${newId('imf')}`
  try {
    await folders.put(folder, work)
    await db.write(async (tx) => {
      const job = await selectCounts(tx, jobId).forNoKeyUpdate().executeTakeFirst()
      const earlier = await tx
        .deleteFrom('import_file')
        .where('job_id', '=', jobId)
        .where('path', '=', path)
        .returning(['size_bytes', 'folder'])
        .executeTakeFirst()
      const more = { files: earlier ? 0 : 1, bytes: sizeBytes - (earlier?.size_bytes ?? 0) }
      refuse(job, more)
      const now = clock.now()
      if (!(await folders.commit(tx))) throw new Error('an upload took longer than a day to be stored')
      if (earlier) await supersedeFolder(tx, earlier.folder, now)
      await tx
        .insertInto('import_file')
        .values({ job_id: jobId, path, directory, size_bytes: sizeBytes, folder })
        .execute()
      await tx
        .updateTable('import_job')
        .set((row) => ({
          file_count: row('file_count', '+', more.files),
          file_bytes: row('file_bytes', '+', more.bytes),
          received_at: now,
        }))
        .where('id', '=', jobId)
        .execute()
    })
  } catch (error) {
    await folders.abandon()
    throw error
  }
}

/** Selects a job's files: all, of a folder, or one. */
export interface FileChoice {
  jobId: string
  directory?: string
  path?: string
  /** All except the files of titles in quarantine. */
  isOutsideQuarantine?: true
}

/** Deletes files of a job and schedules their folders for removal. */
export async function releaseFiles(tx: Transaction, now: number, choice: FileChoice): Promise<void> {
  const files = await filesChosen(tx, choice).execute()
  for (let first = 0; first < files.length; first += ROWS_AT_ONCE) {
    const some = files.slice(first, first + ROWS_AT_ONCE)
    await tx
      .insertInto('folder_removal')
      .values(some.map(({ folder }) => ({ folder, remove_after: now })))
      .execute()
    const paths = some.map(({ path }) => path)
    await tx.deleteFrom('import_file').where('job_id', '=', choice.jobId).where('path', 'in', paths).execute()
  }
}

const ROWS_AT_ONCE = 200

export function filesChosen(db: Connection, { jobId, directory, path, isOutsideQuarantine }: FileChoice) {
  let query = db.selectFrom('import_file').selectAll().where('job_id', '=', jobId)
  if (directory !== undefined) query = query.where('directory', '=', directory)
  if (path !== undefined) query = query.where('path', '=', path)
  if (isOutsideQuarantine) {
    query = query.where((is) =>
      is.not(
        is.exists(
          is
            .selectFrom('import_item')
            .select('import_item.id')
            .whereRef('import_item.job_id', '=', 'import_file.job_id')
            .where('import_item.quarantined_until', 'is not', null)
            .where(
              sql<boolean>`case when import_item.is_folder = 1 then import_item.path = import_file.directory else import_item.path = import_file.path end`,
            ),
        ),
      ),
    )
  }
  return query
}

/**
 * Fetches files of a job into a local folder, each under the last name of its path. Returns their paths. Files on a
 * local disk are linked, and files left in `prefetched` by `movePrefetched` are moved.
 */
export async function fetchFiles(
  { files }: Context,
  wanted: ImportFile[],
  folder: string,
  prefetched: string,
  signal: AbortSignal,
): Promise<string[]> {
  const paths: string[] = []
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const file of wanted) {
    signal.throwIfAborted()
    const target = join(folder, lastName(file.path))
    paths.push(target)
    if (await moveIfExists(join(prefetched, lastName(file.folder)), target)) continue
    const stored = await files.open(`${file.folder}/${STORED_NAME}`)
    if (!stored || stored.sizeBytes !== file.size_bytes) throw new FileGone(file.path)
    if (stored.localPath === undefined) await copyToDisk(stored, target, signal)
    else await link(stored.localPath, target)
  }
  return paths
}

/** Moves files that were fetched into `folder` to `prefetched`, for the titles that they turn out to be. */
export async function movePrefetched(files: ImportFile[], folder: string, prefetched: string): Promise<void> {
  await mkdir(prefetched, { recursive: true, mode: 0o700 })
  for (const file of files) {
    await moveIfExists(join(folder, lastName(file.path)), join(prefetched, lastName(file.folder)))
  }
}

async function moveIfExists(source: string, target: string): Promise<boolean> {
  try {
    await rename(source, target)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}
