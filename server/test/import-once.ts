import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { cp, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../config.ts'
import { type Context, closeContext, openContext } from '../context.ts'
import { coverFolder } from '../covers/cover.ts'
import type { Publication } from '../db/tables.ts'
import { importPaths } from '../imports/sources/import-paths.ts'
import { publicationFolder } from '../media/folders.ts'
import { insertPublication } from '../publications/write-publication.ts'
import { fakeClock } from './test-app.ts'

/**
 * Imports books into a test's catalog as `importPaths` does, and returns their ids in order of time. Each set of files
 * is imported once a process; later tests get copies of the rows and folders.
 */
export async function importOnce({ db, files }: Context, paths: string[]): Promise<string[]> {
  const key = paths.join()
  imports[key] ??= importAside(paths)
  const { publications, stored } = await imports[key]
  for (const { id: _, ...publication } of publications) {
    const folders = [
      publicationFolder(publication.public_id, publication.revision),
      coverFolder(publication.public_id, publication.cover_version),
    ]
    for (const folder of folders) {
      const work = await files.workFolder()
      await cp(join(stored, folder), work, { recursive: true })
      await files.putFolder(folder, work)
    }
    await db.write((tx) => insertPublication(tx, publication))
  }
  return publications.map(({ public_id }) => public_id)
}

const imports: Record<string, Promise<{ publications: Publication[]; stored: string }>> = {}

async function importAside(paths: string[]) {
  const dataDir = await mkdtemp(join(tmpdir(), 'estante-imported-'))
  process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }))
  const context = await openContext(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }), { clock: fakeClock() })
  const { failed } = await importPaths(context, paths)
  assert.deepEqual(failed, [])
  const publications = await context.db.read.selectFrom('publication').selectAll().orderBy('public_id').execute()
  await closeContext(context)
  return { publications, stored: join(dataDir, 'media/stored') }
}
