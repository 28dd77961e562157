import type { searchPublications } from '@estante/contract/play/publications.ts'
import type { Query } from '@estante/contract/route.ts'
import { toSearchWords } from '../search-text.ts'
import type { IndexedTitle, PartnerTitles } from './title-index.ts'

/**
 * Finds titles, the newest first unless `sort` says otherwise, each work once: in the form that comes first. Every word
 * of `q` is somewhere in title, author or narrator, whatever the accents and the case. `afterId`: the last title of the
 * previous page.
 */
export function searchTitles(
  titles: PartnerTitles,
  {
    q,
    type,
    maxSeconds = Infinity,
    sort = 'newest',
    ...keys
  }: Omit<Query<typeof searchPublications>, 'cursor' | 'limit'>,
  afterId: string | undefined,
  limit: number,
): IndexedTitle[] {
  const words = toSearchWords(q ?? '')
  const facets = Object.entries(keys)
  const matches = (title: IndexedTitle) =>
    (type === undefined || title.type === type) &&
    (maxSeconds === Infinity || (title.duration_ms ?? Infinity) <= maxSeconds * 1000) &&
    words.every((word) => title.search_text.includes(word)) &&
    facets.every(([kind, key]) => title.facets.some((facet) => facet.kind === kind && facet.key === key))
  const compare = sort === 'series' ? bySeries(keys.series ?? '') : ORDERS[sort]
  const ordered = sort === 'newest' ? titles.available() : titles.available().sort(compare)
  const last = afterId === undefined ? undefined : titles.findAny(afterId)
  const found: IndexedTitle[] = []
  for (const title of ordered) {
    if (found.length === limit) break
    if ((last && compare(title, last) <= 0) || !matches(title)) continue
    const other = titles.pairOf(title)
    if (!other || !matches(other) || compare(title, other) < 0) found.push(title)
  }
  return found
}

type Compare = (one: IndexedTitle, other: IndexedTitle) => number

/** The newest first. */
const byOrdinal: Compare = (one, other) => one.ordinal - other.ordinal
const byTitle: Compare = (one, other) => compareText(one.search_text, other.search_text) || byOrdinal(other, one)
/** Sorts e-books, which have no duration, last. */
const byLength: Compare = (one, other) => lengthOf(one) - lengthOf(other) || byOrdinal(other, one)
const ORDERS = { newest: byOrdinal, title: byTitle, length: byLength }

function bySeries(series: string): Compare {
  return (one, other) => numberIn(one, series) - numberIn(other, series) || byOrdinal(other, one)
}

/** Returns a title's number in a series; a title without a number sorts after the numbered ones. */
export function numberIn({ facets }: IndexedTitle, series: string): number {
  return facets.find(({ kind, key }) => kind === 'series' && key === series)?.number ?? 100_000
}

function lengthOf({ duration_ms, chapters }: IndexedTitle): number {
  return duration_ms ?? 1e12 + (chapters ?? 0)
}

function compareText(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}
