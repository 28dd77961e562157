import type { CatalogItem, PublicationType } from '@estante/contract/partner/catalog.ts'
import type { Kysely } from 'kysely'
import { coverUrl } from '../covers/cover.ts'
import { prepared } from '../db/prepared.ts'
import type { Publication, Tables } from '../db/tables.ts'
import { availableTo } from '../publications/available.ts'

/**
 * A page of a partner's catalog in order of id, which is order of arrival: titles that come and go while a partner pages
 * never repeat or hide another. `lastId` is where the next page starts, undefined on the last.
 */
export async function readCatalogPage(
  db: Kysely<Tables>,
  now: number,
  partnerId: string,
  baseUrl: string,
  { type, limit, afterId }: { type: PublicationType | undefined; limit: number; afterId: string },
): Promise<{ items: CatalogItem[]; lastId: string | undefined }> {
  const place: Place = { partnerId, now, afterId, count: limit + 1 }
  const rows = await (type === undefined ? readRows(db, place) : readRowsOfType(db, { ...place, type }))
  const items = rows.slice(0, limit).map((row) => toCatalogItem(baseUrl, row))
  return { items, lastId: rows.length > limit ? items.at(-1)?.id : undefined }
}

type Place = { partnerId: string; now: number; afterId: string; count: number }

const readRows = prepared((db, place: Place) => rowsAt(db, place))
const readRowsOfType = prepared((db, place: Place & { type: PublicationType }) =>
  rowsAt(db, place).where('type', '=', place.type),
)

function rowsAt(db: Kysely<Tables>, { partnerId, now, afterId, count }: Place) {
  return db
    .selectFrom('publication')
    .select(['id', 'type', 'title', 'author', 'duration_ms', 'chapters', 'cover_version'])
    .where(availableTo(partnerId, now))
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(count)
}

type CatalogRow = Pick<Publication, 'id' | 'type' | 'title' | 'author' | 'duration_ms' | 'chapters' | 'cover_version'>

/** A publication as partners see one (specification, section 2). */
function toCatalogItem(baseUrl: string, row: CatalogRow): CatalogItem {
  return {
    id: row.id,
    type: row.type,
    title: row.title,
    author: row.author,
    coverUrl: coverUrl(baseUrl, row),
    ...(row.duration_ms !== null && { durationSeconds: Math.round(row.duration_ms / 1000) }),
    ...(row.chapters !== null && { chapters: row.chapters }),
  }
}
