import { rm } from 'node:fs/promises'
import { basename, parse, resolve } from 'node:path'
import type { Manifest } from '@estante/contract/manifest.ts'
import type { ReviewReason } from '@estante/contract/panel/publications.ts'
import type { PublicationType } from '@estante/contract/partner/catalog.ts'
import { isVisible } from '@estante/contract/text.ts'
import { openPublicationFile } from '@estante/formats/open.ts'
import type { ExtractOptions, OpenedPublication } from '@estante/formats/publication.ts'
import { Refusal } from '@estante/formats/refusal.ts'
import { SANITIZER_VERSION } from '@estante/formats/sanitizer-version.ts'
import type { Context } from '../../context.ts'
import { coverFolder } from '../../covers/cover.ts'
import { COVER_GRACE_MS, readFileCover, toCoverColumns, toFileCover } from '../../covers/cover-columns.ts'
import type { PreparedCover } from '../../covers/draw-cover.ts'
import type { Connection, Database, Transaction } from '../../db/database.ts'
import { violatesUnique } from '../../db/errors.ts'
import { newId } from '../../db/ids.ts'
import type { Publication } from '../../db/tables.ts'
import { hasFirstFile, isTitleFolderInUse, publicationFolder, REVISION_GRACE_MS } from '../../media/folders.ts'
import { type MetadataEdits, metadataOf, readMetadataEdits, toMetadataColumns } from '../../publications/metadata.ts'
import { coverTextOf, type Naming, UNKNOWN_AUTHOR, workKey } from '../../publications/naming.ts'
import { STATE_COLUMNS, type StateColumns } from '../../publications/publication-state.ts'
import { isSecondCopy, readReview, toReviewColumn } from '../../publications/review.ts'
import { insertPublication, lockCatalog, updatePublication } from '../../publications/write-publication.ts'
import { supersedeFolder } from '../../storage/folder-ledger.ts'
import { stageFolders } from '../../storage/staged-folders.ts'
import { awaitContent, claimContent } from './content-claim.ts'
import { drawCoverInThread } from './draw-cover-in-thread.ts'
import { nameTitle, sourceKey } from './identity.ts'
import { measureTitle } from './measure-titles.ts'
import { requireDiskSpace } from './require-disk-space.ts'
import { stripUnstorableText } from './strip-unstorable-text.ts'

const ATTEMPTS = 3

export interface ImportEntry {
  file: string
  /** Null for a new title in a dry run. */
  id: string | null
  type: PublicationType
  title: string
  author: string
  /** Sentences about the content that the sanitiser removed. */
  removed: string[]
  /** Why the draft awaits review; empty when it does not. */
  review: ReviewReason[]
}

export interface ImportResult {
  outcome: 'imported' | 'updated' | 'unchanged'
  entry: ImportEntry
}

export interface ImportPublicationOptions extends ExtractOptions {
  /** Dry run: reads, converts and draws everything, and stores nothing. */
  dryRun: boolean
  /** Waits while another process imports the same content. */
  waits: boolean
  /**
   * True: publishes the title, even a draft or a withdrawn title. False: leaves its state, new titles as drafts.
   * Undefined: publishes new and withdrawn titles, leaves drafts. Titles that await review are never published.
   */
  publishes?: boolean | undefined
  /** Called in the transaction that writes to the catalog; when it throws, nothing is written. */
  precondition?: ((tx: Transaction) => Promise<void>) | undefined
}

/**
 * Imports one file, or one folder of tracks. `earlier` holds the contents and titles that this run has seen. Returns
 * undefined when another process is importing the same content now, unless it `waits`. Throws `Refusal` for a book
 * that cannot be stored.
 */
export async function importPublication(
  context: Context,
  file: string,
  earlier: Map<string, ImportEntry>,
  options: ImportPublicationOptions,
): Promise<ImportResult | undefined> {
  const opened = await openPublicationFile(file, { signal: options.signal })
  const task = { context, file, opened, earlier, options }
  const known = await findKnown(task)
  if (known || options.dryRun) return known ?? importNew(task)

  await using claim = options.waits
    ? await awaitContent(context, opened.contentHash, options.signal)
    : await claimContent(context, opened.contentHash)
  const result = claim && (await importNew(task))
  if (result?.entry.id) await measureStored(context, result.entry.id, options.signal)
  return result
}

