import { NATURAL_ORDER } from '@estante/contract/natural-order.ts'
import type { PublicationType } from '@estante/contract/partner/catalog.ts'
import type { CountedFacet, Facet, FacetKind } from '@estante/contract/play/facets.ts'
import { LRUCache } from 'lru-cache'
import type { Context } from '../context.ts'
import { prepared } from '../db/prepared.ts'
import type { Publication } from '../db/tables.ts'
import { readAudience } from '../publications/audience.ts'
import { availableTo } from '../publications/available.ts'
import { readCatalogVersion } from '../publications/catalog-version.ts'
import { findFeaturedId } from '../publications/featured.ts'
import { readNextChange } from '../publications/next-change.ts'
import { type CardRow, cardColumns } from '../publications/publication.ts'
import { toSearchText } from '../search-text.ts'

/** Limits how long a change by hand, which writes no catalog version, goes unnoticed. */
const SNAPSHOT_LIFETIME_MS = 600_000
/** Size of the cache of facet counts, in facets. */
const MAX_COUNTED_FACETS = 500_000
/** Each takes a byte for every title. */
const MAX_AUDIENCES = 1000

/** Columns of a title that lists show. */
export interface IndexedTitle extends CardRow, Pick<Publication, 'work_key'> {
  /** Index among all titles, newest first. */
  ordinal: number
  facets: Facet[]
  /** Its `title` by `toSearchText`, between spaces: ` mar ` is found as a whole word. */
  search_title: string
  /** The column `search_text`, between spaces. */
  search_text: string
}

/** All titles of the catalog at a version, regardless of audience. */
interface TitleSnapshot {
  version: string
  validFrom: number
  validUntil: number
  /** Newest first. */
  titles: IndexedTitle[]
  byId: Map<number, IndexedTitle>
  byPublicId: Map<string, IndexedTitle>
  byWork: Map<string, IndexedTitle[]>
  byFacet: Map<string, IndexedTitle[]>
  featured: IndexedTitle | undefined
  /** Audience of each partner seen so far. */
  audiences: Map<number, number>
  /** For each audience, a byte for every title by its index: 1 if available. */
  availableTo: LRUCache<number, Uint8Array>
  counted: LRUCache<string, CountedFacet[]>
}

export type TitleIndex = ReturnType<typeof createTitleIndex>
export type PartnerTitles = Awaited<ReturnType<TitleIndex['of']>>

/**
 * Caches the cards and facets of all titles in memory, so that a member's shelves need no query of the catalog.
 * Refreshed when a title changes, in any process, or a scheduled date passes.
 */
export function createTitleIndex({ db, clock }: Pick<Context, 'db' | 'clock'>) {
  let latest: TitleSnapshot | undefined
  let building: { version: string; snapshot: Promise<TitleSnapshot> } | undefined

  async function readSnapshot(): Promise<TitleSnapshot> {
    const version = await readCatalogVersion(db.read)
    const now = clock.now()
    if (latest?.version === version && latest.validFrom <= now && now < latest.validUntil) return latest
    if (building?.version !== version) building = { version, snapshot: build(version, now) }
    return building.snapshot
  }

  async function build(version: string, now: number): Promise<TitleSnapshot> {
    // While the catalog changes, a later version may be read at the same time.
    const isLatest = () => building?.version === version
    try {
      const snapshot = await createSnapshot(db.read, version, now)
      if (isLatest()) latest = snapshot
      return snapshot
    } finally {
      if (isLatest()) building = undefined
    }
  }

  async function readAvailable(
    snapshot: TitleSnapshot,
    partnerId: number,
  ): Promise<[audience: number, available: Uint8Array]> {
    let audience = snapshot.audiences.get(partnerId)
    if (audience === undefined) {
      audience = await readAudience(db.read, partnerId)
      snapshot.audiences.set(partnerId, audience)
    }
    const known = snapshot.availableTo.get(audience)
    if (known) return [audience, known]
    const available = new Uint8Array(snapshot.titles.length)
    for (const { id } of await findAvailable(db.read, { audience, now: snapshot.validFrom })) {
      const title = snapshot.byId.get(id)
      if (title) available[title.ordinal] = 1
    }
    snapshot.availableTo.set(audience, available)
    return [audience, available]
  }

  return {
    /** Returns the titles available to a partner's members now. All lists are sorted newest first. */
    async of(partnerId: number) {
      const snapshot = await readSnapshot()
      const [audience, available] = await readAvailable(snapshot, partnerId)
      const isAvailable = (title: IndexedTitle) => available[title.ordinal] === 1
      const inForm = (workKey: string, type: PublicationType) =>
        snapshot.byWork.get(workKey)?.find((title) => title.type === type && isAvailable(title))
      const otherFormOf = ({ work_key, type }: IndexedTitle) =>
        inForm(work_key, type === 'audiobook' ? 'ebook' : 'audiobook')
      /** Only the newest of several editions has a pair. */
      const pairOf = (title: IndexedTitle) =>
        inForm(title.work_key, title.type) === title ? otherFormOf(title) : undefined
      return {
        find(id: number): IndexedTitle | undefined {
          const title = snapshot.byId.get(id)
          return title && isAvailable(title) ? title : undefined
        },
        featured: () => (snapshot.featured && isAvailable(snapshot.featured) ? snapshot.featured : undefined),
        /** Finds a title by its public id, available or not. */
        findAny: (publicId: string) => snapshot.byPublicId.get(publicId),
        available: () => snapshot.titles.filter(isAvailable),
        newest: (holds: (title: IndexedTitle) => boolean, most: number) =>
          takeFirst(snapshot.titles, (title) => isAvailable(title) && holds(title), most),
        withFacet: (kind: FacetKind, key: string) =>
          (snapshot.byFacet.get(facetId(kind, key)) ?? []).filter(isAvailable),
        /** The newest edition of the same work in the other form. */
        otherFormOf,
        /** The other form with which a title is one work in a list. Undefined for titles listed on their own. */
        pairOf,
        /** Lists the facets of a kind with their number of titles, from A to Z. */
        facets(kind: FacetKind): CountedFacet[] {
          const id = `${audience} ${kind}`
          const counted = snapshot.counted.get(id) ?? countFacets(snapshot.titles.filter(isAvailable), kind, pairOf)
          snapshot.counted.set(id, counted)
          return counted
        },
      }
    },
  }
}

