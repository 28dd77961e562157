import type { Discoveries } from '@estante/contract/play/discovery.ts'
import type { Facet } from '@estante/contract/play/facets.ts'
import type { Context } from '../context.ts'
import { readEntries, toWorkCards } from '../library/cards.ts'
import { readStarted } from '../library/library.ts'
import type { SignedInMember } from '../members/member-session.ts'
import { dedupeByWork } from '../publications/works.ts'
import type { IndexedTitle, PartnerTitles, TitleIndex } from '../title-search/title-index.ts'

const SHELF_LENGTH = 20
/** Recently started titles that recommendations are based on. */
const MAX_STARTED = 20
const AUTHORS_TRIED = 5
const SUBJECTS_TRIED = 12
const SUBJECT_SHELVES = 3
/** A shorter shelf is not shown. */
const MIN_SHELF_LENGTH = 3
const SHORT_MS = 2 * 3_600_000

interface FacetShelf {
  facet: Facet
  items: IndexedTitle[]
}

/** Reads the shelves of the home screen that depend on the titles that the member started. */
export async function readDiscoveries(
  { db }: Context,
  index: TitleIndex,
  member: SignedInMember,
): Promise<Discoveries> {
  const [titles, entriesStarted] = await Promise.all([
    index.of(member.partnerId),
    readStarted(db.read, member, MAX_STARTED),
  ])
  const started = entriesStarted.flatMap(({ publication_id }) => titles.find(publication_id) ?? [])
  const works = new Set(started.map(({ work_key }) => work_key))
  const shelfOf = (some: IndexedTitle[]) => dedupeByWork(some, works).slice(0, SHELF_LENGTH)
  const listed = new Set<IndexedTitle>()
  /** Leaves out facets with few titles, or with two thirds of their titles on earlier shelves. */
  const shelvesOf = (facets: Facet[], fewest: number, most: number) =>
    facets
      .values()
      .map((facet): FacetShelf => ({ facet, items: shelfOf(titles.withFacet(facet.kind, facet.key)) }))
      .filter(({ items }) => {
        const unlisted = items.filter((title) => !listed.has(title))
        if (items.length < fewest || unlisted.length * 3 <= items.length) return false
        for (const title of unlisted) listed.add(title)
        return true
      })
      .take(most)
      .toArray()

  const isShort = ({ duration_ms }: IndexedTitle) => duration_ms !== null && duration_ms <= SHORT_MS
  const allShort = shelfOf(titles.newest(isShort, 2 * SHELF_LENGTH + works.size))
  const short = allShort.length < MIN_SHELF_LENGTH ? [] : allShort
  const [moreBy] = shelvesOf(authorsOf(started).slice(0, AUTHORS_TRIED), 1, 1)
  const subjects = shelvesOf(subjectsOf(started, titles).slice(0, SUBJECTS_TRIED), MIN_SHELF_LENGTH, SUBJECT_SHELVES)

  const shelves = [...(moreBy ? [moreBy] : []), ...subjects]
  const items = [...short, ...shelves.flatMap((shelf) => shelf.items)]
  const entries = await readEntries(db.read, member, titles, items)
  const cards = ({ facet, items }: FacetShelf) => ({ facet, items: toWorkCards(titles, items, entries) })
  return {
    moreBy: moreBy ? cards(moreBy) : null,
    short: toWorkCards(titles, short, entries),
    subjects: subjects.map(cards),
  }
}

function authorsOf(started: IndexedTitle[]): Facet[] {
  return distinct(started.flatMap(({ facets }) => facets.filter(({ kind }) => kind === 'author')))
}

/** Sorts subjects: the most frequent among the started titles first, then among all titles. */
function subjectsOf(started: IndexedTitle[], titles: PartnerTitles): Facet[] {
  const ofStarted = started.flatMap(({ facets }) => facets.filter(({ kind }) => kind === 'subject'))
  const own = [...Map.groupBy(ofStarted, ({ key }) => key).values()]
    .sort((one, other) => other.length - one.length)
    .map(([first]) => first!)
  const most = titles
    .facets('subject')
    .filter((facet) => facet.titles >= MIN_SHELF_LENGTH)
    .sort((one, other) => other.titles - one.titles)
    .map((facet) => ({ kind: 'subject' as const, ...facet }))
  return distinct([...own, ...most])
}

function distinct(facets: Pick<Facet, 'kind' | 'key' | 'name'>[]): Facet[] {
  return [...new Map(facets.map(({ kind, key, name }) => [key, { kind, key, name }])).values()]
}
