import type { Connection } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'
import { PREVIEW_PARTNER_ID } from '../tenancy.ts'

/** The audience of partners without restricted titles: they all see the same titles. */
const UNRESTRICTED = -1

/**
 * Returns the audience of a partner: the partners that see the same titles share it, and cached pages. It is the id of
 * a partner with restricted titles, or -1, and `availableTo` takes it for a partner.
 */
export async function readAudience(db: Connection, partnerId: number): Promise<number> {
  if (partnerId === PREVIEW_PARTNER_ID) return partnerId
  const [own] = await findOwnTitle(db, { partnerId })
  return own ? partnerId : UNRESTRICTED
}

const findOwnTitle = prepared((db, { partnerId }: { partnerId: number }) =>
  db.selectFrom('publication_partner').select('publication_id').where('partner_id', '=', partnerId).limit(1),
)