/** Measures the audio of a title, best effort: after a failure or an abort, `estante catalog measure` does it later. */
async function measureStored(context: Context, id: string, signal = new AbortController().signal) {
  await measureTitle(context, id, signal).catch((error) => {
    if (!signal.aborted) context.log.warn({ err: error, id }, 'the sound of a title was not measured')
  })
}

/** A file to import, with its options. */
interface ImportTask {
  context: Context
  file: string
  opened: OpenedPublication
  earlier: Map<string, ImportEntry>
  options: ImportPublicationOptions
}

async function importNew(task: ImportTask): Promise<ImportResult> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const imported = (await findKnown(task)) ?? (await extractAndStore(task))
    if (imported) return imported
  }
  throw new Refusal('O mesmo título está sendo importado por outro processo; tente de novo quando ele terminar.')
}

/**
 * Decides the outcome for content that is already in the catalog, sanitised by this version and stored, or was seen
 * earlier in this run.
 */
async function findKnown(task: ImportTask): Promise<ImportResult | undefined> {
  const { context, file, opened, earlier, options } = task
  const { db, clock } = context
  const { contentHash } = opened
  const { dryRun, publishes, precondition } = options
  const same = await findSame(db, contentHash)
  if (same && (await isUpToDate(context, same))) {
    const state = stateAfterImport(clock.now(), same, publishes)
    const isChanged = STATE_COLUMNS.some((column) => state[column] !== same[column])
    if (isChanged && !dryRun) {
      const isStored = await db.write(async (tx) => {
        await precondition?.(tx)
        const row = await findUnchanged(tx, same)
        const now = clock.now()
        if (row) await updatePublication(tx, row.id, { ...stateAfterImport(now, row, publishes), updated_at: now })
        return row !== undefined
      })
      if (!isStored) return findKnown(task)
    }
    const { public_id: id, type, title, author } = same
    const review = state.publish_from === null ? readReview(same) : []
    const entry = { file, id, type, title, author, removed: [], review }
    earlier.set(same.source_key, entry)
    return { outcome: isChanged ? 'updated' : 'unchanged', entry }
  }
  const repeated = earlier.get(contentHash)
  return repeated && { outcome: 'unchanged', entry: { ...repeated, file, removed: [] } }
}

/** False when the files must be stored again: an earlier sanitiser made them, or they were lost. */
async function isUpToDate(
  context: Context,
  same: Pick<Publication, 'sanitizer_version' | 'public_id' | 'revision' | 'manifest'>,
): Promise<boolean> {
  return same.sanitizer_version >= SANITIZER_VERSION && (await hasFirstFile(context, same))
}

/**
 * Extracts a title and stores it. Undefined when another process changed it meanwhile: the catalog is then read again.
 */
async function extractAndStore(task: ImportTask): Promise<ImportResult | undefined> {
  const { context, file, opened, earlier, options } = task
  const { db, files } = context
  const { type, contentHash } = opened
  const work = await files.workFolder()
  const coverWork = await files.workFolder()
  try {
    await requireDiskSpace(work, opened.extractedBytes)
    const { manifest: written, cover, removed, isCalledByFile } = await opened.extractTo(work, options)
    const manifest = stripUnstorableText(written)
    const fileName = basename(resolve(file))
    const naming = nameTitle(manifest.metadata, parse(fileName).name)
    const key = sourceKey(type, manifest.metadata.identifier, naming, fileName)
    const rival = earlier.get(key)
    if (rival) throw new Refusal(`É outra versão do título que veio de “${rival.file}”. Deixe só uma das duas.`)
    const [same, named] = [await findSame(db, contentHash), await findNamed(db, key)]
    const current = same ?? named
    if (same && (await isUpToDate(context, same))) return undefined
    const edits = current ? readMetadataEdits(current) : {}
    const { title, author } = metadataOf({ naming, metadata: manifest.metadata }, edits)
    const prepared = await drawCoverInThread(coverWork, cover, coverTextOf(type, { title, author }), options)
    const mayWait = current ? current.review !== null : true
    // An EPUB without a title gets its file's name.
    const isByFile = isCalledByFile || !isVisible(manifest.metadata.title)
    const findReview = async (read: Connection) =>
      mayWait ? findReasons(read, { type, naming, isCalledByFile: isByFile }, current?.public_id, earlier) : []
    const entry: ImportEntry = { file, id: current?.public_id ?? null, type, title, author, removed, review: [] }
    if (options.dryRun) {
      entry.review = await findReview(db.read)
    } else {
      // The newly sanitised metadata may match another title: this one keeps its key, so that both stay.
      const ownKey = same && named && same.id !== named.id ? same.source_key : key
      const book = { type, contentHash, key: ownKey, naming, manifest, edits, cover: prepared, findReview }
      const stored = await store(context, current, book, { work, coverWork }, options)
      if (!stored) return undefined
      Object.assign(entry, stored)
    }
    earlier.set(key, entry).set(contentHash, entry)
    return { outcome: current ? 'updated' : 'imported', entry }
  } finally {
    await rm(work, { recursive: true, force: true })
    await rm(coverWork, { recursive: true, force: true })
  }
}

