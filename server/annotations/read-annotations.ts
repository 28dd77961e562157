import type { Manifest } from '@estante/contract/manifest.ts'
import type { PublicationType } from '@estante/contract/partner/catalog.ts'
import type { getNotebook } from '@estante/contract/play/annotations.ts'
import type { Query } from '@estante/contract/route.ts'
import { sql } from 'kysely'
import type { Connection } from '../db/database.ts'
import { toKey } from '../db/ids.ts'
import type { Publication } from '../db/tables.ts'
import { availableTo } from '../publications/available.ts'
import { cardColumns } from '../publications/publication.ts'
import { toSearchWords } from '../search-text.ts'
import { type MemberKey, ofMember } from '../tenancy.ts'
import type { LiveRow } from './annotation.ts'

const columns = [
  'annotation.id',
  'annotation.publication_id',
  'annotation.motivation',
  'annotation.color',
  'annotation.note',
  'annotation.locator',
  'annotation.range_start',
  'annotation.range_end',
  'annotation.publication_revision',
  'annotation.is_lost',
  'annotation.created_at',
  'annotation.updated_at',
  'annotation.revision',
] as const

export type AnnotatedPublication = Pick<
  Publication,
  'id' | 'public_id' | 'type' | 'revision' | 'manifest' | 'title' | 'author' | 'language' | 'duration_ms'
>

const manifests = new WeakMap<object, Manifest>()

/** Parses the manifest of a title that was read, once for all its annotations. */
export function manifestOf(publication: Pick<AnnotatedPublication, 'manifest'>): Manifest {
  const known = manifests.get(publication)
  if (known) return known
  const manifest = JSON.parse(publication.manifest) as Manifest
  manifests.set(publication, manifest)
  return manifest
}

/** Finds a title that the member can open, or has annotations in. */
export async function findAnnotatedPublication(
  db: Connection,
  now: number,
  member: MemberKey,
  publicationId: string,
): Promise<AnnotatedPublication | undefined> {
  return annotatable(db, now, member).where('public_id', '=', publicationId).executeTakeFirst()
}

/** Finds a title by its title, author and form; an available one rather than one that the member had. */
export async function findAnnotatedWork(
  db: Connection,
  now: number,
  member: MemberKey,
  workKey: string,
  type: PublicationType,
): Promise<AnnotatedPublication | undefined> {
  // Null for a draft, which PostgreSQL would sort first.
  const availability = availableTo(member.partnerId, now)
  return annotatable(db, now, member)
    .where('work_key', '=', workKey)
    .where('type', '=', type)
    .orderBy(availability, (order) => order.desc().nullsLast())
    .orderBy('id')
    .executeTakeFirst()
}

function annotatable(db: Connection, now: number, { partnerId, memberId }: MemberKey) {
  const has = (table: 'library_entry' | 'annotation') =>
    sql<boolean>`exists (
      select 1 from ${sql.table(table)} as known
      where known.partner_id = ${partnerId} and known.member_id = ${memberId} and known.publication_id = publication.id
    )`
  return db
    .selectFrom('publication')
    .select(['id', 'public_id', 'type', 'revision', 'manifest', 'title', 'author', 'language', 'duration_ms'])
    .where((where) => where.or([availableTo(partnerId, now), has('library_entry'), has('annotation')]))
}

/** Counts a member's annotations in all titles, with deleted ones: an index alone serves it. */
export async function countAnnotations(db: Connection, member: MemberKey): Promise<number> {
  const { count } = await db
    .selectFrom('annotation')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(ofMember(member))
    .executeTakeFirstOrThrow()
  return count
}

/** Lists the titles that a member has annotations in, by title, and how many. */
export async function listAnnotatedTitles(
  db: Connection,
  member: MemberKey,
): Promise<{ id: string; title: string; count: number }[]> {
  const rows = await db
    .selectFrom('annotation')
    .innerJoin('publication', 'publication.id', 'annotation.publication_id')
    .select(({ fn }) => ['publication.public_id as id', 'publication.title', fn.countAll<number>().as('count')])
    .where(ofMember(member))
    .where('annotation.deleted_at', 'is', null)
    .groupBy(['publication.public_id', 'publication.title'])
    .execute()
  const order = new Intl.Collator('pt').compare
  return rows.sort((one, other) => order(one.title, other.title) || order(one.id, other.id))
}

