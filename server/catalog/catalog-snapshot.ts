import { createHash } from 'node:crypto'
import type { CatalogItem, PublicationType } from '@estante/contract/partner/catalog.ts'
import { LRUCache } from 'lru-cache'
import type { Context } from '../context.ts'
import { coverUrl } from '../covers/cover.ts'
import { coalesce } from '../db/coalesce.ts'
import type { Connection } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'
import { keysetPage } from '../http/keyset-pagination.ts'
import { readAudience } from '../publications/audience.ts'
import { availableTo } from '../publications/available.ts'
import { readCatalogVersion } from '../publications/catalog-version.ts'
import { readNextChange } from '../publications/next-change.ts'

interface PageRequest {
  type: PublicationType | undefined
  limit: number
  cursor: string | undefined
}

/** A page, ready to be sent. */
interface Page {
  body: Buffer
  etag: string
}

/** A snapshot of the catalog: valid until a title changes or a scheduled date passes. */
interface CatalogSnapshot {
  version: string
  validFrom: number
  validUntil: number
  /** The audience of each partner that asked. */
  audiences: Map<number, number>
  /** Pages by audience and request. */
  pages: LRUCache<string, Page>
}

/** Limits how long a change goes unnoticed that writes no new version: one made by hand in the database. */
const SNAPSHOT_LIFETIME_MS = 60_000
const CACHE_BYTES = 32 * 2 ** 20
/** The size of an entry beside its body. */
const ENTRY_BYTES = 1024

/** Creates the catalog: pages as a partner sees them at the request, cached while the catalog stays the same. */
export function createCatalog({ db, clock, config, signingKey }: Context) {
  let latest: CatalogSnapshot | undefined

  const readSnapshot = coalesce(async () => {
    const version = await readCatalogVersion(db.read)
    const now = clock.now()
    if (latest?.version === version && latest.validFrom <= now && now < latest.validUntil) return latest
    latest = await createSnapshot(db.read, version, now)
    return latest
  })

  return async function findPage(partnerId: number, request: PageRequest): Promise<Page> {
    const snapshot = await readSnapshot()
    const audience = snapshot.audiences.get(partnerId) ?? (await findAudience(snapshot, partnerId))
    const key = keyOf(audience, request)
    const cached = snapshot.pages.get(key)
    if (cached) return cached
    const page = await readPage(snapshot, audience, request)
    snapshot.pages.set(key, page)
    return page
  }

  async function findAudience({ audiences }: CatalogSnapshot, partnerId: number): Promise<number> {
    const audience = await readAudience(db.read, partnerId)
    audiences.set(partnerId, audience)
    return audience
  }

  async function readPage(
    { validFrom }: CatalogSnapshot,
    audience: number,
    { type, limit, cursor }: PageRequest,
  ): Promise<Page> {
    const page = await keysetPage({ signingKey }, 'catalog', cursor, {
      size: limit,
      read: (afterId = '', count) =>
        readCatalogItems(db.read, validFrom, audience, config.baseUrl, { type, afterId, count }),
      keyOf: ({ id }) => id,
    })
    const text = JSON.stringify(page)
    const etag = `"${createHash('sha256').update(text).digest('base64url')}"`
    // A copy: a slice of Node's buffer pool would keep the whole pool in memory.
    const body = Buffer.alloc(Buffer.byteLength(text))
    body.write(text)
    return { body, etag }
  }
}

/**
 * Returns the cache key of a request. Includes the cursor as it was sent: its signature is checked when the page is
 * read.
 */
function keyOf(audience: number, { type, limit, cursor }: PageRequest): string {
  const first = `${audience} ${type ?? 'all'} ${limit}`
  return cursor === undefined ? first : `${first} ${cursor}`
}

async function createSnapshot(db: Connection, version: string, now: number): Promise<CatalogSnapshot> {
  const pages = new LRUCache<string, Page>({
    maxSize: CACHE_BYTES,
    sizeCalculation: ({ body }) => body.length + ENTRY_BYTES,
  })
  const validUntil = Math.min(now + SNAPSHOT_LIFETIME_MS, await readNextChange(db, now))
  return { version, validFrom: now, validUntil, audiences: new Map(), pages }
}

/**
 * Reads a partner's catalog in order of id, which is the order of arrival: titles that come and go between pages repeat
 * or hide no other.
 */
async function readCatalogItems(
  db: Connection,
  now: number,
  partnerId: number,
  baseUrl: string,
  { type, ...range }: { type: PublicationType | undefined; afterId: string; count: number },
): Promise<CatalogItem[]> {
  const selection = { partnerId, now, ...range }
  const rows = await (type === undefined ? readRows(db, selection) : readRowsOfType(db, { ...selection, type }))
  return rows.map((row) => toCatalogItem(baseUrl, row))
}

type Selection = { partnerId: number; now: number; afterId: string; count: number }

const readRows = prepared((db, selection: Selection) => selectRows(db, selection))
const readRowsOfType = prepared((db, selection: Selection & { type: PublicationType }) =>
  selectRows(db, selection).where('type', '=', selection.type),
)

function selectRows(db: Connection, { partnerId, now, afterId, count }: Selection) {
  return db
    .selectFrom('publication')
    .select(['public_id', 'type', 'title', 'author', 'duration_ms', 'chapters', 'cover_version'])
    .where(availableTo(partnerId, now))
    .where('public_id', '>', afterId)
    .orderBy('public_id')
    .limit(count)
}

/** Formats a publication for partners (specification, section 2). */
function toCatalogItem(baseUrl: string, row: Awaited<ReturnType<typeof readRows>>[number]): CatalogItem {
  return {
    id: row.public_id,
    type: row.type,
    title: row.title,
    author: row.author,
    coverUrl: coverUrl(baseUrl, row),
    ...(row.duration_ms !== null && { durationSeconds: Math.round(row.duration_ms / 1000) }),
    ...(row.chapters !== null && { chapters: row.chapters }),
  }
}
