import type { Kysely } from 'kysely'
import { prepared } from '../db/prepared.ts'
import type { Tables } from '../db/tables.ts'
import { PREVIEW_PARTNER_ID } from '../tenancy.ts'

/** The audience of partners without restricted titles: they all see the same titles. */
const UNRESTRICTED = ''

/** Returns who sees the same titles as a partner: a name to cache them under, and to read them as. */
export async function readAudience(db: Kysely<Tables>, partnerId: string): Promise<string> {
  if (partnerId === PREVIEW_PARTNER_ID) return partnerId
  const [own] = await findOwnTitle(db, { partnerId })
  return own ? partnerId : UNRESTRICTED
}

const findOwnTitle = prepared((db, { partnerId }: { partnerId: string }) =>
  db.selectFrom('publication_partner').select('publication_id').where('partner_id', '=', partnerId).limit(1),
)
