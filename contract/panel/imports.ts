import type { Static } from 'typebox'
import { IdPath, Instant, oneOf, orNull, pageOf } from '../fields.ts'
import { route } from '../route.ts'
import { Type } from '../schema.ts'
import { storableText } from '../text.ts'
import { titleFields } from '../title-fields.ts'
import { ReviewReason } from './publications.ts'

/*
 * Import jobs, for operators. The client creates a job, sends its files one by one (`PUT …/files?path=`), and starts
 * it; then it continues by itself through restarts, and the page polls. A job holds files and folders as dropped: paths
 * are relative to the drop, with `/`.
 */

/**
 * `receiving`: files are being sent and were not read yet. `waiting`: started and queued. `importing`: in progress.
 * `finished`: every title has its outcome; retrying one reopens the job.
 */
const ImportJobState = oneOf(['receiving', 'waiting', 'importing', 'finished'])

/**
 * `imported`: new in the catalog. `updated`: new content for an existing title, or a title restored or published.
 * `unchanged`: the same content as before. `failed`: refused, in quarantine.
 */
export const ImportItemState = oneOf(['waiting', 'importing', 'imported', 'updated', 'unchanged', 'failed'])
export type ImportItemState = Static<typeof ImportItemState>

/** One title: a file, or a folder of MP3 that is one audiobook. */
export const ImportItem = Type.Object({
  id: Type.String(),
  jobId: Type.String(),
  /** Path of the file or folder; empty for loose MP3s that form one audiobook. */
  path: Type.String(),
  isFolder: Type.Boolean(),
  sizeBytes: Type.Integer(),
  state: ImportItemState,
  /** 0 to 1. */
  progress: Type.Number(),
  /** Why it failed: a sentence in Portuguese. Null unless `failed`. */
  reason: orNull(Type.String()),
  /** Content that the sanitiser removed: Portuguese sentences with counts. */
  removed: Type.Array(Type.String()),
  /** The resulting title, under its present name. Null until done, and after a failure. */
  publication: orNull(
    Type.Object({
      ...titleFields,
      /** Its cover, 160 pixels wide. */
      coverUrl: Type.String(),
      /** Why it is a draft to be reviewed. */
      review: Type.Array(ReviewReason),
    }),
  ),
  /** When it was imported or refused. */
  finishedAt: orNull(Instant),
  /** When the quarantine ends; until then it can be retried. Null when there is nothing to retry. */
  quarantinedUntil: orNull(Instant),
})
export type ImportItem = Static<typeof ImportItem>

export const ImportJob = Type.Object({
  id: Type.String(),
  name: orNull(Type.String()),
  state: ImportJobState,
  createdAt: Instant,
  /** Name of the operator. */
  createdBy: orNull(Type.String()),
  finishedAt: orNull(Instant),
  /** Whether new titles are published at once; otherwise they are drafts. Null until started. */
  publishes: orNull(Type.Boolean()),
  /** Completely received files. */
  files: Type.Object({ count: Type.Integer(), bytes: Type.Integer() }),
  /** Files beside books that are not books (notes, pictures, hidden files), counted when the job runs. */
  skippedFiles: Type.Integer(),
  /** Titles by state; all 0 until the job runs and groups its files. */
  titles: Type.Object({
    total: Type.Integer(),
    waiting: Type.Integer(),
    importing: Type.Integer(),
    imported: Type.Integer(),
    /** How many of the imported are drafts now. */
    drafts: Type.Integer(),
    /** How many of the drafts await a review. */
    toReview: Type.Integer(),
    updated: Type.Integer(),
    unchanged: Type.Integer(),
    failed: Type.Integer(),
  }),
  /** Fraction of its titles that is done, 0 to 1. */
  progress: Type.Number(),
})
export type ImportJob = Static<typeof ImportJob>

/** Limits of an upload; beyond them the answer is 413. */
export const ImportLimits = Type.Object({
  fileBytes: Type.Integer(),
  jobBytes: Type.Integer(),
  jobFiles: Type.Integer(),
})
export type ImportLimits = Static<typeof ImportLimits>

