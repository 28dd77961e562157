import type { CountedFacet, FacetKind } from '@estante/contract/play/facets.ts'
import { LRUCache } from 'lru-cache'
import { readAudience } from '../catalog/audience.ts'
import type { Context } from '../context.ts'
import { availableTo } from '../publications/available.ts'
import { readCatalogVersion } from '../publications/catalog-version.ts'
import { toSearchText } from '../search-text.ts'

/** Bounds how long a title whose time comes, or is over, stays uncounted. */
const LIFETIME_MS = 60_000
/** Of all lists together. */
const MAX_FACETS = 500_000

export interface FacetSearch {
  kind: FacetKind
  q?: string
  sort?: 'name' | 'titles'
  /** `positionOf` the last of the page before. */
  after: string | undefined
  limit: number
}

export type FacetLists = ReturnType<typeof createFacetLists>

/** Lists facets with how many titles each has, as a partner sees them; kept while the catalog stays the same. */
export function createFacetLists({ db, clock }: Pick<Context, 'db' | 'clock'>) {
  const lists = new LRUCache<string, CountedFacet[]>({
    maxSize: MAX_FACETS,
    sizeCalculation: (facets) => facets.length + 1,
  })

  /** Every facet of a kind, in order of key. */
  async function readAll(partnerId: number, kind: FacetKind): Promise<CountedFacet[]> {
    const now = clock.now()
    const version = await readCatalogVersion(db.read)
    const audience = await readAudience(db.read, partnerId)
    const key = `${version} ${Math.floor(now / LIFETIME_MS)} ${kind} ${audience}`
    const known = lists.get(key)
    if (known) return known
    const rows = await db.read
      .selectFrom('publication_facet as facet')
      .innerJoin('publication', 'publication.id', 'facet.publication_id')
      .select(({ fn }) => ['facet.key', fn.min('facet.name').as('name'), fn.countAll<number>().as('titles')])
      .where('facet.kind', '=', kind)
      .where(availableTo(audience, now))
      .groupBy('facet.key')
      .execute()
    const facets = rows.sort((one, other) => (one.key < other.key ? -1 : 1))
    lists.set(key, facets)
    return facets
  }

  return {
    readAll,

    async search(partnerId: number, { kind, q = '', sort = 'name', after, limit }: FacetSearch) {
      const words = toSearchText(q).split(' ')
      const found = (await readAll(partnerId, kind)).filter(({ key }) => words.every((word) => key.includes(word)))
      const ordered = sort === 'name' ? found : found.toSorted(byTitles)
      const from = after === undefined ? 0 : ordered.findIndex((facet) => isAfter(facet, after, sort))
      return from < 0 ? [] : ordered.slice(from, from + limit)
    },
  }
}

/** Where a facet is in a list, for the cursor of the next page. */
export function positionOf({ titles, key }: CountedFacet): string {
  return `${titles} ${key}`
}

function byTitles(one: CountedFacet, other: CountedFacet): number {
  return other.titles - one.titles || (one.key < other.key ? -1 : 1)
}

function isAfter(facet: CountedFacet, position: string, sort: 'name' | 'titles'): boolean {
  const space = position.indexOf(' ')
  const last = { titles: Number(position.slice(0, space)), key: position.slice(space + 1), name: '' }
  return sort === 'name' ? facet.key > last.key : byTitles(last, facet) < 0 && facet.key !== last.key
}
