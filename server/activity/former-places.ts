import type { Locator } from '@estante/contract/locator.ts'
import type { Connection, Transaction } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'
import type { FormerPlace } from '../db/tables.ts'
import { type MemberKey, ofMember } from '../tenancy.ts'
import { isNear, type LeftPlace } from './place.ts'

const MAX_FORMER_PLACES = 10

/** Reads the places of a title that the member left last, the latest first. */
export async function readFormerPlaces(
  db: Connection,
  { partnerId, memberId }: MemberKey,
  publicationId: number,
): Promise<KnownPlace[]> {
  return selectPlaces(db, { partnerId, memberId, publicationId })
}

type KnownPlace = Omit<FormerPlace, 'partner_id' | 'member_id' | 'publication_id'>

const selectPlaces = prepared((db, key: MemberKey & { publicationId: number }) =>
  db
    .selectFrom('former_place')
    .select(['number', 'locator', 'left_at', 'device', 'late_view'])
    .where(ofMember(key))
    .where('publication_id', '=', key.publicationId)
    .orderBy('number', 'desc'),
)

/**
 * Stores places that a member left, and removes the ones they replace: the same place, an earlier late one of the same
 * view, a late one of the view that has the place now, and the eleventh. Call it while holding the member's lock.
 */
export async function storeFormerPlaces(
  tx: Transaction,
  member: MemberKey,
  publicationId: number,
  left: LeftPlace[],
  takenOverBy: string | undefined,
): Promise<void> {
  const known = await readFormerPlaces(tx, member, publicationId)
  const added = left.filter(
    (place, index) => !left.slice(index + 1).some((later) => isNear(later.locator, place.locator)),
  )
  const isReplaced = ({ locator, late_view }: KnownPlace) =>
    (late_view !== null && (late_view === takenOverBy || added.some((place) => place.late_view === late_view))) ||
    added.some((place) => isNear(place.locator, JSON.parse(locator) as Locator))
  const remaining = known.filter((place) => !isReplaced(place)).slice(0, MAX_FORMER_PLACES - added.length)
  const removed = known.filter((place) => !remaining.includes(place)).map(({ number }) => number)
  if (removed.length > 0) {
    await tx
      .deleteFrom('former_place')
      .where(ofMember(member))
      .where('publication_id', '=', publicationId)
      .where('number', 'in', removed)
      .execute()
  }
  if (added.length === 0) return
  const last = known[0]?.number ?? 0
  await tx
    .insertInto('former_place')
    .values(
      added.map(({ locator, ...rest }, index) => ({
        partner_id: member.partnerId,
        member_id: member.memberId,
        publication_id: publicationId,
        number: last + 1 + index,
        locator: JSON.stringify(locator),
        ...rest,
      })),
    )
    .execute()
}