/**
 * Finds the reasons for which a title awaits review. `earlier` holds the titles of this run, which a dry run does not
 * store.
 */
async function findReasons(
  read: Connection,
  { type, naming, isCalledByFile }: Pick<Book, 'type' | 'naming'> & { isCalledByFile: boolean },
  id: string | undefined,
  earlier: ReadonlyMap<string, ImportEntry>,
): Promise<ReviewReason[]> {
  const hasNoAuthor = naming.author === UNKNOWN_AUTHOR
  const isSame = (one: ImportEntry) =>
    one.type === type && one.id !== id && one.title === naming.title && one.author === naming.author
  const isCopy =
    !hasNoAuthor &&
    ([...earlier.values()].some(isSame) ||
      (await isSecondCopy(read, { type, work_key: workKey(id ?? '', naming) }, id ?? '')))
  return [
    ...(isCalledByFile ? (['title-of-file'] as const) : []),
    ...(hasNoAuthor ? (['no-author'] as const) : []),
    ...(isCopy ? (['second-copy'] as const) : []),
  ]
}

interface Book {
  type: PublicationType
  contentHash: string
  key: string
  naming: Naming
  manifest: Manifest
  edits: MetadataEdits
  cover: PreparedCover
  /** Decides the review in the transaction that writes: two concurrent copies would otherwise both be the first. */
  findReview(read: Connection): Promise<ReviewReason[]>
}

const CURRENT_COLUMNS = [
  'id',
  'public_id',
  'revision',
  'content_hash',
  'sanitizer_version',
  'cover_version',
  'file_cover',
  'edits',
  'review',
] as const
type CurrentPublication = Pick<Publication, (typeof CURRENT_COLUMNS)[number]>

/**
 * Stores the files first, then the row that refers to them, so that no reader of the row misses a file. Until the row
 * exists, and once it refers to other folders, each folder is in the ledger of removals. Returns the id and the reasons
 * for review; undefined when another process was faster.
 */
