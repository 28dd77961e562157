import type { CreateSessionRequest } from '@estante/contract/partner/sessions.ts'
import { sql } from 'kysely'
import { createBatcher } from '../db/batcher.ts'
import type { Database } from '../db/database.ts'
import { isOfValues, isWriteConflict } from '../db/errors.ts'
import { prepared } from '../db/prepared.ts'
import type { Member } from '../db/tables.ts'
import type { Tenancy } from '../tenancy.ts'
import { type IssuedLaunch, issueLaunch, mintLaunch, type NewLaunch } from './launch.ts'

/** Like `issueLaunch`, for many concurrent requests. */
export type IssueLaunch = (now: number, tenancy: Tenancy, request: CreateSessionRequest) => Promise<IssuedLaunch>

/**
 * On PostgreSQL, where every statement costs a round trip, concurrent links for known members with unchanged details
 * share a statement; members to be created, linked, changed or refused take the general path, as all do on SQLite.
 */
export function launchIssuer(db: Database): IssueLaunch {
  if (db.kind !== 'postgresql') return (now, tenancy, request) => issueLaunch(db, now, tenancy, request)
  const insertForKnown = createBatcher((requested: LinkRequest[]) => insertAllByOneStatement(db, requested))
  return async (now, tenancy, request) => {
    const { launch, token } = mintLaunch(now, tenancy)
    const { externalUserId, email = null, name = null } = request
    const member = await insertForKnown({ ...launch, external_user_id: externalUserId, email, name })
    return member ? { member, token, expiresAt: launch.expires_at } : issueLaunch(db, now, tenancy, request)
  }
}

/** A link and the member it is for. Null where the partner sent nothing. */
type LinkRequest = Omit<NewLaunch, 'member_id' | 'revocation_count'> &
  Pick<Member, 'external_user_id' | 'email' | 'name'>

/** The columns of a member that the answer shows. */
const KNOWN_COLUMNS = [
  'id',
  'public_id',
  'external_user_id',
  'email',
  'name',
  'revoked_at',
  'revocation_count',
] as const satisfies (keyof Member)[]

type KnownMember = Pick<Member, (typeof KNOWN_COLUMNS)[number]>

/**
 * Issues links to known members by one statement. Returns the members in the order of the requests; none when a value is
 * invalid or another write conflicts: each request is then tried alone.
 */
async function insertAllByOneStatement(
  { read }: Database,
  requested: LinkRequest[],
): Promise<(KnownMember | undefined)[]> {
  const made: (KnownMember | undefined)[] = []
  const rows = requested.map((one, place) => ({
    ...one,
    id: inJson(one.id),
    secret_hash: inJson(one.secret_hash),
    place,
  }))
  try {
    for (const { place, ...member } of await insertAllForKnown(read, { requested: JSON.stringify(rows) })) {
      made[place] = member
    }
    return made
  } catch (error) {
    if (!isOfValues(error) && !isWriteConflict(error)) throw error
    return []
  }
}

/** Bytes as PostgreSQL reads them from JSON. */
function inJson(bytes: Uint8Array): string {
  return `\\x${Buffer.from(bytes).toString('hex')}`
}

const insertAllForKnown = prepared(
  (_, { requested }: { requested: string }) => sql<KnownMember & { place: number }>`
    with known as materialized (
      select
        requested.place, requested.id as launch_id, requested.secret_hash, partner_id, environment, requested.created_at, requested.expires_at,
        ${sql.join(KNOWN_COLUMNS.map((column) => sql.ref(`member.${column}`)))}
      from json_to_recordset(${requested}::json) as requested (
        place integer, id bytea, secret_hash bytea, partner_id integer, environment integer, created_at bigint,
        expires_at bigint, external_user_id text, email text, name text
      )
      join member using (partner_id, environment, external_user_id)
      where member.revoked_at is null
        and (requested.email is null or requested.email = member.email)
        and (requested.name is null or requested.name = member.name)
    ), made as (
      insert into launch (
        id, secret_hash, partner_id, environment, member_id, revocation_count, created_at, expires_at
      )
      select launch_id, secret_hash, partner_id, environment, id, revocation_count, created_at, expires_at from known
    )
    select place, ${sql.join(KNOWN_COLUMNS.map((column) => sql.ref(column)))} from known
  `,
)
