import type { CatalogItem, PublicationType } from '@estante/contract/partner/catalog.ts'
import type { Kysely } from 'kysely'
import { coverUrl } from '../covers/cover.ts'
import { prepared } from '../db/prepared.ts'
import type { Publication, Tables } from '../db/tables.ts'
import { availableTo } from '../publications/available.ts'

/**
 * Reads a partner's catalog in order of id, which is the order of arrival: titles that come and go between pages repeat
 * or hide no other.
 */
export async function readCatalogItems(
  db: Kysely<Tables>,
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

function selectRows(db: Kysely<Tables>, { partnerId, now, afterId, count }: Selection) {
  return db
    .selectFrom('publication')
    .select(['public_id', 'type', 'title', 'author', 'duration_ms', 'chapters', 'cover_version'])
    .where(availableTo(partnerId, now))
    .where('public_id', '>', afterId)
    .orderBy('public_id')
    .limit(count)
}

type CatalogRow = Pick<
  Publication,
  'public_id' | 'type' | 'title' | 'author' | 'duration_ms' | 'chapters' | 'cover_version'
>

/** Formats a publication for partners (specification, section 2). */
function toCatalogItem(baseUrl: string, row: CatalogRow): CatalogItem {
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
