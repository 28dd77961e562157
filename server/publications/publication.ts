import type { PublicationType } from '@estante/contract/partner/catalog.ts'
import type { Kysely } from 'kysely'
import type { Context } from '../context.ts'
import { prepared } from '../db/prepared.ts'
import type { Publication, Tables } from '../db/tables.ts'
import { availableTo } from './available.ts'
import { publicationStateOf } from './publication-state.ts'
import { updatePublication } from './write-publication.ts'

/** A title of a partner's catalog, or undefined when there is none that it is shown now. */
export async function findPublication(
  db: Kysely<Tables>,
  now: number,
  partnerId: number,
  id: string,
): Promise<Publication | undefined> {
  return db
    .selectFrom('publication')
    .selectAll()
    .where('public_id', '=', id)
    .where(availableTo(partnerId, now))
    .executeTakeFirst()
}

/** What rows name a title by, whoever it is shown to; 0, which names none, when there is no such title. */
export async function findPublicationId(db: Kysely<Tables>, publicId: string): Promise<number> {
  const [found] = await selectId(db, { publicId })
  return found?.id ?? 0
}

const selectId = prepared((db, { publicId }: { publicId: string }) =>
  db.selectFrom('publication').select('id').where('public_id', '=', publicId),
)

/** The same work in the other form: same title and author. */
export async function findOtherForm(
  db: Kysely<Tables>,
  now: number,
  partnerId: number,
  { type, work_key }: Pick<Publication, 'type' | 'work_key'>,
): Promise<{ id: string; type: PublicationType } | undefined> {
  return db
    .selectFrom('publication')
    .select(['public_id as id', 'type'])
    .where('work_key', '=', work_key)
    .where('type', '!=', type)
    .where(availableTo(partnerId, now))
    .orderBy('public_id', 'desc')
    .executeTakeFirst()
}

/** What a card shows, and nothing heavier. */
export const cardColumns = [
  'publication.id',
  'publication.public_id',
  'publication.type',
  'publication.title',
  'publication.author',
  'publication.duration_ms',
  'publication.chapters',
  'publication.cover_version',
  'publication.cover_ratio',
  'publication.cover_color',
] as const

export type CardRow = Pick<
  Publication,
  | 'id'
  | 'public_id'
  | 'type'
  | 'title'
  | 'author'
  | 'duration_ms'
  | 'chapters'
  | 'cover_version'
  | 'cover_ratio'
  | 'cover_color'
>

/** The whole catalog in a few words, drafts too, for the operator. */
export async function listPublications({ db, clock }: Pick<Context, 'db' | 'clock'>) {
  const rows = await db.read
    .selectFrom('publication')
    .select(['public_id as id', 'type', 'title', 'author', 'removed_at', 'publish_from', 'publish_until'])
    .where('removed_at', 'is', null)
    .orderBy('public_id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    type: row.type,
    title: row.title,
    author: row.author,
    state: publicationStateOf(row, clock.now()),
  }))
}

/** Takes a title out of the catalog; what members did with it is kept. False when there is none. */
export async function removePublication({ db, clock }: Context, id: string): Promise<boolean> {
  const now = clock.now()
  return db.write(async (tx) => {
    const row = await tx
      .selectFrom('publication')
      .select('id')
      .where('public_id', '=', id)
      .where('removed_at', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!row) return false
    await updatePublication(tx, row.id, { removed_at: now, updated_at: now })
    return true
  })
}
