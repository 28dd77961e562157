import type { PublicationType } from '@estante/contract/partner/catalog.ts'
import type { TitleLength } from '@estante/contract/title-fields.ts'
import type { Context } from '../context.ts'
import type { Connection } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'
import type { Publication } from '../db/tables.ts'
import { availableTo } from './available.ts'
import { isInState, publicationStateOf, STATE_COLUMNS } from './publication-state.ts'

/** Finds a title that a partner sees. */
export async function findPublication(
  db: Connection,
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

/** Finds the row id of a title, in any state; 0, which no row has, for an unknown one. */
export async function findPublicationId(db: Connection, publicId: string): Promise<number> {
  const [found] = await selectId(db, { publicId })
  return found?.id ?? 0
}

const selectId = prepared((db, { publicId }: { publicId: string }) =>
  db.selectFrom('publication').select('id').where('public_id', '=', publicId),
)

/**
 * Finds the other form of a work: same title and author. A published one comes first, since the operator also sees
 * newer drafts and withdrawn titles.
 */
export async function findOtherForm(
  db: Connection,
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
    .orderBy(isInState('published', now), 'desc')
    .orderBy('public_id', 'desc')
    .executeTakeFirst()
}

/** The columns of a card: none that are large. */
export const cardColumns = [
  'publication.id',
  'publication.public_id',
  'publication.type',
  'publication.title',
  'publication.author',
  'publication.language',
  'publication.duration_ms',
  'publication.chapters',
  'publication.is_fixed_layout',
  'publication.cover_version',
  'publication.cover_ratio',
  'publication.cover_color',
] as const

/** The row of a query that selects these columns of a title. */
export type RowWith<Columns extends readonly string[]> = {
  [Column in keyof Publication as `publication.${Column}` extends Columns[number] ? Column : never]: Publication[Column]
}
export type CardRow = RowWith<typeof cardColumns>

/** Returns the length of a title: its duration, or the number of its chapters or fixed pages. */
export function lengthOf({
  duration_ms,
  chapters,
  is_fixed_layout,
}: Pick<Publication, 'duration_ms' | 'chapters' | 'is_fixed_layout'>): TitleLength {
  if (duration_ms !== null) return { durationSeconds: Math.round(duration_ms / 1000) }
  if (chapters === null) return {}
  return is_fixed_layout ? { pages: chapters } : { chapters }
}

/** Returns the language of a card, absent where it is Portuguese or unknown. */
export function cardLanguage({ language }: Pick<Publication, 'language'>): { language?: string } {
  return /^(pt|und)(?![a-z])/i.test(language) ? {} : { language }
}

/** Summarizes the whole catalog, for the operator: titles in any state. */
export async function readWholeCatalog({ db, clock }: Pick<Context, 'db' | 'clock'>) {
  const rows = await db.read
    .selectFrom('publication')
    .select(['public_id as id', 'type', 'title', 'author', ...STATE_COLUMNS])
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
