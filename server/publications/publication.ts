import type { PublicationType } from '@estante/contract/partner/catalog.ts'
import type { FacetKind } from '@estante/contract/play/facets.ts'
import { type Kysely, sql } from 'kysely'
import type { Context } from '../context.ts'
import { prepared } from '../db/prepared.ts'
import type { Publication, Tables } from '../db/tables.ts'
import { toSearchText } from '../search-text.ts'
import { availableTo } from './available.ts'
import { publicationStateOf } from './publication-state.ts'
import { updatePublication } from './write-publication.ts'

/** A title of a partner's catalog, or undefined when there is none that it is shown now. */
export async function findPublication(
  db: Kysely<Tables>,
  now: number,
  partnerId: number,
  id: string,
): Promise<Publication | undefined> {
  return db
    .selectFrom('publication')
    .selectAll()
    .where('public_id', '=', id)
    .where(availableTo(partnerId, now))
    .executeTakeFirst()
}

/** What rows name a title by, whoever it is shown to; 0, which names none, when there is no such title. */
export async function findPublicationId(db: Kysely<Tables>, publicId: string): Promise<number> {
  const [found] = await selectId(db, { publicId })
  return found?.id ?? 0
}

const selectId = prepared((db, { publicId }: { publicId: string }) =>
  db.selectFrom('publication').select('id').where('public_id', '=', publicId),
)

/** The same work in the other form: same title and author. */
export async function findOtherForm(
  db: Kysely<Tables>,
  now: number,
  partnerId: number,
  { type, work_key }: Pick<Publication, 'type' | 'work_key'>,
): Promise<{ id: string; type: PublicationType } | undefined> {
  return db
    .selectFrom('publication')
    .select(['public_id as id', 'type'])
    .where('work_key', '=', work_key)
    .where('type', '!=', type)
    .where(availableTo(partnerId, now))
    .orderBy('public_id', 'desc')
    .executeTakeFirst()
}

/** The newest titles of a form, the newest first. */
export const readNewest = prepared(
  (db, { partnerId, now, type, limit }: { partnerId: number; now: number; type: PublicationType; limit: number }) =>
    db
      .selectFrom('publication')
      .select(cardColumns)
      .where(availableTo(partnerId, now))
      .where('type', '=', type)
      .orderBy('public_id', 'desc')
      .limit(limit),
)

export interface TitleSearch {
  q?: string
  type?: PublicationType
  /** Keys of facets. */
  author?: string
  narrator?: string
  subject?: string
  series?: string
  maxSeconds?: number
  sort?: 'newest' | 'title' | 'length' | 'series'
  /** The last title of the page before. */
  afterId: string | undefined
  limit: number
}

/**
 * Titles, the newest first unless `sort` says otherwise. Every word of `q` is somewhere in title, author or narrator,
 * whatever the accents and the case.
 */
export async function searchTitles(
  db: Kysely<Tables>,
  now: number,
  partnerId: number,
  { q, type, maxSeconds, sort = 'newest', afterId, limit, ...facets }: TitleSearch,
): Promise<CardRow[]> {
  let query = db.selectFrom('publication').select(cardColumns).where(availableTo(partnerId, now))
  // Words are letters and digits, so none of them holds a wildcard.
  for (const word of new Set(toSearchText(q ?? '').split(' '))) {
    if (word !== '') query = query.where('search_text', 'like', `%${word}%`)
  }
  if (type !== undefined) query = query.where('type', '=', type)
  if (maxSeconds !== undefined) query = query.where('duration_ms', '<=', maxSeconds * 1000)
  for (const kind of ['author', 'narrator', 'subject', 'series'] as const) {
    const key = facets[kind]
    if (key !== undefined) query = query.where('id', 'in', titlesWithFacet(kind, key))
  }
  if (sort === 'newest') {
    // The order of their ids backwards.
    if (afterId !== undefined) query = query.where('public_id', '<', afterId)
    return query.orderBy('public_id', 'desc').limit(limit).execute()
  }
  const orderOf = ORDERS[sort]
  if (afterId !== undefined) {
    query = query.where(
      sql<boolean>`(${orderOf('publication', facets.series)}, publication.public_id) >
        (select ${orderOf('last', facets.series)}, last.public_id from publication as last where last.public_id = ${afterId})`,
    )
  }
  return query.orderBy(orderOf('publication', facets.series)).orderBy('public_id').limit(limit).execute()
}

/** What a list is ordered by, ascending. E-books, which have no duration, come after what has one. */
const ORDERS = {
  title: (table: string) => sql.ref(`${table}.search_text`),
  length: (table: string) =>
    sql`coalesce(${sql.ref(`${table}.duration_ms`)}, 1000000000000 + ${sql.ref(`${table}.chapters`)})`,
  series: (table: string, series: string | undefined) => sql`coalesce((
    select number from publication_facet
    where kind = 'series' and key = ${series ?? ''} and publication_id = ${sql.ref(`${table}.id`)}), 100000)`,
}

/** The ids of the titles with a facet. */
export function titlesWithFacet(kind: FacetKind, key: string) {
  return sql<number>`(select publication_id from publication_facet where kind = ${kind} and key = ${key})`
}

/** What a card shows, and nothing heavier. */
export const cardColumns = [
  'publication.id',
  'publication.public_id',
  'publication.type',
  'publication.title',
  'publication.author',
  'publication.duration_ms',
  'publication.chapters',
  'publication.cover_version',
  'publication.cover_ratio',
  'publication.cover_color',
] as const

export type CardRow = Pick<
  Publication,
  | 'id'
  | 'public_id'
  | 'type'
  | 'title'
  | 'author'
  | 'duration_ms'
  | 'chapters'
  | 'cover_version'
  | 'cover_ratio'
  | 'cover_color'
>

/** The whole catalog in a few words, drafts too, for the operator. */
export async function listPublications({ db, clock }: Pick<Context, 'db' | 'clock'>) {
  const rows = await db.read
    .selectFrom('publication')
    .select(['public_id as id', 'type', 'title', 'author', 'removed_at', 'publish_from', 'publish_until'])
    .where('removed_at', 'is', null)
    .orderBy('public_id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    type: row.type,
    title: row.title,
    author: row.author,
    state: publicationStateOf(row, clock.now()),
  }))
}

/** Takes a title out of the catalog; what members did with it is kept. False when there is none. */
export async function removePublication({ db, clock }: Context, id: string): Promise<boolean> {
  const now = clock.now()
  return db.write(async (tx) => {
    const row = await tx
      .selectFrom('publication')
      .select('id')
      .where('public_id', '=', id)
      .where('removed_at', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!row) return false
    await updatePublication(tx, row.id, { removed_at: now, updated_at: now })
    return true
  })
}