async function store(
  context: Context,
  current: CurrentPublication | undefined,
  book: Book,
  { work, coverWork }: { work: string; coverWork: string },
  { publishes, precondition }: ImportPublicationOptions,
): Promise<(Pick<ImportEntry, 'review'> & { id: string }) | undefined> {
  const { db, clock } = context
  const id = current?.public_id ?? newId('pub')
  const folders = stageFolders(context, isTitleFolderInUse)
  // The file's own cover, even while an uploaded one is shown.
  const fileCover = current && readFileCover(current)
  try {
    const revision = await folders.putNumbered(
      (one) => publicationFolder(id, one),
      current ? current.revision + 1 : 1,
      work,
    )
    const currentVersions = current && fileCover ? [current.cover_version, fileCover.version] : []
    const version = await folders.putVersion(
      (one) => coverFolder(id, one),
      book.cover.version,
      coverWork,
      currentVersions,
    )
    const columns = toColumns(id, revision, book)
    const cover = { ...book.cover, version }
    const review = await db.write(async (tx) => {
      const now = clock.now()
      await precondition?.(tx)
      if (!(await folders.commit(tx))) throw new OvertakenError()
      if (!current) {
        await lockCatalog(tx)
        const reasons = await book.findReview(tx)
        const isDraft = publishes === false || reasons.length > 0
        const state = { publish_from: isDraft ? null : 0, review: toReviewColumn(reasons) }
        const first = { public_id: id, ...columns, ...toCoverColumns(cover), ...state }
        await insertPublication(tx, { ...first, created_at: now, updated_at: now })
        return reasons
      }
      const row = await findUnchanged(tx, current)
      if (!row) throw new OvertakenError()
      await lockCatalog(tx)
      const reasons = await book.findReview(tx)
      const isUploaded = row.file_cover !== null
      await updatePublication(tx, current.id, {
        ...columns,
        ...(isUploaded ? { file_cover: toFileCover(cover) } : toCoverColumns(cover)),
        ...stateAfterImport(now, { ...row, review: toReviewColumn(reasons) }, publishes),
        updated_at: now,
      })
      await supersedeFolder(tx, publicationFolder(id, current.revision), now + REVISION_GRACE_MS)
      if (fileCover && ![version, isUploaded && row.cover_version].includes(fileCover.version)) {
        await supersedeFolder(tx, coverFolder(id, fileCover.version), now + COVER_GRACE_MS)
      }
      return reasons
    })
    return { id, review }
  } catch (error) {
    await folders.abandon()
    if (error instanceof OvertakenError) return undefined
    if (violatesUnique(error, 'source_key') || violatesUnique(error, 'content_hash')) return undefined
    throw error
  }
}

/** Another process changed the title meanwhile, or took so long that this one's staged files expired. */
class OvertakenError extends Error {
  override name = 'OvertakenError'
}

function toColumns(
  id: string,
  revision: number,
  { type, contentHash, key, naming, manifest, edits }: Omit<Book, 'cover'>,
) {
  const { metadata, readingOrder } = manifest
  return {
    type,
    source_key: key,
    content_hash: contentHash,
    sanitizer_version: SANITIZER_VERSION,
    revision,
    ...toMetadataColumns(id, { naming, metadata }, edits, manifest),
    duration_ms: type === 'ebook' || metadata.duration === undefined ? null : Math.round(metadata.duration * 1000),
    chapters: type === 'ebook' ? readingOrder.length : null,
    is_fixed_layout: Number(metadata.layout === 'fixed'),
  }
}

type ReviewedState = StateColumns & Pick<Publication, 'review'>

/**
 * Returns the state of a title after another import (`ImportPublicationOptions.publishes`). Its dates do not change.
 */
function stateAfterImport(
  now: number,
  { withdrawn_at, publish_from, publish_until, review }: ReviewedState,
  publishes: boolean | undefined,
): ReviewedState {
  if (publishes === false) return { withdrawn_at, publish_from, publish_until, review }
  // A title that awaits review is published by a person only.
  const isHeld = publish_from === null && review !== null
  const from = publishes && !isHeld ? (publish_from ?? now) : publish_from
  return { withdrawn_at: null, publish_from: from, publish_until, review }
}

/** Locks the title that was read until the end of the transaction. Undefined when it has changed since. */
async function findUnchanged(
  tx: Transaction,
  current: CurrentPublication,
): Promise<(CurrentPublication & StateColumns) | undefined> {
  const row = await tx
    .selectFrom('publication')
    .select([...CURRENT_COLUMNS, ...STATE_COLUMNS])
    .where('id', '=', current.id)
    .where('revision', '=', current.revision)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row && CURRENT_COLUMNS.every((column) => row[column] === current[column]) ? row : undefined
}

async function findSame(db: Database, contentHash: string) {
  return db.read
    .selectFrom('publication')
    .select([...CURRENT_COLUMNS, 'type', 'title', 'author', 'source_key', 'manifest', ...STATE_COLUMNS])
    .where('content_hash', '=', contentHash)
    .executeTakeFirst()
}

async function findNamed(db: Database, key: string): Promise<CurrentPublication | undefined> {
  return db.read.selectFrom('publication').select(CURRENT_COLUMNS).where('source_key', '=', key).executeTakeFirst()
}
