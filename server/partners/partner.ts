import { violatesUnique } from '../db/errors.ts'
import { newId } from '../db/ids.ts'
import type { Database } from '../db/open.ts'
import type { Partner } from '../db/tables.ts'

/** The slug is another partner's. */
export class SlugTakenError extends Error {
  override name = 'SlugTakenError'
}

/** Creates a partner. Throws `SlugTakenError`. */
export async function createPartner(
  db: Database,
  now: number,
  { slug, name }: { slug: string; name: string },
): Promise<Partner> {
  try {
    return await db.write((tx) =>
      tx
        .insertInto('partner')
        .values({ id: newId('ptn'), slug, name, created_at: now })
        .returningAll()
        .executeTakeFirstOrThrow(),
    )
  } catch (error) {
    if (violatesUnique(error, 'slug')) throw new SlugTakenError(slug, { cause: error })
    throw error
  }
}

/** The partner of a slug, or undefined. */
export async function findPartner(db: Database, slug: string): Promise<Partner | undefined> {
  return db.read.selectFrom('partner').selectAll().where('slug', '=', slug).executeTakeFirst()
}
