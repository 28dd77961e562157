import type { CreateSessionRequest } from '@estante/contract/partner/sessions.ts'
import { sql } from 'kysely'
import { isDatabaseUnavailable } from '../db/errors.ts'
import { gathered } from '../db/gathered.ts'
import { kept } from '../db/kept.ts'
import type { Database } from '../db/open.ts'
import type { Member } from '../db/tables.ts'
import type { Tenancy } from '../members/member.ts'
import { type IssuedLaunch, issueLaunch, mintLaunch, type NewLaunch } from './launch.ts'

/** As `issueLaunch`, for the many that a partner's backend asks for at once. */
export type IssueLaunch = (now: number, tenancy: Tenancy, request: CreateSessionRequest) => Promise<IssuedLaunch>

/**
 * On PostgreSQL every statement is a journey and every commit a wait: the links that are asked for in one turn, for
 * members who are known and as they are described, are made by one statement. Whoever is to be created, linked, changed
 * or refused goes the long way. SQLite commits together what arrives together.
 */
export function launchIssuer(db: Database): IssueLaunch {
  const alone: IssueLaunch = (now, tenancy, request) => issueLaunch(db, now, tenancy, request)
  if (db.kind === 'sqlite') return alone

  const issueToKnown = gathered(async (asked: Asked[]) => {
    const made = new Map<number, KnownMember>()
    const rows = asked.map((one, place) => ({ ...one, place }))
    try {
      for (const { place, ...member } of await insertForKnown(db.read, { asked: JSON.stringify(rows) })) {
        made.set(place, member)
      }
    } catch (error) {
      // What one of them asked for may be why: alone, each is answered for itself.
      if (isDatabaseUnavailable(error)) throw error
    }
    return asked.map((_, place) => made.get(place))
  })
  return async (now, tenancy, request) => {
    const { launch, token } = mintLaunch(now, tenancy)
    const { externalUserId, email = null, name = null } = request
    const member = await issueToKnown({ ...launch, external_user_id: externalUserId, email, name })
    return member ? { member, token, expiresAt: launch.expires_at } : alone(now, tenancy, request)
  }
}

type KnownMember = IssuedLaunch['member']

/** A link and whom it is for, null where the partner said nothing. */
type Asked = Omit<NewLaunch, 'member_id' | 'revocation_count'> & Pick<Member, 'external_user_id' | 'email' | 'name'>

const insertForKnown = kept(
  (_, { asked }: { asked: string }) => sql<KnownMember & { place: number }>`
  with known as materialized (
    select asked.*, member.id as member_id, member.revocation_count, member.email as known_email, member.name as known_name
    from json_to_recordset(${asked}::json) as asked (
      place integer, id text, secret_hash text, partner_id text, environment text, created_at bigint, expires_at bigint,
      external_user_id text, email text, name text
    )
    join member using (partner_id, environment, external_user_id)
    where member.revoked_at is null
      and (asked.email is null or asked.email = member.email)
      and (asked.name is null or asked.name = member.name)
  ), made as (
    insert into launch (
      id, secret_hash, partner_id, environment, member_id, revocation_count, created_at, expires_at
    )
    select id, secret_hash, partner_id, environment, member_id, revocation_count, created_at, expires_at from known
  )
  select place, member_id as id, external_user_id, known_email as email, known_name as name, null as revoked_at from known
`,
)
