import type { CreateSessionRequest } from '@estante/contract/partner/sessions.ts'
import { sql } from 'kysely'
import { isOfValues, isWriteConflict } from '../db/errors.ts'
import { gathered } from '../db/gathered.ts'
import { kept } from '../db/kept.ts'
import type { Database } from '../db/open.ts'
import type { Member } from '../db/tables.ts'
import type { Tenancy } from '../members/member.ts'
import { type IssuedLaunch, insertLaunch, issueLaunch, mintLaunch, type NewLaunch } from './launch.ts'

/** As `issueLaunch`, for the many that partners' backends ask for at once. */
export type IssueLaunch = (now: number, tenancy: Tenancy, request: CreateSessionRequest) => Promise<IssuedLaunch>

/**
 * The links that are asked for in one turn, for members who are known and as they are described, are made by one piece of
 * writing; on PostgreSQL, where every statement is a journey, by one statement. Whoever is to be created, linked, changed
 * or refused goes the long way.
 */
export function launchIssuer(db: Database): IssueLaunch {
  const insertForKnown = db.kind === 'postgresql' ? insertByOneStatement : insertOneByOne
  const issueToKnown = gathered(async (asked: Asked[]) => {
    try {
      return await insertForKnown(db, asked)
    } catch (error) {
      if (!isOfValues(error) && !isWriteConflict(error)) throw error
      // What one of them asked for is why, or whom it met: alone, each is answered for itself.
      return []
    }
  })
  return async (now, tenancy, request) => {
    const { launch, token } = mintLaunch(now, tenancy)
    const { externalUserId, email = null, name = null } = request
    const member = await issueToKnown({ ...launch, external_user_id: externalUserId, email, name })
    return member ? { member, token, expiresAt: launch.expires_at } : issueLaunch(db, now, tenancy, request)
  }
}

/** A link and whom it is for, null where the partner said nothing. */
type Asked = Omit<NewLaunch, 'member_id' | 'revocation_count'> & Pick<Member, 'external_user_id' | 'email' | 'name'>

/** In the order of what was asked; undefined where nothing was made. */
type InsertForKnown = (db: Database, asked: Asked[]) => Promise<(IssuedLaunch['member'] | undefined)[]>

const insertOneByOne: InsertForKnown = (db, asked) =>
  db.write(async (tx) => {
    const made: Awaited<ReturnType<InsertForKnown>> = []
    for (const one of asked) {
      const [member] = await selectKnown(tx, one)
      if (member) await insertLaunch(tx, { ...one, member_id: member.id, revocation_count: member.revocation_count })
      made.push(member)
    }
    return made
  })

const selectKnown = kept((db, { partner_id, environment, external_user_id, email, name }: Asked) =>
  db
    .selectFrom('member')
    .select(['id', 'external_user_id', 'email', 'name', 'revoked_at', 'revocation_count'])
    .where('partner_id', '=', partner_id)
    .where('environment', '=', environment)
    .where('external_user_id', '=', external_user_id)
    .where('revoked_at', 'is', null)
    .where(sql<boolean>`(${email} is null or email = ${email}) and (${name} is null or name = ${name})`),
)

const insertByOneStatement: InsertForKnown = async ({ read }, asked) => {
  const made: Awaited<ReturnType<InsertForKnown>> = []
  const rows = asked.map((one, place) => ({ ...one, place }))
  for (const { place, ...member } of await insertAllForKnown(read, { asked: JSON.stringify(rows) })) {
    made[place] = member
  }
  return made
}

const insertAllForKnown = kept(
  (_, { asked }: { asked: string }) => sql<IssuedLaunch['member'] & { place: number }>`
    with known as materialized (
      select
        asked.*, member.id as member_id, member.revocation_count, member.email as known_email, member.name as known_name
      from json_to_recordset(${asked}::json) as asked (
        place integer, id text, secret_hash text, partner_id text, environment text, created_at bigint,
        expires_at bigint, external_user_id text, email text, name text
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
    select place, member_id as id, external_user_id, known_email as email, known_name as name, null as revoked_at
    from known
  `,
)
