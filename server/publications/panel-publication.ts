import {
  type CatalogSummary,
  type EditableField,
  type listPublications,
  type PanelPublication,
  type PanelPublicationDetail,
  TITLE_FILTERS,
  type TitleFilter,
} from '@estante/contract/panel/publications.ts'
import type { Query } from '@estante/contract/route.ts'
import type { ExpressionBuilder } from 'kysely'
import { readLastChange } from '../admins/last-change.ts'
import type { Context } from '../context.ts'
import { toCover } from '../covers/cover.ts'
import type { Connection, Database } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'
import { toIsoString } from '../http/to-iso-string.ts'
import { toSearchWords } from '../search-text.ts'
import { PREVIEW_PARTNER_ID } from '../tenancy.ts'
import { versionOf } from '../version-of.ts'
import { versionOfState } from './change-state.ts'
import { findFeaturedId } from './featured.ts'
import { METADATA_FIELDS, type MetadataEdits, metadataOf, readFileMetadata, readMetadataEdits } from './metadata.ts'
import { cardColumns, findOtherForm, lengthOf, type RowWith } from './publication.ts'
import { isInState, publicationStateOf } from './publication-state.ts'
import { versionOfPartners } from './restrict-to-partners.ts'
import { readReview } from './review.ts'

const ROW_COLUMNS = [
  ...cardColumns,
  'publication.narrator',
  'publication.withdrawn_at',
  'publication.publish_from',
  'publication.publish_until',
  'publication.is_restricted',
  'publication.review',
  'publication.edits',
  'publication.cover_source',
  'publication.created_at',
  'publication.updated_at',
] as const

/** Reads a page of titles in any state, newest first, for the operator's list. */
export async function listPanelPublications(
  db: Database,
  now: number,
  { q = '', type, state, import: job }: Omit<Query<typeof listPublications>, 'cursor'>,
  beforeId: string | undefined,
  limit: number,
): Promise<PanelPublication[]> {
  let query = db.read.selectFrom('publication').select(ROW_COLUMNS)
  for (const word of toSearchWords(q)) query = query.where('search_text', 'like', `%${word}%`)
  if (type !== undefined) query = query.where('type', '=', type)
  if (state !== undefined) query = query.where(matchesFilter(state, now))
  if (job !== undefined) {
    query = query.where(({ exists, selectFrom }) =>
      exists(
        selectFrom('import_item')
          .select('import_item.id')
          .where('job_id', '=', job)
          .whereRef('import_item.publication_id', '=', 'publication.id'),
      ),
    )
  }
  if (beforeId !== undefined) query = query.where('public_id', '<', beforeId)
  const rows = await query.orderBy('public_id', 'desc').limit(limit).execute()
  const restricted = rows.filter((row) => row.is_restricted === 1).map(({ id }) => id)
  const countOf = await countPartners(db.read, restricted)
  return rows.map((row) => toPanelPublication(row, countOf.get(row.id) ?? 0, now))
}

function matchesFilter(filter: TitleFilter, now: number) {
  return (is: ExpressionBuilder<Tables, 'publication'>) => {
    if (filter === 'restricted') return is('is_restricted', '=', 1)
    if (filter === 'review') return is.and([isInState('draft', now)(is), is('review', 'is not', null)])
    return isInState(filter, now)(is)
  }
}