const cursor = Type.Optional(Type.String({ maxLength: 512 }))
const ItemPath = Type.Object({ id: storableText({ maxLength: 64 }), item: storableText({ maxLength: 64 }) })

/** Newest first, thirty at a time. */
export const listImports = route('GET', '/panel/v1/imports', {
  access: { roles: ['operator'] },
  query: Type.Object({ cursor }),
  answer: Type.Object({ ...pageOf(ImportJob).properties, limits: ImportLimits }),
})

/** A job that is never started is deleted a week after its last file. */
export const createImport = route('POST', '/panel/v1/imports', {
  access: { roles: ['operator'] },
  body: Type.Object({ name: Type.Optional(storableText({ minLength: 1, maxLength: 120 })) }),
  status: 201,
  answer: ImportJob,
})

/**
 * A job with a page of its titles: a hundred, in import order. `current` holds the titles in progress of all pages.
 * With `state`, only titles in that state.
 */
export const getImport = route('GET', '/panel/v1/imports/:id', {
  access: { roles: ['operator'] },
  params: IdPath,
  query: Type.Object({ cursor, state: Type.Optional(ImportItemState) }),
  answer: Type.Object({
    job: ImportJob,
    current: Type.Array(ImportItem),
    items: Type.Array(ImportItem),
    nextCursor: orNull(Type.String()),
  }),
})

/** All files, by path: a page closed during an upload can send the missing ones. */
export const listImportFiles = route('GET', '/panel/v1/imports/:id/files', {
  access: { roles: ['operator'] },
  params: IdPath,
  answer: Type.Object({ items: Type.Array(Type.Object({ path: Type.String(), sizeBytes: Type.Integer() })) }),
})

/**
 * The body is the file itself, as `application/octet-stream`, with its `Content-Length`. `path` is relative to the
 * dropped folder: `Autora/Livro/01.mp3`. An interrupted upload stores nothing and is repeated from the start; the same
 * path again replaces the file. Files may be sent in parallel.
 */
export const putImportFile = route('PUT', '/panel/v1/imports/:id/files', {
  access: { roles: ['operator'] },
  params: IdPath,
  query: Type.Object({ path: storableText({ minLength: 1, maxLength: 512 }) }),
  answer: Type.Object({ path: Type.String(), sizeBytes: Type.Integer() }),
})

/**
 * Its titles are imported one after another. With `publish`, new titles are published at once, and imported drafts
 * and withdrawn titles become available; without it nothing becomes available: new titles are drafts.
 */
export const startImport = route('POST', '/panel/v1/imports/:id/start', {
  access: { roles: ['operator'] },
  params: IdPath,
  body: Type.Object({ publish: Type.Boolean() }),
  answer: ImportJob,
})

/**
 * Deletes its report and its files, also in quarantine, and stops the import in progress. Imported titles stay.
 */
export const forgetImport = route('DELETE', '/panel/v1/imports/:id', {
  access: { roles: ['operator'] },
  params: IdPath,
  status: 204,
})

/** With its stored file. */
export const retryImportItem = route('POST', '/panel/v1/imports/:id/items/:item/retry', {
  access: { roles: ['operator'] },
  params: ItemPath,
  answer: ImportItem,
})

/** Removes it from the report, and deletes its file. */
export const discardImportItem = route('DELETE', '/panel/v1/imports/:id/items/:item', {
  access: { roles: ['operator'] },
  params: ItemPath,
  status: 204,
})

export const QuarantinedItem = Type.Object({
  ...ImportItem.properties,
  job: Type.Object({ id: Type.String(), name: orNull(Type.String()), createdAt: Instant }),
})
export type QuarantinedItem = Static<typeof QuarantinedItem>

/**
 * The latest refusal first, fifty a page. Files are retained for thirty days; after that the refusal is only in the
 * report of its job.
 */
export const listQuarantine = route('GET', '/panel/v1/quarantine', {
  access: { roles: ['operator'] },
  query: Type.Object({ cursor }),
  answer: pageOf(QuarantinedItem),
})
