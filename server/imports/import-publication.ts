import { rm } from 'node:fs/promises'
import { basename, parse, resolve } from 'node:path'
import type { Manifest } from '@estante/contract/manifest.ts'
import type { PublicationType } from '@estante/contract/partner/catalog.ts'
import { type ExtractOptions, type OpenedPublication, openPublication } from '@estante/formats/open.ts'
import { Refusal } from '@estante/formats/refusal.ts'
import type { Context } from '../context.ts'
import { violatesUnique } from '../db/errors.ts'
import { newId } from '../db/ids.ts'
import type { Transaction } from '../db/open.ts'
import type { Publication } from '../db/tables.ts'
import { coverFolder } from '../publications/covers.ts'
import { publicationFolder } from '../publications/media.ts'
import { toSearchText } from '../publications/search-text.ts'
import { type PreparedCover, prepareCover } from './cover.ts'
import { type Naming, nameOf, sourceKey, UNKNOWN_AUTHOR, workKey } from './identity.ts'

const ATTEMPTS = 3

export interface ImportEntry {
  file: string
  /** Null for a new title that was only tried. */
  id: string | null
  type: PublicationType
  title: string
  author: string
  /** What the sanitiser took out, a sentence each. */
  removed: string[]
}

export interface Imported {
  outcome: 'imported' | 'updated' | 'unchanged'
  entry: ImportEntry
}

/**
 * Imports one file, or one folder of tracks. `earlier` holds what this run has already seen, by content and by title.
 * Throws `Refusal` when it is no book that can be kept.
 */
export async function importPublication(
  context: Context,
  file: string,
  earlier: Map<string, ImportEntry>,
  options: ExtractOptions & { dryRun: boolean },
): Promise<Imported> {
  const opened = await openPublication(file)
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const imported = await tryImport(context, file, opened, earlier, options)
    if (imported) return imported
  }
  throw new Refusal('O mesmo título está sendo importado por outro processo; tente de novo quando ele terminar.')
}

/** Undefined when another process stored the same title at the same time: what is in the catalog is then looked at anew. */
async function tryImport(
  context: Context,
  file: string,
  opened: OpenedPublication,
  earlier: Map<string, ImportEntry>,
  options: ExtractOptions & { dryRun: boolean },
): Promise<Imported | undefined> {
  const { db, clock, files } = context
  const { type, contentHash } = opened
  const same = await findSame(context, contentHash)
  if (same) {
    if (same.removed_at !== null && !options.dryRun) await db.write((tx) => restore(tx, clock.now(), same.id))
    const { id, title, author } = same
    const entry = { file, id, type, title, author, removed: [] }
    earlier.set(same.source_key, entry)
    return { outcome: same.removed_at === null ? 'unchanged' : 'updated', entry }
  }
  const repeated = earlier.get(contentHash)
  if (repeated) return { outcome: 'unchanged', entry: { ...repeated, file, removed: [] } }

  const work = await files.workFolder()
  const coverWork = await files.workFolder()
  try {
    const { manifest, cover, removed } = await opened.extractTo(work, options)
    const fileName = basename(resolve(file))
    const naming = nameOf(manifest.metadata, parse(fileName).name)
    const key = sourceKey(type, manifest.metadata.identifier, naming, fileName)
    const rival = earlier.get(key)
    if (rival) throw new Refusal(`É outra versão do título que veio de “${rival.file}”. Deixe só uma das duas.`)
    const words = { type, title: naming.title, author: naming.author === UNKNOWN_AUTHOR ? '' : naming.author }
    const prepared = await prepareCover(coverWork, cover, words)
    const current = await findCurrent(context, key)
    if (current?.content_hash === contentHash) return undefined
    const entry = { file, id: current?.id ?? null, type, title: naming.title, author: naming.author, removed }
    if (!options.dryRun) {
      const book = { type, contentHash, key, naming, manifest, cover: prepared }
      const id = await store(context, current, book, work, coverWork)
      if (id === undefined) return undefined
      entry.id = id
    }
    earlier.set(key, entry).set(contentHash, entry)
    return { outcome: current ? 'updated' : 'imported', entry }
  } finally {
    await rm(work, { recursive: true, force: true })
    await rm(coverWork, { recursive: true, force: true })
  }
}

