import { createHash, randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { basename, parse, resolve } from 'node:path'
import type { Manifest } from '@estante/contract/manifest.ts'
import type { PublicationType } from '@estante/contract/partner/catalog.ts'
import { type ExtractOptions, type OpenedPublication, openPublication } from '@estante/formats/open.ts'
import { Refusal } from '@estante/formats/refusal.ts'
import type { Context } from '../context.ts'
import { violatesUnique } from '../db/errors.ts'
import { newId } from '../db/ids.ts'
import type { Database, Transaction } from '../db/open.ts'
import type { Publication } from '../db/tables.ts'
import { coverFolder } from '../publications/covers.ts'
import { GRANT_LIFETIME_MS } from '../publications/grant.ts'
import { publicationFolder } from '../publications/media.ts'
import { toSearchText } from '../publications/search-text.ts'
import { type PreparedCover, prepareCover } from './cover.ts'
import { claimFolder, giveUpFolders, keepFolders, supersedeFolder } from './folder-removal.ts'
import { type Naming, nameOf, sourceKey, UNKNOWN_AUTHOR, workKey } from './identity.ts'
import { awaitContent, claimContent } from './import-claim.ts'
import { storableManifest } from './storable-manifest.ts'

const ATTEMPTS = 3
/** Nobody holds an address of an earlier revision for longer. */
const REVISION_GRACE_MS = 2 * GRANT_LIFETIME_MS
/** Partners keep copies of the catalog: the cover they know stays for a month. */
const COVER_GRACE_MS = 30 * 24 * 3_600_000

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

export interface ImportPublicationOptions extends ExtractOptions {
  /** Reads, converts and draws everything, and keeps nothing. */
  dryRun: boolean
  /** Waits while another process imports the same content. */
  waits: boolean
}

/**
 * Imports one file, or one folder of tracks. `earlier` holds what this run has already seen, by content and by title.
 * Undefined when another process is importing the same content now, unless it `waits`. Throws `Refusal` when it is no
 * book that can be kept.
 */
export async function importPublication(
  context: Context,
  file: string,
  earlier: Map<string, ImportEntry>,
  options: ImportPublicationOptions,
): Promise<Imported | undefined> {
  const opened = await openPublication(file)
  const known = await findKnown(context, file, opened, earlier, options)
  if (known || options.dryRun) return known ?? importNew(context, file, opened, earlier, options)

  await using claim = options.waits
    ? await awaitContent(context, opened.contentHash, options.signal)
    : await claimContent(context, opened.contentHash)
  return claim && (await importNew(context, file, opened, earlier, options))
}

async function importNew(
  context: Context,
  file: string,
  opened: OpenedPublication,
  earlier: Map<string, ImportEntry>,
  options: ImportPublicationOptions,
): Promise<Imported> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const imported =
      (await findKnown(context, file, opened, earlier, options)) ??
      (await extractAndStore(context, file, opened, earlier, options))
    if (imported) return imported
  }
  throw new Refusal('O mesmo título está sendo importado por outro processo; tente de novo quando ele terminar.')
}

/** What becomes of content that is in the catalog already, or came earlier in this run. */
async function findKnown(
  { db, clock }: Context,
  file: string,
  { contentHash }: OpenedPublication,
  earlier: Map<string, ImportEntry>,
  { dryRun }: ImportPublicationOptions,
): Promise<Imported | undefined> {
  const same = await findSame(db, contentHash)
  if (same) {
    if (same.removed_at !== null && !dryRun) await db.write((tx) => restore(tx, clock.now(), same.id))
    const { id, type, title, author } = same
    const entry = { file, id, type, title, author, removed: [] }
    earlier.set(same.source_key, entry)
    return { outcome: same.removed_at === null ? 'unchanged' : 'updated', entry }
  }
  const repeated = earlier.get(contentHash)
  return repeated && { outcome: 'unchanged', entry: { ...repeated, file, removed: [] } }
}

