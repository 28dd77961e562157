import type { RelatedTitles } from '@estante/contract/play/discovery.ts'
import { type Kysely, sql } from 'kysely'
import type { Context } from '../context.ts'
import type { Publication, Tables } from '../db/tables.ts'
import { toCard } from '../library/card.ts'
import { findEntries } from '../library/library.ts'
import type { SignedInMember } from '../members/member-session.ts'
import { availableTo } from '../publications/available.ts'
import { readFacets } from '../publications/facets.ts'
import { type CardRow, cardColumns } from '../publications/publication.ts'
import { onceEach } from './discoveries.ts'

const MOST = 20

/** Titles like one that the member has. */
export async function readRelated(
  { db }: Context,
  now: number,
  member: SignedInMember,
  publication: Pick<Publication, 'id' | 'work_key' | 'type'>,
): Promise<RelatedTitles> {
  const facets = await readFacets(db.read, publication.id)
  const keysOf = (wanted: string) => facets.filter(({ kind }) => kind === wanted).map(({ key }) => key)
  const read = (kind: 'series' | 'author' | 'subject', keys: string[]) =>
    keys.length === 0 ? [] : readSharing(db.read, now, member.partnerId, kind, keys)
  const [inSeries, byAuthor, aboutSame] = await Promise.all([
    read('series', keysOf('series').slice(0, 1)),
    read('author', keysOf('author')),
    read('subject', keysOf('subject')),
  ])

  const shown = new Set([publication.work_key])
  const take = (rows: Sharing[]) => {
    const taken = onceEach(rows, shown, publication.type).slice(0, MOST)
    for (const { work_key } of taken) shown.add(work_key)
    return taken
  }
  const series = take(inSeries.sort((one, other) => (one.number ?? Infinity) - (other.number ?? Infinity)))
  const sameAuthor = take(byAuthor)
  const alike = take(aboutSame)

  const entries = await findEntries(
    db.read,
    member,
    [...series, ...sameAuthor, ...alike].map(({ id }) => id),
  )
  const cards = (rows: CardRow[]) => rows.map((row) => toCard(row, entries.get(row.id)))
  return { series: cards(series), sameAuthor: cards(sameAuthor), alike: cards(alike) }
}

type Sharing = CardRow & { work_key: string; number: number | null }

/** Titles with any of the facets: those with most of them first, then the newest. */
async function readSharing(
  db: Kysely<Tables>,
  now: number,
  partnerId: number,
  kind: 'series' | 'author' | 'subject',
  keys: string[],
): Promise<Sharing[]> {
  return db
    .selectFrom((from) =>
      from
        .selectFrom('publication_facet')
        .select(({ fn }) => ['publication_id', fn.countAll<number>().as('shared'), fn.min('number').as('number')])
        .where('kind', '=', kind)
        .where('key', 'in', keys)
        .groupBy('publication_id')
        .as('sharing'),
    )
    .innerJoin('publication', 'publication.id', 'sharing.publication_id')
    .select([...cardColumns, 'publication.work_key', 'sharing.number'])
    .where(availableTo(partnerId, now))
    .orderBy('sharing.shared', 'desc')
    .orderBy(sql`publication.public_id`, 'desc')
    .limit(3 * MOST)
    .execute()
}
