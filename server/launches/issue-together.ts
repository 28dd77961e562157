import type { CreateSessionRequest } from '@estante/contract/partner/sessions.ts'
import { sql } from 'kysely'
import { createBatcher } from '../db/batcher.ts'
import type { Database } from '../db/database.ts'
import { isOfValues, isWriteConflict } from '../db/errors.ts'
import { prepared } from '../db/prepared.ts'
import type { Member } from '../db/tables.ts'
import type { Tenancy } from '../tenancy.ts'
import { type IssuedLaunch, insertLaunch, issueLaunch, mintLaunch, type NewLaunch } from './launch.ts'

/** Like `issueLaunch`, for many concurrent requests. */
export type IssueLaunch = (now: number, tenancy: Tenancy, request: CreateSessionRequest) => Promise<IssuedLaunch>

/**
 * Issues a link for a known member with unchanged details in a single write; on PostgreSQL, where every statement costs
 * a round trip, concurrent ones share a statement. Members to be created, linked, changed or refused take the general
 * path.
 */
export function launchIssuer(db: Database): IssueLaunch {
  const insertForKnown =
    db.kind === 'postgresql'
      ? createBatcher((asked: LinkRequest[]) => withoutFaulty(insertAllByOneStatement(db, asked), []))
      : (asked: LinkRequest) => withoutFaulty(insertOne(db, asked), undefined)
  return async (now, tenancy, request) => {
    const { launch, token } = mintLaunch(now, tenancy)
    const { externalUserId, email = null, name = null } = request
    const member = await insertForKnown({ ...launch, external_user_id: externalUserId, email, name })
    return member ? { member, token, expiresAt: launch.expires_at } : issueLaunch(db, now, tenancy, request)
  }
}

/** Answers none when a value is invalid or another write conflicts: each request is then retried alone. */
async function withoutFaulty<T>(made: Promise<T>, none: T): Promise<T> {
  try {
    return await made
  } catch (error) {
    if (!isOfValues(error) && !isWriteConflict(error)) throw error
    return none
  }
}

/** A link and the member it is for. Null where the partner sent nothing. */
type LinkRequest = Omit<NewLaunch, 'member_id' | 'revocation_count'> &
  Pick<Member, 'external_user_id' | 'email' | 'name'>

/** The columns of a member that the answer shows, on both databases. */
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

/** Undefined for a member who is unknown, or whose details differ. */
function insertOne(db: Database, asked: LinkRequest): Promise<KnownMember | undefined> {
  return db.write(async (tx) => {
    const [member] = await selectKnown(tx, asked)
    if (member) await insertLaunch(tx, { ...asked, member_id: member.id, revocation_count: member.revocation_count })
    return member
  })
}

const selectKnown = prepared((db, { partner_id, environment, external_user_id, email, name }: LinkRequest) =>
  db
    .selectFrom('member')
    .select(KNOWN_COLUMNS)
    .where('partner_id', '=', partner_id)
    .where('environment', '=', environment)
    .where('external_user_id', '=', external_user_id)
    .where('revoked_at', 'is', null)
    .where(sql<boolean>`(${email} is null or email = ${email}) and (${name} is null or name = ${name})`),
)

/** Issues links to known members by one statement. Returns the members in the order of the requests. */
async function insertAllByOneStatement({ read }: Database, asked: LinkRequest[]): Promise<(KnownMember | undefined)[]> {
  const made: (KnownMember | undefined)[] = []
  const rows = asked.map((one, place) => ({ ...one, id: inJson(one.id), secret_hash: inJson(one.secret_hash), place }))
  for (const { place, ...member } of await insertAllForKnown(read, { asked: JSON.stringify(rows) })) {
    made[place] = member
  }
  return made
}

/** Bytes as PostgreSQL reads them from JSON. */
function inJson(bytes: Uint8Array): string {
  return `\\x${Buffer.from(bytes).toString('hex')}`
}

const insertAllForKnown = prepared(
  (_, { asked }: { asked: string }) => sql<KnownMember & { place: number }>`
    with known as materialized (
      select
        asked.place, asked.id as launch_id, asked.secret_hash, partner_id, environment, asked.created_at, asked.expires_at,
        ${sql.join(KNOWN_COLUMNS.map((column) => sql.ref(`member.${column}`)))}
      from json_to_recordset(${asked}::json) as asked (
        place integer, id bytea, secret_hash bytea, partner_id integer, environment text, created_at bigint,
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
      select launch_id, secret_hash, partner_id, environment, id, revocation_count, created_at, expires_at from known
    )
    select place, ${sql.join(KNOWN_COLUMNS.map((column) => sql.ref(column)))} from known
  `,
)
