import type { Discoveries } from '@estante/contract/play/discovery.ts'
import type { Facet } from '@estante/contract/play/facets.ts'
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Context } from '../context.ts'
import type { Publication, Tables } from '../db/tables.ts'
import { toCard } from '../library/card.ts'
import { findEntries } from '../library/library.ts'
import type { MemberKey, SignedInMember } from '../members/member-session.ts'
import { availableTo } from '../publications/available.ts'
import { type CardRow, cardColumns, titlesWithFacet } from '../publications/publication.ts'
import type { FacetLists } from './facet-lists.ts'

const SHELF_LENGTH = 20
/** What a member began last says what they like. */
const BEGUN_LOOKED_AT = 20
const AUTHORS_TRIED = 5
const SUBJECTS_TRIED = 12
const SUBJECT_SHELVES = 3
/** A shelf of fewer looks forlorn. */
const FEWEST_ON_SHELF = 3
const SHORT_MS = 2 * 3_600_000

/** The shelves of the home screen that change with what the member began. */
export async function readDiscoveries(
  { db }: Context,
  facetLists: FacetLists,
  now: number,
  member: SignedInMember,
): Promise<Discoveries> {
  const { partnerId } = member
  const begun = await readBegun(db.read, member)
  const works = new Set(begun.map(({ work_key }) => work_key))
  const shelfOf = (condition: RawBuilder<SqlBool>) => readShelf(db.read, now, partnerId, condition, works)

  const facets = await readFacetsOf(db.read, begun)
  const [short, moreBy, subjects] = await Promise.all([
    shelfOf(sql`publication.duration_ms <= ${SHORT_MS}`),
    firstShelves(authorsOf(facets, begun).slice(0, AUTHORS_TRIED), { shelfOf, fewest: 1, most: 1 }),
    firstShelves(subjectsOf(facets, await facetLists.readAll(partnerId, 'subject')).slice(0, SUBJECTS_TRIED), {
      shelfOf,
      fewest: FEWEST_ON_SHELF,
      most: SUBJECT_SHELVES,
    }),
  ])

  const shown = [...short, ...[...moreBy, ...subjects].flatMap(({ rows }) => rows)]
  const entries = await findEntries(
    db.read,
    member,
    shown.map(({ id }) => id),
  )
  const cards = (rows: CardRow[]) => rows.map((row) => toCard(row, entries.get(row.id)))
  const [author] = moreBy
  return {
    moreBy: author ? { facet: author.facet, items: cards(author.rows) } : null,
    short: cards(short),
    subjects: subjects.map(({ facet, rows }) => ({ facet, items: cards(rows) })),
  }
}

type Begun = Awaited<ReturnType<typeof readBegun>>
type FacetsOfBegun = Awaited<ReturnType<typeof readFacetsOf>>

/** The titles that the member began, the last one first. */
async function readBegun(db: Kysely<Tables>, { partnerId, memberId }: MemberKey) {
  return db
    .selectFrom('library_entry as entry')
    .innerJoin('publication', 'publication.id', 'entry.publication_id')
    .select(['publication.id', 'publication.work_key'])
    .where('entry.partner_id', '=', partnerId)
    .where('entry.member_id', '=', memberId)
    .where('entry.started_at', 'is not', null)
    .orderBy('entry.updated_at', 'desc')
    .limit(BEGUN_LOOKED_AT)
    .execute()
}

async function readFacetsOf(db: Kysely<Tables>, titles: Begun) {
  if (titles.length === 0) return []
  return db
    .selectFrom('publication_facet')
    .select(['publication_id', 'kind', 'key', 'name', 'ordinal'])
    .where(
      'publication_id',
      'in',
      titles.map(({ id }) => id),
    )
    .where('kind', 'in', ['author', 'subject'])
    .orderBy('ordinal')
    .execute()
}

function authorsOf(facets: FacetsOfBegun, begun: Begun): Facet[] {
  const authors = begun.flatMap(({ id }) =>
    facets.filter(({ kind, publication_id }) => kind === 'author' && publication_id === id),
  )
  return distinct(authors)
}

/** What most of the begun titles are about, then what most titles are. */
function subjectsOf(facets: FacetsOfBegun, popular: { key: string; name: string; titles: number }[]): Facet[] {
  const begun = Map.groupBy(
    facets.filter(({ kind }) => kind === 'subject'),
    ({ key }) => key,
  )
  const own = [...begun.values()].sort((one, other) => other.length - one.length).map(([first]) => first!)
  const most = popular
    .filter(({ titles }) => titles >= FEWEST_ON_SHELF)
    .sort((one, other) => other.titles - one.titles)
    .map((facet) => ({ kind: 'subject' as const, ...facet }))
  return distinct([...own, ...most])
}

function distinct(facets: Pick<Facet, 'kind' | 'key' | 'name'>[]): Facet[] {
  return [...new Map(facets.map(({ kind, key, name }) => [key, { kind, key, name }])).values()]
}

/** The shelves of the first facets that have enough titles. */
async function firstShelves(
  facets: Facet[],
  {
    shelfOf,
    fewest,
    most,
  }: { shelfOf(condition: RawBuilder<SqlBool>): Promise<CardRow[]>; fewest: number; most: number },
): Promise<{ facet: Facet; rows: CardRow[] }[]> {
  const shelves: { facet: Facet; rows: CardRow[] }[] = []
  for (const facet of facets) {
    if (shelves.length === most) break
    const rows = await shelfOf(sql`publication.id in ${titlesWithFacet(facet.kind, facet.key)}`)
    if (rows.length >= fewest) shelves.push({ facet, rows })
  }
  return shelves
}

/** The newest titles of which a condition holds, each work in one form, and none of those left out. */
async function readShelf(
  db: Kysely<Tables>,
  now: number,
  partnerId: number,
  condition: RawBuilder<SqlBool>,
  leftOut: ReadonlySet<string>,
): Promise<CardRow[]> {
  const rows = await db
    .selectFrom('publication')
    .select([...cardColumns, 'work_key'])
    .where(availableTo(partnerId, now))
    .where(condition)
    .orderBy('public_id', 'desc')
    .limit(2 * SHELF_LENGTH + leftOut.size)
    .execute()
  return onceEach(rows, leftOut).slice(0, SHELF_LENGTH)
}

/** Each work once, in the form that is preferred, else in the one that comes first. */
export function onceEach<Row extends Pick<Publication, 'work_key' | 'type'>>(
  rows: Row[],
  leftOut: ReadonlySet<string>,
  preferred?: Publication['type'],
): Row[] {
  const works = new Map<string, Row>()
  for (const row of rows) {
    if (leftOut.has(row.work_key)) continue
    const isBetter = row.type === preferred && works.get(row.work_key)?.type !== preferred
    if (isBetter || !works.has(row.work_key)) works.set(row.work_key, row)
  }
  return [...works.values()]
}
