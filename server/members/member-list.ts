import type { MemberFilter } from '@estante/contract/panel/members.ts'
import type { Kysely, SelectQueryBuilder } from 'kysely'
import type { Member, Tables } from '../db/tables.ts'
import { LAST, type ListPart, readTwoWayPage, type TwoWayPage, type TwoWayPlace } from '../http/two-way-page.ts'
import { type Tenancy, toEmailKey } from './member.ts'

/**
 * A page of an environment's members: in order of identifier, then those without one in order of e-mail; or, of a search,
 * those whose identifier begins so, then those whose e-mail does. Each part is one stretch of an index, however many
 * members there are.
 */
export async function readMembers(
  db: Kysely<Tables>,
  tenancy: Tenancy,
  { filter = 'all', search = '' }: { filter?: MemberFilter | undefined; search?: string | undefined },
  from: TwoWayPlace | undefined,
  size: number,
): Promise<TwoWayPage<Member>> {
  const members = db
    .selectFrom('member')
    .selectAll()
    .where('partner_id', '=', tenancy.partnerId)
    .where('environment', '=', tenancy.environment)
    .$if(filter === 'blocked', (query) => query.where('revoked_at', 'is not', null))
    .$if(filter === 'unlinked', (query) => query.where('external_user_id', 'is', null))
  const byIdentifier = partBy(members, 'external_user_id', search)
  const byEmail = partBy(
    members.where((is) =>
      search === ''
        ? is('external_user_id', 'is', null)
        : is.or([
            is('external_user_id', 'is', null),
            is('external_user_id', '<', search),
            is('external_user_id', '>=', search + LAST),
          ]),
    ),
    'email_key',
    toEmailKey(search),
  )
  return readTwoWayPage(filter === 'unlinked' ? [byEmail] : [byIdentifier, byEmail], from, size)
}

/** The members whose value begins so, in order of it. */
function partBy(
  members: SelectQueryBuilder<Tables, 'member', Member>,
  column: 'external_user_id' | 'email_key',
  beginning: string,
): ListPart<Member> {
  return {
    read: (direction, key, limit) =>
      members
        // Both ends in any case: a stretch of the index that leaves out those without a value.
        .where(
          column,
          direction === 'after' && key !== undefined ? '>' : '>=',
          direction === 'after' ? (key ?? beginning) : beginning,
        )
        .where(column, '<', direction === 'before' ? (key ?? beginning + LAST) : beginning + LAST)
        .orderBy(column, direction === 'after' ? 'asc' : 'desc')
        .limit(limit)
        .execute(),
    keyOf: (member) => member[column] ?? '',
  }
}
