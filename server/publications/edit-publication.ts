import { isLanguageTag } from '@estante/contract/language-tag.ts'
import type { Manifest } from '@estante/contract/manifest.ts'
import type { AuditDetail } from '@estante/contract/panel/audit.ts'
import type { editPublication as editPublicationRoute } from '@estante/contract/panel/publications.ts'
import type { Body } from '@estante/contract/route.ts'
import { type Actor, appendAudit, changedFields } from '../audit/audit.ts'
import type { Context } from '../context.ts'
import { coverFolder } from '../covers/cover.ts'
import { readWholeFileCover, toCoverColumns, toFileCover } from '../covers/cover-columns.ts'
import { drawCoverInSubprocess } from '../covers/cover-subprocess.ts'
import type { PreparedCover } from '../covers/draw-cover.ts'
import type { Publication } from '../db/tables.ts'
import { ApiError } from '../http/errors.ts'
import type { StagedFolders } from '../storage/staged-folders.ts'
import { withWorkFolder } from '../storage/work-folder.ts'
import { versionOf } from '../version-of.ts'
import {
  type FileMetadata,
  METADATA_FIELDS,
  type MetadataEdits,
  metadataOf,
  readFileMetadata,
  readMetadataEdits,
  toMetadataColumns,
} from './metadata.ts'
import { coverTextOf } from './naming.ts'
import { updateWithRetry } from './update-with-retry.ts'

type EditRequest = Body<typeof editPublicationRoute>

/**
 * Edits the metadata of a title; edits survive later imports. A cover drawn from the title is redrawn. `adminId`: the
 * editor; null outside the panel. Throws `VALIDATION`, and `CHANGED_MEANWHILE` when the version is no longer
 * `metadataVersion`. Returns false for an unknown title.
 */
export async function editPublication(
  context: Context,
  id: string,
  adminId: number | null,
  request: EditRequest,
  actor: Actor,
): Promise<boolean> {
  assertFields(request)
  let detail: AuditDetail = {}
  const prepare = async (row: Publication, folders: StagedFolders) => {
    const file = readFileMetadata(row)
    const before = readMetadataEdits(row)
    const edits = applyRequest(file, before, request)
    // The same edit again, after a lost answer: it is already written.
    if (METADATA_FIELDS.every((field) => edits[field] === before[field])) return undefined
    const [current, edition] = [metadataOf(file, before), metadataOf(file, edits)]
    detail = { id, ...changedFields(current, edition) }
    const version = versionOf(current)
    if (request.metadataVersion !== undefined && request.metadataVersion !== version)
      throw new ApiError('CHANGED_MEANWHILE')
    const columns = toMetadataColumns(id, file, edits, JSON.parse(row.manifest) as Manifest)
    const isFollowed = row.cover_source === 'drawn' && (columns.title !== row.title || columns.author !== row.author)
    return {
      ...columns,
      metadata_changed_by: adminId,
      metadata_changed_at: context.clock.now(),
      ...(isFollowed && toCoverColumns(await redraw(context, row, columns, folders))),
    }
  }
  return updateWithRetry(context, id, prepare, (tx, { title }) =>
    appendAudit(tx, context.clock.now(), actor, 'publication-edited', title, detail),
  )
}

/** Replaces a title's cover with a picture in a file, which is redrawn. Throws `UNUSABLE_PICTURE`. */
export async function putUploadedCover(context: Context, id: string, picture: string, actor: Actor): Promise<boolean> {
  const prepare = (row: Publication, folders: StagedFolders) =>
    withWorkFolder(context.files, async (work) => {
      const cover = await drawCoverInSubprocess(work, picture, coverTextOf(row.type, row))
      if (cover.source === 'drawn') throw new ApiError('UNUSABLE_PICTURE')
      const fileCover = readWholeFileCover(row)
      const version = await folders.putVersion((version) => coverFolder(id, version), cover.version, work, [
        row.cover_version,
        fileCover.version,
      ])
      return { ...toCoverColumns({ ...cover, version, source: 'uploaded' }), file_cover: toFileCover(fileCover) }
    })
  return updateWithRetry(context, id, prepare, (tx, { title }) =>
    appendAudit(tx, context.clock.now(), actor, 'cover-changed', title, { id }),
  )
}

/** Restores the cover of a title's file. */
export async function removeUploadedCover(context: Context, id: string, actor: Actor): Promise<boolean> {
  const prepare = async (row: Publication, folders: StagedFolders) => {
    if (row.file_cover === null) return undefined
    const cover = readWholeFileCover(row)
    const restored = cover.source === 'drawn' ? await redraw(context, row, row, folders) : cover
    return { ...toCoverColumns(restored), file_cover: null }
  }
  return updateWithRetry(context, id, prepare, (tx, { title }) =>
    appendAudit(tx, context.clock.now(), actor, 'cover-removed', title, { id }),
  )
}

/** Draws a cover from a title's present metadata. */
async function redraw(
  { files }: Context,
  row: Publication,
  { title, author }: { title: string; author: string },
  folders: StagedFolders,
): Promise<PreparedCover> {
  return withWorkFolder(files, async (work) => {
    const cover = await drawCoverInSubprocess(work, undefined, coverTextOf(row.type, { title, author }))
    const currentVersions = [row.cover_version, readWholeFileCover(row).version]
    return {
      ...cover,
      version: await folders.putVersion((one) => coverFolder(row.public_id, one), cover.version, work, currentVersions),
    }
  })
}

/** Applies the edits of a request, without those that equal the metadata of the file. */
function applyRequest(file: FileMetadata, before: MetadataEdits, request: EditRequest): MetadataEdits {
  const metadata = metadataOf(file, {})
  const edits = { ...before }
  for (const field of METADATA_FIELDS) {
    const value = request[field]?.trim()
    if (request[field] === undefined) continue
    if (value === undefined || value === (metadata[field] ?? '')) delete edits[field]
    else edits[field] = value
  }
  return edits
}

function assertFields({ title, author, language }: EditRequest): void {
  const faults = Object.entries({ title, author, language })
    .filter(([, value]) => value?.trim() === '')
    .map(([name]) => `O campo "${name}" não pode ser vazio.`)
  if (language?.trim() && !isLanguageTag(language.trim())) {
    faults.push('O campo "language" deve ser um idioma BCP 47, como pt-BR.')
  }
  if (faults.length > 0) throw new ApiError('VALIDATION', faults)
}