/** Reads the version of a title's list, which changes with every annotation. */
export async function findListVersion(
  db: Connection,
  member: MemberKey,
  publicationId: number,
): Promise<{ changedAt: number; count: number }> {
  const { changedAt, count } = await db
    .selectFrom('annotation')
    .select(({ fn, case: when }) => [
      fn.max<number | null>('changed_at').as('changedAt'),
      fn.sum<number | null>(when().when('deleted_at', 'is', null).then(1).else(0).end()).as('count'),
    ])
    .where(ofMember(member))
    .where('publication_id', '=', publicationId)
    .executeTakeFirstOrThrow()
  return { changedAt: changedAt ?? 0, count: count ?? 0 }
}

/** Reads a member's annotations in a title, in the order of the book; annotations of removed chapters come last. */
export async function readAnnotationsOfPublication(
  db: Connection,
  member: MemberKey,
  publication: Pick<AnnotatedPublication, 'id' | 'public_id' | 'manifest'>,
): Promise<LiveRow[]> {
  const rows = await db
    .selectFrom('annotation')
    .select(columns)
    .where(ofMember(member))
    .where('publication_id', '=', publication.id)
    .where('deleted_at', 'is', null)
    .execute()
  const { readingOrder } = manifestOf(publication)
  const order = new Map(readingOrder.map(({ href }, index) => [href, index]))
  const placed = rows.map((row) => {
    const { href } = JSON.parse(row.locator) as { href: string }
    return { row, chapter: order.get(href) ?? order.size }
  })
  placed.sort(
    ({ row: one, chapter }, { row: other, chapter: otherChapter }) =>
      chapter - otherChapter ||
      one.range_start - other.range_start ||
      one.range_end - other.range_end ||
      Buffer.compare(one.id, other.id),
  )
  return placed.map(({ row }) => ({ ...row, public_id: publication.public_id }))
}

/**
 * Reads a page of a member's annotations in all titles, newest first. `before`: `created_at` and id of the last row of
 * the page before.
 */
export async function readNotebook(
  db: Connection,
  now: number,
  member: MemberKey,
  { q, publicationId, motivation, color }: Omit<Query<typeof getNotebook>, 'cursor' | 'limit'>,
  before: string | undefined,
  limit: number,
) {
  let query = db
    .selectFrom('annotation')
    .innerJoin('publication', 'publication.id', 'annotation.publication_id')
    .select(columns)
    .select(cardColumns.filter((name) => name !== 'publication.id'))
    .select(sql<number>`case when ${availableTo(member.partnerId, now)} then 1 else 0 end`.as('is_available'))
    .where(ofMember(member))
    .where('annotation.deleted_at', 'is', null)
  for (const word of toSearchWords(q ?? '')) query = query.where('annotation.search_text', 'like', `%${word}%`)
  if (publicationId !== undefined) query = query.where('publication.public_id', '=', publicationId)
  if (motivation === 'commenting') query = query.where('annotation.note', 'is not', null)
  else if (motivation !== undefined) {
    query = query.where('annotation.motivation', motivation === 'bookmarking' ? '=' : '!=', 'bookmarking')
  }
  if (color !== undefined) query = query.where('annotation.color', '=', color)
  if (before !== undefined) {
    const [createdAt, id = ''] = before.split(' ')
    query = query
      .where('annotation.created_at', '<=', Number(createdAt))
      .where((row) =>
        row.or([row('annotation.created_at', '<', Number(createdAt)), row('annotation.id', '<', toKey(id))]),
      )
  }
  return query.orderBy('annotation.created_at', 'desc').orderBy('annotation.id', 'desc').limit(limit).execute()
}
