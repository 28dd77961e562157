import type { Metadata } from '@estante/contract/manifest.ts'
import type { FacetKind } from '@estante/contract/play/facets.ts'
import type { Transaction } from '../db/database.ts'
import { toSearchText } from '../search-text.ts'
import { indexable } from './naming.ts'

/** Genres that only say that a recording is spoken. */
const NO_SUBJECTS = new Set(['audiobook', 'audiobooks', 'audiolivro', 'audiolivros', 'speech', 'spoken word', 'other'])

export async function replaceFacets(tx: Transaction, id: number, metadata: Metadata): Promise<void> {
  const stored = await tx
    .selectFrom('publication_facet')
    .select(['kind', 'key', 'name', 'ordinal', 'number'])
    .where('publication_id', '=', id)
    .execute()
  const facets = facetsOf(metadata)
  if (serialize(stored) === serialize(facets)) return
  await tx.deleteFrom('publication_facet').where('publication_id', '=', id).execute()
  const rows = facets.map((facet) => ({ publication_id: id, ...facet }))
  if (rows.length > 0) await tx.insertInto('publication_facet').values(rows).execute()
}

/** Returns the same text for the same facets, in any order. */
function serialize(facets: readonly FacetColumns[]): string {
  return JSON.stringify(facets.map(({ kind, key, name, ordinal, number }) => [kind, key, name, ordinal, number]).sort())
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

function facetsOf({ author, narrator = [], subject = [], belongsTo }: Metadata): FacetColumns[] {
  const subjects = subject
    .flatMap((text) => text.split(';'))
    .map((text) => text.trim())
    .filter((text) => !NO_SUBJECTS.has(toSearchText(text)))
  const series = toColumns('series', belongsTo?.series.map(({ name }) => name) ?? [])
  return [
    ...toColumns('author', author),
    ...toColumns('narrator', narrator),
    ...toColumns('subject', subjects),
    ...series.map((facet) => ({ ...facet, number: belongsTo?.series[facet.ordinal]?.position ?? null })),
  ]
}

/** Removes duplicates, and names without searchable characters. */
function toColumns(kind: FacetKind, names: string[]): FacetColumns[] {
  const keyed = names.map((name, ordinal) => ({ kind, key: facetKey(name), name: name.trim(), ordinal, number: null }))
  return [...Map.groupBy(keyed, ({ key }) => key).values()].flatMap(([first]) => (first?.key ? [first] : []))
}
