import type { RelatedTitles } from '@estante/contract/play/discovery.ts'
import type { FacetKind } from '@estante/contract/play/facets.ts'
import type { Context } from '../context.ts'
import { readEntries, toWorkCards, withSeriesNumbers } from '../library/cards.ts'
import type { SignedInMember } from '../members/member-session.ts'
import { dedupeByWork } from '../publications/works.ts'
import { numberIn } from '../title-search/search-titles.ts'
import type { IndexedTitle, PartnerTitles } from '../title-search/title-index.ts'

const MAX_RELATED = 20

/** Finds titles related to an available one. */
export async function readRelated(
  { db }: Context,
  titles: PartnerTitles,
  member: SignedInMember,
  title: IndexedTitle,
): Promise<RelatedTitles> {
  const listed = new Set([title.work_key])
  const take = (some: IndexedTitle[]) => {
    const picked = dedupeByWork(some, listed, title.type).slice(0, MAX_RELATED)
    for (const { work_key } of picked) listed.add(work_key)
    return picked
  }
  const { key } = title.facets.find(({ kind }) => kind === 'series') ?? { key: '' }
  const series = take(inSeries(titles, key))
  const sameAuthor = take(findSharing(titles, title, 'author'))
  const alike = take(findSharing(titles, title, 'subject'))

  const entries = await readEntries(db.read, member, titles, [...series, ...sameAuthor, ...alike])
  const cards = (some: IndexedTitle[]) => toWorkCards(titles, some, entries)
  return {
    series: withSeriesNumbers(cards(series), series, key),
    sameAuthor: cards(sameAuthor),
    alike: cards(alike),
  }
}

/** Lists the titles of a series, in their order. */
function inSeries(titles: PartnerTitles, series: string): IndexedTitle[] {
  return titles.withFacet('series', series).sort((one, other) => numberIn(one, series) - numberIn(other, series))
}

/** Finds titles with any of its facets of a kind: most shared facets first, then the newest. */
export function findSharing(titles: PartnerTitles, { facets }: IndexedTitle, wanted: FacetKind): IndexedTitle[] {
  const shared = new Map<IndexedTitle, number>()
  for (const { kind, key } of facets) {
    if (kind !== wanted) continue
    for (const one of titles.withFacet(kind, key)) shared.set(one, (shared.get(one) ?? 0) + 1)
  }
  return [...shared].sort(([one, a], [other, b]) => b - a || one.ordinal - other.ordinal).map(([one]) => one)
}
