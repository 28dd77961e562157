import { NATURAL_ORDER } from '@estante/contract/natural-order.ts'
import type { searchPublications } from '@estante/contract/play/publications.ts'
import type { Query } from '@estante/contract/route.ts'
import { toSearchWords } from '../search-text.ts'
import type { IndexedTitle, PartnerTitles } from './title-index.ts'

/**
 * Finds titles, each work once: in the form that comes first. Without `sort`, the closest to `q` come first, or the
 * newest for none. Every word of `q` is somewhere in title, author, narrator or series, ignoring accents and case.
 * `afterId`: the last title of the previous page.
 */
export function searchTitles(
  titles: PartnerTitles,
  { q, type, sort = 'relevance', ...keys }: Omit<Query<typeof searchPublications>, 'cursor' | 'limit'>,
  afterId: string | undefined,
  limit: number,
): IndexedTitle[] {
  const words = toSearchWords(q ?? '')
  const facets = Object.entries(keys)
  const matches = (title: IndexedTitle) =>
    (type === undefined || title.type === type) &&
    words.every((word) => title.search_text.includes(word)) &&
    facets.every(([kind, key]) => title.facets.some((facet) => facet.kind === kind && facet.key === key))
  const isByRelevance = sort === 'relevance' && words.length > 0
  const compare = isByRelevance ? byScore(words) : sort === 'series' ? bySeries(keys.series ?? '') : ORDERS[sort]
  const available = titles.available()
  const ordered = isByRelevance
    ? sortByScore(available.filter(matches), words)
    : compare === byOrdinal
      ? available
      : available.filter(matches).sort(compare)
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
const byTitle: Compare = (one, other) =>
  NATURAL_ORDER.compare(one.search_text, other.search_text) || byOrdinal(other, one)
/** Sorts e-books, which have no duration, last. */
const byLength: Compare = (one, other) => lengthOf(one) - lengthOf(other) || byOrdinal(other, one)
const ORDERS = { relevance: byOrdinal, newest: byOrdinal, title: byTitle, length: byLength }

function byScore(words: string[]): Compare {
  return (one, other) => relevanceOf(other, words) - relevanceOf(one, words) || byOrdinal(one, other)
}

/** Sorts titles in the order of `byOrdinal` as `byScore` would, but computes each score once. */
function sortByScore(titles: IndexedTitle[], words: string[]): IndexedTitle[] {
  const groups = Map.groupBy(titles, (title) => relevanceOf(title, words))
  return [...groups].sort(([one], [other]) => other - one).flatMap(([, group]) => group)
}

/**
 * Scores a title's match: whole words count more than prefixes, and words of the title more than other names.
 */
function relevanceOf({ search_title, search_text }: IndexedTitle, words: string[]): number {
  const typed = ` ${words.join(' ')}`
  let score = search_title === `${typed} ` ? 2 : search_title.includes(typed) ? 1 : 0
  for (const word of words) {
    if (search_title.includes(` ${word} `)) score += 4
    else if (search_text.includes(` ${word} `)) score += 3
    else if (search_title.includes(` ${word}`)) score += 2
    else if (search_text.includes(` ${word}`)) score += 1
  }
  return score
}

function bySeries(series: string): Compare {
  return (one, other) => numberIn(one, series) - numberIn(other, series) || byOrdinal(other, one)
}

/** Returns a title's number in a series to sort by: without a number it comes after the numbered ones. */
export function numberIn(title: IndexedTitle, series: string): number {
  return findSeriesNumber(title, series) ?? 100_000
}

/** Returns a title's number in a series. Undefined if it has none. */
export function findSeriesNumber({ facets }: IndexedTitle, series: string): number | undefined {
  return facets.find(({ kind, key }) => kind === 'series' && key === series)?.number
}

function lengthOf({ duration_ms, chapters }: IndexedTitle): number {
  return duration_ms ?? 1e12 + (chapters ?? 0)
}