interface Book {
  type: PublicationType
  contentHash: string
  key: string
  naming: Naming
  manifest: Manifest
  cover: PreparedCover
}

type Current = Pick<Publication, 'id' | 'revision' | 'content_hash'>

/**
 * Files first, then the one row that makes them a title: whoever sees the row finds the files. Returns the id; undefined
 * when another process was faster, and nothing is left of this attempt.
 */
async function store(
  { db, clock, files }: Context,
  current: Current | undefined,
  book: Book,
  work: string,
  coverWork: string,
): Promise<string | undefined> {
  const id = current?.id ?? newId('pub')
  let revision = current ? current.revision + 1 : 1
  // A crash may have left the files of a revision that has no row.
  while (!(await files.putFolder(publicationFolder(id, revision), work))) revision++
  await files.putFolder(coverFolder(id, book.cover.version), coverWork)
  const columns = toColumns(id, revision, book)
  try {
    const isStored = await db.write((tx) =>
      current ? update(tx, clock.now(), current, columns) : insert(tx, clock.now(), id, columns),
    )
    if (isStored) return id
  } catch (error) {
    await discard()
    if (violatesUnique(error, 'source_key') || violatesUnique(error, 'content_hash')) return undefined
    throw error
  }
  await discard()
  return undefined

  // The covers of a title that exists may be in use by the faster process; those of a new id are only ours.
  async function discard(): Promise<void> {
    await files.removeFolder(publicationFolder(id, revision))
    if (!current) await files.removeFolder(coverFolder(id, book.cover.version))
  }
}

function toColumns(id: string, revision: number, { type, contentHash, key, naming, manifest, cover }: Book) {
  const { metadata, readingOrder } = manifest
  return {
    type,
    source_key: key,
    content_hash: contentHash,
    revision,
    ...naming,
    language: metadata.language[0] ?? 'und',
    work_key: workKey(id, naming),
    search_text: toSearchText(naming.title, naming.author, naming.narrator ?? ''),
    duration_ms: metadata.duration === undefined ? null : Math.round(metadata.duration * 1000),
    chapters: type === 'ebook' ? readingOrder.length : null,
    manifest: JSON.stringify({ ...manifest, metadata: { ...metadata, title: naming.title } }),
    cover_version: cover.version,
    cover_ratio: cover.ratio,
    cover_color: cover.color,
    removed_at: null,
  }
}

type Columns = ReturnType<typeof toColumns>

async function insert(tx: Transaction, now: number, id: string, columns: Columns): Promise<boolean> {
  await tx
    .insertInto('publication')
    .values({ id, ...columns, created_at: now, updated_at: now })
    .execute()
  return true
}

/** Only over the revision that was looked at: of two processes, one wins. */
async function update(tx: Transaction, now: number, current: Current, columns: Columns): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('publication')
    .set({ ...columns, updated_at: now })
    .where('id', '=', current.id)
    .where('revision', '=', current.revision)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

async function restore(tx: Transaction, now: number, id: string): Promise<void> {
  await tx.updateTable('publication').set({ removed_at: null, updated_at: now }).where('id', '=', id).execute()
}

async function findSame({ db }: Context, contentHash: string) {
  return db.read
    .selectFrom('publication')
    .select(['id', 'title', 'author', 'source_key', 'removed_at'])
    .where('content_hash', '=', contentHash)
    .executeTakeFirst()
}

async function findCurrent({ db }: Context, key: string): Promise<Current | undefined> {
  return db.read
    .selectFrom('publication')
    .select(['id', 'revision', 'content_hash'])
    .where('source_key', '=', key)
    .executeTakeFirst()
}