/** Undefined when another process changed the same title at the same time: what is in the catalog is then looked at anew. */
async function extractAndStore(
  context: Context,
  file: string,
  opened: OpenedPublication,
  earlier: Map<string, ImportEntry>,
  options: ImportPublicationOptions,
): Promise<Imported | undefined> {
  const { db, files } = context
  const { type, contentHash } = opened
  const work = await files.workFolder()
  const coverWork = await files.workFolder()
  try {
    const { manifest: written, cover, removed } = await opened.extractTo(work, options)
    const manifest = storableManifest(written)
    const fileName = basename(resolve(file))
    const naming = nameOf(manifest.metadata, parse(fileName).name)
    const key = sourceKey(type, manifest.metadata.identifier, naming, fileName)
    const rival = earlier.get(key)
    if (rival) throw new Refusal(`É outra versão do título que veio de “${rival.file}”. Deixe só uma das duas.`)
    const words = { type, title: naming.title, author: naming.author === UNKNOWN_AUTHOR ? '' : naming.author }
    const prepared = await prepareCover(coverWork, cover, words)
    const current = await findCurrent(db, key)
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

type Current = Pick<Publication, 'id' | 'revision' | 'content_hash' | 'cover_version'>

/**
 * Files first, then the one row that makes them a title: whoever sees the row finds the files. Until then, and again once
 * it is superseded, each folder is in the ledger of what will be removed. Returns the id; undefined when another process
 * was faster.
 */
async function store(
  { db, clock, files, log }: Context,
  current: Current | undefined,
  book: Book,
  work: string,
  coverWork: string,
): Promise<string | undefined> {
  const id = current?.id ?? newId('pub')
  const holder = randomUUID()
  const kept: string[] = []
  try {
    const revision = await storeRevision()
    const version = await storeCover()
    const columns = toColumns(id, revision, { ...book, cover: { ...book.cover, version } })
    await db.write(async (tx) => {
      const now = clock.now()
      if (!(await keepFolders(tx, holder, kept))) throw new Overtaken()
      if (!current) return insert(tx, now, id, columns)
      if (!(await update(tx, now, current, columns))) throw new Overtaken()
      await supersedeFolder(tx, publicationFolder(id, current.revision), now + REVISION_GRACE_MS)
      if (version !== current.cover_version) {
        await supersedeFolder(tx, coverFolder(id, current.cover_version), now + COVER_GRACE_MS)
      }
    })
    return id
  } catch (error) {
    await giveUp(kept)
    if (error instanceof Overtaken) return undefined
    if (violatesUnique(error, 'source_key') || violatesUnique(error, 'content_hash')) return undefined
    throw error
  }

  async function storeRevision(): Promise<number> {
    for (let revision = current ? current.revision + 1 : 1; ; revision++) {
      const folder = publicationFolder(id, revision)
      if ((await claimFolder(db, clock.now(), holder, folder)) !== 'claimed') continue
      kept.push(folder)
      if (await files.putFolder(folder, work)) return revision
      // Something lies there that the ledger knew nothing of.
      await giveUp(kept.splice(0))
    }
  }

  // The same picture keeps its address. A name that is being stored or removed at this moment is passed over.
  async function storeCover(): Promise<string> {
    for (let { version } = book.cover; ; version = anotherVersion(version)) {
      if (version === current?.cover_version) return version
      const folder = coverFolder(id, version)
      const claim = await claimFolder(db, clock.now(), holder, folder)
      if (claim === 'taken') continue
      kept.push(folder)
      if (claim === 'claimed') await files.putFolder(folder, coverWork)
      return version
    }
  }

  // What is not given up now is due in a day.
  async function giveUp(folders: string[]): Promise<void> {
    await giveUpFolders(db, clock.now(), holder, folders).catch((error) =>
      log.warn({ err: error, folders }, 'folders not given up'),
    )
  }
}

/** Another process changed the title meanwhile, or the files of this one took so long that they were given up. */
class Overtaken extends Error {
  override name = 'Overtaken'
}

function anotherVersion(version: string): string {
  return createHash('sha256').update(version).digest('hex').slice(0, version.length)
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

async function insert(tx: Transaction, now: number, id: string, columns: Columns): Promise<void> {
  await tx
    .insertInto('publication')
    .values({ id, ...columns, created_at: now, updated_at: now })
    .execute()
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

async function findSame(db: Database, contentHash: string) {
  return db.read
    .selectFrom('publication')
    .select(['id', 'type', 'title', 'author', 'source_key', 'removed_at'])
    .where('content_hash', '=', contentHash)
    .executeTakeFirst()
}

async function findCurrent(db: Database, key: string): Promise<Current | undefined> {
  return db.read
    .selectFrom('publication')
    .select(['id', 'revision', 'content_hash', 'cover_version'])
    .where('source_key', '=', key)
    .executeTakeFirst()
}