async function countPartners(db: Connection, publicationIds: number[]): Promise<Map<number, number>> {
  if (publicationIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('publication_partner')
    .select((row) => ['publication_id', row.fn.countAll<number>().as('count')])
    .where('publication_id', 'in', publicationIds)
    .groupBy('publication_id')
    .execute()
  return new Map(rows.map((row) => [row.publication_id, row.count]))
}

export async function summarizeCatalog(db: Database, now: number): Promise<CatalogSummary> {
  const counted = await db.read
    .selectFrom('publication')
    .select((row) =>
      TITLE_FILTERS.map((filter) =>
        row.fn
          .sum<number | null>(row.case().when(matchesFilter(filter, now)(row)).then(row.lit(1)).else(row.lit(0)).end())
          .as(filter),
      ),
    )
    .executeTakeFirstOrThrow()
  return Object.fromEntries(TITLE_FILTERS.map((filter) => [filter, counted[filter] ?? 0])) as CatalogSummary
}

/** Reads a title in any state with all details for an operator. Undefined for an unknown one. */
export async function readPanelPublication(
  { db, clock }: Context,
  id: string,
): Promise<PanelPublicationDetail | undefined> {
  const now = clock.now()
  const row = await db.read.selectFrom('publication').selectAll().where('public_id', '=', id).executeTakeFirst()
  if (!row) return undefined
  const [partners, otherForm, lastImport, metadataChanged, featuredId] = await Promise.all([
    row.is_restricted === 1 ? readPartners(db.read, row.id) : null,
    findOtherForm(db.read, now, PREVIEW_PARTNER_ID, row),
    readLastImport(db.read, row.id),
    readLastChange(db.read, row.metadata_changed_by, row.metadata_changed_at),
    findFeaturedId(db.read),
  ])
  const file = readFileMetadata(row)
  const edits = readMetadataEdits(row)
  return {
    ...toPanelPublication(row, partners?.length ?? 0, now),
    fields: toFields(metadataOf(file, edits), metadataOf(file, {}), edits),
    metadataVersion: versionOf(metadataOf(file, edits)),
    metadataChanged,
    stateVersion: versionOfState(row),
    partnersVersion: versionOfPartners(partners?.map((partner) => partner.id) ?? null),
    coverSource: row.cover_source,
    identifier: file.metadata.identifier ?? null,
    publishedInFile: file.metadata.published ?? null,
    revision: row.revision,
    partners,
    withdrawnAt: toIsoString(row.withdrawn_at),
    isFeatured: featuredId === id,
    otherForm: otherForm ?? null,
    lastImport,
  }
}

type Fields = PanelPublicationDetail['fields']

function toFields(
  current: ReturnType<typeof metadataOf>,
  fromFile: ReturnType<typeof metadataOf>,
  edits: MetadataEdits,
): Fields {
  const fields = METADATA_FIELDS.map((field): [string, EditableField] => [
    field,
    { value: current[field], fromFile: fromFile[field], isEdited: edits[field] !== undefined },
  ])
  return Object.fromEntries(fields) as Fields
}

async function readPartners(db: Connection, publicationId: number) {
  return db
    .selectFrom('publication_partner')
    .innerJoin('partner', 'partner.id', 'publication_partner.partner_id')
    .select(['partner.public_id as id', 'partner.name', 'partner.slug'])
    .where('publication_partner.publication_id', '=', publicationId)
    .orderBy('partner.name')
    .orderBy('partner.id')
    .execute()
}

async function readLastImport(db: Connection, publicationId: number): Promise<PanelPublicationDetail['lastImport']> {
  const row = await db
    .selectFrom('import_item')
    .innerJoin('import_job', 'import_job.id', 'import_item.job_id')
    .select(['import_job.id', 'import_job.name', 'path', 'import_item.finished_at', 'state', 'removed'])
    .where('publication_id', '=', publicationId)
    .where('import_item.finished_at', 'is not', null)
    .orderBy('import_item.finished_at', 'desc')
    .orderBy('import_item.id', 'desc')
    .executeTakeFirst()
  if (!row || (row.state !== 'imported' && row.state !== 'updated' && row.state !== 'unchanged')) return null
  return {
    jobId: row.id,
    jobName: row.name,
    path: row.path,
    at: new Date(row.finished_at ?? 0).toISOString(),
    outcome: row.state,
    removed: JSON.parse(row.removed ?? '[]') as string[],
  }
}

function toPanelPublication(row: RowWith<typeof ROW_COLUMNS>, partnerCount: number, now: number): PanelPublication {
  return {
    id: row.public_id,
    type: row.type,
    title: row.title,
    author: row.author,
    narrator: row.narrator,
    cover: toCover(row),
    ...lengthOf(row),
    state: publicationStateOf(row, now),
    review: publicationStateOf(row, now) === 'draft' ? readReview(row) : [],
    // 0: it was never otherwise.
    publishFrom: toIsoString(row.publish_from || null),
    publishUntil: toIsoString(row.publish_until),
    partnerCount: row.is_restricted === 1 ? partnerCount : null,
    isEdited: row.edits !== null || row.cover_source === 'uploaded',
    addedAt: new Date(row.created_at).toISOString(),
    updatedAt: new Date(row.updated_at).toISOString(),
  }
}
