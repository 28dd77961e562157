import type { Metadata } from '@estante/contract/manifest.ts'
import type { CountedFacet, Facet, FacetKind } from '@estante/contract/play/facets.ts'
import type { Kysely } from 'kysely'
import type { Transaction } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'
import { toSearchText } from '../search-text.ts'
import { availableTo } from './available.ts'
import { indexable } from './naming.ts'

/** What recordings are tagged with for being spoken, which says nothing of a book. */
const NO_SUBJECTS = new Set(['audiobook', 'audiobooks', 'audiolivro', 'audiolivros', 'speech', 'spoken word', 'other'])

/** Replaces the facets of a title by those of its metadata. */
export async function replaceFacets(tx: Transaction, id: number, metadata: Partial<Metadata>): Promise<void> {
  await tx.deleteFrom('publication_facet').where('publication_id', '=', id).execute()
  const rows = facetsOf(metadata).map((facet) => ({ publication_id: id, ...facet }))
  if (rows.length > 0) await tx.insertInto('publication_facet').values(rows).execute()
}

/** The facets of a title, as its page shows them. */
export async function readFacets(db: Kysely<Tables>, publicationId: number): Promise<Facet[]> {
  const rows = await db
    .selectFrom('publication_facet')
    .select(['kind', 'key', 'name', 'number'])
    .where('publication_id', '=', publicationId)
    .orderBy('ordinal')
    .execute()
  return rows.map(({ number, ...facet }) => ({ ...facet, ...(number !== null && { number }) }))
}

/** A facet and how many titles of it a partner is shown now; undefined when there is none. */
export async function findFacet(
  db: Kysely<Tables>,
  now: number,
  partnerId: number,
  kind: FacetKind,
  key: string,
): Promise<CountedFacet | undefined> {
  const row = await db
    .selectFrom('publication_facet as facet')
    .innerJoin('publication', 'publication.id', 'facet.publication_id')
    .select(({ fn }) => [fn.min('facet.name').as('name'), fn.countAll<number>().as('titles')])
    .where('facet.kind', '=', kind)
    .where('facet.key', '=', key)
    .where(availableTo(partnerId, now))
    .executeTakeFirst()
  return row?.name ? { key, name: row.name, titles: row.titles } : undefined
}

function facetKey(name: string): string {
  return indexable(toSearchText(name))
}

interface FacetColumns {
  kind: FacetKind
  key: string
  name: string
  ordinal: number
  number: number | null
}

function facetsOf({ author = [], narrator = [], subject = [], belongsTo }: Partial<Metadata>): FacetColumns[] {
  const subjects = subject
    .flatMap((text) => text.split(';'))
    .map((text) => text.trim())
    .filter((text) => !NO_SUBJECTS.has(toSearchText(text)))
  return [
    ...toColumns('author', author),
    ...toColumns('narrator', narrator),
    ...toColumns('subject', subjects),
    ...toColumns(
      'series',
      (belongsTo?.series ?? []).map(({ name }) => name),
    ).map((facet) => ({ ...facet, number: belongsTo?.series[facet.ordinal]?.position ?? null })),
  ]
}

/** Each name once, and none of those that nothing can be looked for by. */
function toColumns(kind: FacetKind, names: string[]): FacetColumns[] {
  const keyed = names.map((name, ordinal) => ({ kind, key: facetKey(name), name: name.trim(), ordinal, number: null }))
  return [...Map.groupBy(keyed, ({ key }) => key).values()].flatMap(([first]) => (first?.key ? [first] : []))
}
