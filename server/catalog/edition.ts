import { createHash } from 'node:crypto'
import type { PublicationType } from '@estante/contract/partner/catalog.ts'
import { type Kysely, sql } from 'kysely'
import type { Context } from '../context.ts'
import { kept } from '../db/kept.ts'
import { onceATurn } from '../db/once-a-turn.ts'
import type { Tables } from '../db/tables.ts'
import { decodeCursor, encodeCursor } from '../http/cursor.ts'
import { readCatalogVersion } from '../publications/catalog-version.ts'
import { KeptPages, type Page } from './kept-pages.ts'
import { readCatalogPage } from './page.ts'

interface PageRequest {
  type: PublicationType | undefined
  limit: number
  cursor: string | undefined
}

/** What nobody changes, and no time comes to, for as long: the pages that were asked for, ready to be sent. */
interface Edition {
  version: string
  /** Good from this instant on, and before that one. */
  since: number
  until: number
  /** As whom each partner reads. */
  audiences: Map<string, string>
  pages: KeptPages
}

/**
 * What a version of the service before this one changes, or somebody by hand, gives the catalog no other version: an
 * edition is read anew after this long whatever it says.
 */
const EDITION_LIFETIME_MS = 60_000
const EDITION_BYTES = 32 * 2 ** 20
/** Who has no title of their own: those who do not either read the same as this one, whom no restricted title names. */
const NOBODY = ''

/** Pages of the catalog as each partner sees them at the moment they ask, kept while they stay the same. */
export function createCatalog({ db, clock, config, signingKey }: Context) {
  let latest: Edition | undefined

  const readEdition = onceATurn(async () => {
    const version = await readCatalogVersion(db.read)
    const now = clock.now()
    if (latest?.version === version && latest.since <= now && now < latest.until) return latest
    latest = await beginEdition(db.read, version, now)
    return latest
  })

  return async function findPage(partnerId: string, request: PageRequest): Promise<Page> {
    const edition = await readEdition()
    const audience = edition.audiences.get(partnerId) ?? (await findAudience(edition, partnerId))
    const key = keyOf(audience, request)
    const ready = edition.pages.get(key)
    if (ready) return ready
    const page = await readPage(edition, audience, request)
    edition.pages.keep(key, page)
    return page
  }

  async function findAudience({ audiences }: Edition, partnerId: string): Promise<string> {
    const [own] = await findOwnTitle(db.read, { partnerId })
    const audience = own ? partnerId : NOBODY
    audiences.set(partnerId, audience)
    return audience
  }

  async function readPage({ since }: Edition, audience: string, { type, limit, cursor }: PageRequest): Promise<Page> {
    const afterId = cursor === undefined ? '' : decodeCursor(signingKey, 'catalog', cursor)
    const page = await readCatalogPage(db.read, since, audience, config.baseUrl, { type, limit, afterId })
    const nextCursor = page.lastId === undefined ? null : encodeCursor(signingKey, 'catalog', page.lastId)
    const text = JSON.stringify({ items: page.items, nextCursor })
    const etag = `"${createHash('sha256').update(text).digest('base64url')}"`
    // Of its own memory: in a pool, small pages would keep whatever else lies there.
    const body = Buffer.alloc(Buffer.byteLength(text))
    body.write(text)
    return { body, etag }
  }
}

/** A cursor stands here as it was sent, if at all: one that is found again was ours the first time. */
function keyOf(audience: string, { type, limit, cursor }: PageRequest): string {
  const first = `${audience} ${type ?? 'all'} ${limit}`
  return cursor === undefined ? first : `${first} ${cursor}`
}

async function beginEdition(db: Kysely<Tables>, version: string, now: number): Promise<Edition> {
  const [[appearing], [going]] = await Promise.all([findNextAppearing(db, { now }), findNextGoing(db, { now })])
  const until = Math.min(now + EDITION_LIFETIME_MS, appearing?.at ?? Infinity, going?.at ?? Infinity)
  return { version, since: now, until, audiences: new Map(), pages: new KeptPages(EDITION_BYTES) }
}

const findOwnTitle = kept((db, { partnerId }: { partnerId: string }) =>
  db.selectFrom('publication_partner').select('publication_id').where('partner_id', '=', partnerId).limit(1),
)

// Both conditions: an index that leaves out all that was always shown is used only where the query does as well.
const findNextAppearing = kept((db, { now }: { now: number }) =>
  db
    .selectFrom('publication')
    .select((row) => row.fn.min('publish_from').as('at'))
    .where('publish_from', '>', sql.lit(0))
    .where('publish_from', '>', now),
)
const findNextGoing = kept((db, { now }: { now: number }) =>
  db
    .selectFrom('publication')
    .select((row) => row.fn.min('publish_until').as('at'))
    .where('publish_until', '>', now),
)