async function createSnapshot(db: Context['db']['read'], version: string, now: number): Promise<TitleSnapshot> {
  const validUntil = Math.min(now + SNAPSHOT_LIFETIME_MS, await readNextChange(db, now))
  const rows = await readCards(db, {})
  const titles = rows.map((row, ordinal): IndexedTitle => {
    const [search_title, search_text] = [` ${toSearchText(row.title)} `, ` ${row.search_text} `]
    return { ...row, ordinal, facets: [], search_title, search_text }
  })
  const byId = new Map(titles.map((title) => [title.id, title]))
  const byPublicId = new Map(titles.map((title) => [title.public_id, title]))
  const byFacet = new Map<string, IndexedTitle[]>()
  for (const { publication_id, number, ...facet } of await readAllFacets(db, {})) {
    byId.get(publication_id)?.facets.push({ ...facet, ...(number !== null && { number }) })
  }
  for (const title of titles) {
    for (const { kind, key } of title.facets) {
      const id = facetId(kind, key)
      const others = byFacet.get(id)
      if (others) others.push(title)
      else byFacet.set(id, [title])
    }
  }
  return {
    version,
    validFrom: now,
    validUntil,
    titles,
    byId,
    byPublicId,
    byWork: Map.groupBy(titles, ({ work_key }) => work_key),
    byFacet,
    featured: byPublicId.get((await findFeaturedId(db)) ?? ''),
    audiences: new Map(),
    availableTo: new LRUCache({ max: MAX_AUDIENCES }),
    counted: new LRUCache({ maxSize: MAX_COUNTED_FACETS, sizeCalculation: (facets) => facets.length + 1 }),
  }
}

function facetId(kind: FacetKind, key: string): string {
  return `${kind} ${key}`
}

/** Counts the works of each facet. */
function countFacets(
  titles: IndexedTitle[],
  kind: FacetKind,
  pairOf: (title: IndexedTitle) => IndexedTitle | undefined,
): CountedFacet[] {
  const counted = new Map<string, CountedFacet>()
  for (const title of titles) {
    const pair = pairOf(title)
    for (const facet of title.facets) {
      if (facet.kind !== kind) continue
      const isCounted = pair && pair.ordinal < title.ordinal && pair.facets.some((one) => isSame(one, facet))
      const known = counted.get(facet.key) ?? { key: facet.key, name: facet.name, titles: 0 }
      counted.set(facet.key, known)
      if (!isCounted) known.titles++
      if (facet.name < known.name) known.name = facet.name
    }
  }
  return [...counted.values()].sort(byKey)
}

/** Sorts facets from A to Z. Keys that differ only in leading zeros are sorted as texts: cursors need one order. */
export function byKey(one: Pick<Facet, 'key'>, other: Pick<Facet, 'key'>): number {
  return NATURAL_ORDER.compare(one.key, other.key) || Number(one.key > other.key) - Number(one.key < other.key)
}

function isSame(one: Facet, other: Facet): boolean {
  return one.kind === other.kind && one.key === other.key
}

function takeFirst<T>(all: readonly T[], holds: (one: T) => boolean, most: number): T[] {
  const matches: T[] = []
  for (const one of all) {
    if (matches.length === most) break
    if (holds(one)) matches.push(one)
  }
  return matches
}

const readCards = prepared((db, _: object) =>
  db
    .selectFrom('publication')
    .select([...cardColumns, 'publication.work_key', 'publication.search_text'])
    .orderBy('public_id', 'desc'),
)
const readAllFacets = prepared((db, _: object) =>
  db
    .selectFrom('publication_facet')
    .select(['publication_id', 'kind', 'key', 'name', 'number'])
    .orderBy('ordinal')
    .orderBy('kind'),
)
const findAvailable = prepared((db, { audience, now }: { audience: number; now: number }) =>
  db.selectFrom('publication').select('id').where(availableTo(audience, now)),
)
