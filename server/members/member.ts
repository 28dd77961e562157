import type { PartnerUser, UpsertUserRequest } from '@estante/contract/partner/users.ts'
import { type Actor, appendMemberAudit, UNAUDITED } from '../audit/audit.ts'
import { beforeWrites } from '../db/batching-writer.ts'
import type { Connection, Transaction } from '../db/database.ts'
import { isSingleWriter } from '../db/dialect.ts'
import { violatesUnique, WriteConflict } from '../db/errors.ts'
import { newId } from '../db/ids.ts'
import { notify } from '../db/notify.ts'
import { preparedForEach } from '../db/prepared-for-each.ts'
import type { Member } from '../db/tables.ts'
import { ApiError } from '../http/errors.ts'
import { toIsoString } from '../http/to-iso-string.ts'
import { type MemberKey, memberKeyOf, ofMember, ofTenancy, type Tenancy } from '../tenancy.ts'
import { addAccessChange } from './access-events.ts'
import { replaceNameWords } from './name-words.ts'

export async function findMember(
  db: Connection,
  { partnerId, environment }: Tenancy,
  externalUserId: string,
): Promise<Member | undefined> {
  // PostgreSQL refuses a NUL in a query.
  if (externalUserId.includes('\0')) return undefined
  const [member] = await selectMember(db, { partnerId, environment, externalUserId })
  return member
}

/** The fields that a partner sends of a person: null clears one, undefined keeps it. */
type MemberFields = Omit<UpsertUserRequest, 'status'>

/** The column of each field. A field listed here is stored, compared and updated. */
const FIELD_COLUMNS = { email: 'email', name: 'name' } as const satisfies Record<keyof MemberFields, keyof Member>
const FIELDS = Object.keys(FIELD_COLUMNS) as (keyof MemberFields)[]

const MEMBER_COLUMNS = [
  'partner_id',
  'id',
  'public_id',
  'environment',
  'external_user_id',
  ...Object.values(FIELD_COLUMNS),
  'email_key',
  'created_at',
  'revoked_at',
  'revocation_count',
  'erased_at',
] as const satisfies (keyof Member)[]

const selectMember = preparedForEach((db, key: Tenancy & { externalUserId: string }) =>
  db
    .selectFrom('member')
    .select(MEMBER_COLUMNS)
    .where(ofTenancy(key))
    .where('external_user_id', '=', key.externalUserId),
)

/**
 * Locks the member, so that their heartbeats are processed one at a time, from any tab, device or node. On PostgreSQL,
 * the members of a batch are locked in one order: heartbeats and links that change the same members do not deadlock.
 */
export async function lockMember(tx: Transaction, { partnerId, memberId }: MemberKey): Promise<void> {
  if (!isSingleWriter(tx)) await selectLocked(tx, { partnerId, memberId })
}

const selectLocked = preparedForEach((db, { partnerId, memberId }: MemberKey) =>
  db.selectFrom('member').select('id').where('partner_id', '=', partnerId).where('id', '=', memberId).forNoKeyUpdate(),
)

export async function findMemberById(db: Connection, tenancy: Tenancy, publicId: string): Promise<Member | undefined> {
  return membersOf(db, tenancy).where('public_id', '=', publicId).where('erased_at', 'is', null).executeTakeFirst()
}

/** Finds the member with an e-mail, ignoring case. */
export async function findMemberByEmail(db: Connection, tenancy: Tenancy, email: string): Promise<Member | undefined> {
  return membersOf(db, tenancy).where('email_key', '=', toEmailKey(email)).executeTakeFirst()
}

function membersOf(db: Connection, tenancy: Tenancy) {
  return db.selectFrom('member').selectAll().where(ofTenancy(tenancy))
}

/**
 * Creates the member or changes the fields that were sent (specification, section 2). Of concurrent calls one creates
 * it: the unique index decides. Never links an account without identifier. Throws `EMAIL_CONFLICT`.
 */
export async function upsertMember(
  tx: Transaction,
  now: number,
  tenancy: Tenancy,
  externalUserId: string,
  request: UpsertUserRequest,
  requestId?: string,
): Promise<Member> {
  // Found first: on PostgreSQL, an insertion that conflicts uses up a number, too.
  const known = await findMember(tx, tenancy, externalUserId)
  const member = known ?? (await insertOrFindMember(tx, now, tenancy, externalUserId, request))
  const updated = await updateMember(tx, member, request)
  if (request.status === 'BLOCKED') return revokeMember(tx, now, updated, UNAUDITED, requestId)
  if (request.status === 'ACTIVE') return restoreMember(tx, now, updated, UNAUDITED, requestId)
  return updated
}

/**
 * Inserts a member, or finds it by the identifier. Throws `EMAIL_CONFLICT`, and `WriteConflict` for a member erased
 * meanwhile.
 */
export async function insertOrFindMember(
  tx: Transaction,
  now: number,
  tenancy: Tenancy,
  externalUserId: string,
  fields: MemberFields,
): Promise<Member> {
  const created = await insertMember(tx, now, tenancy, externalUserId, fields)
  const member = created ?? (await findMember(tx, tenancy, externalUserId))
  if (!member) throw new WriteConflict()
  return member
}

/**
 * Inserts a member; undefined when the identifier exists. Throws `EMAIL_CONFLICT`, as an error of `beforeWrites`: a
 * callback of `createBatchingWriter` must not have written before it.
 */
export async function insertMember(
  tx: Transaction,
  now: number,
  tenancy: Tenancy,
  externalUserId: string | null,
  fields: MemberFields,
): Promise<Member | undefined> {
  const owner = fields.email == null ? undefined : await findMemberByEmail(tx, tenancy, fields.email)
  if (owner) {
    if (owner.external_user_id === externalUserId && owner.external_user_id !== null) return undefined
    throw beforeWrites(new ApiError('EMAIL_CONFLICT'))
  }
  try {
    return await tx
      .insertInto('member')
      .values({
        public_id: newId('mbr'),
        partner_id: tenancy.partnerId,
        environment: tenancy.environment,
        external_user_id: externalUserId,
        ...toColumns(fields),
        created_at: now,
        revocation_count: 0,
      })
      .onConflict((conflict) => conflict.columns(['partner_id', 'environment', 'external_user_id']).doNothing())
      .returningAll()
      .executeTakeFirst()
  } catch (error) {
    // Nobody had the e-mail a moment ago. Its owner may be this very member, created concurrently.
    if (violatesUnique(error, 'email_key')) throw new WriteConflict()
    throw error
  }
}

/**
 * Updates the fields that were sent, if one differs. Throws `EMAIL_CONFLICT`, and `WriteConflict` for a member erased
 * meanwhile.
 */
export async function updateMember(tx: Transaction, member: Member, fields: MemberFields): Promise<Member> {
  const differs = FIELDS.some((field) => fields[field] !== undefined && fields[field] !== member[FIELD_COLUMNS[field]])
  if (!differs) return member
  await lockMember(tx, memberKeyOf(member))
  try {
    const updated = await tx
      .updateTable('member')
      .set(toColumns(fields))
      .where('partner_id', '=', member.partner_id)
      .where('id', '=', member.id)
      .where('erased_at', 'is', null)
      .returningAll()
      .executeTakeFirstOrThrow(() => new WriteConflict())
    if (updated.name !== member.name) await replaceNameWords(tx, updated)
    return updated
  } catch (error) {
    if (violatesUnique(error, 'email_key')) throw new ApiError('EMAIL_CONFLICT')
    throw error
  }
}

/** Returns the columns of the fields that were sent. */
function toColumns(fields: MemberFields): Partial<Member> {
  const sent = FIELDS.filter((field) => fields[field] !== undefined)
  return {
    ...Object.fromEntries(sent.map((field) => [FIELD_COLUMNS[field], fields[field]])),
    ...(fields.email !== undefined && { email_key: fields.email && toEmailKey(fields.email) }),
  }
}

/** The topic for a member's revocation. */
export const REVOKED = 'revoked'

/**
 * Revokes access: the member's launches and sessions are void with the count they were made under. Repeating it changes
 * nothing. The caller ends open views after the commit. `requestId`: of the API call. Throws `WriteConflict` for a
 * member revoked or erased meanwhile.
 */
export async function revokeMember(
  tx: Transaction,
  now: number,
  member: Member,
  actor: Actor,
  requestId?: string,
): Promise<Member> {
  const revoked = await tx
    .updateTable('member')
    .set((row) => ({ revoked_at: now, revocation_count: row('revocation_count', '+', 1) }))
    .where('partner_id', '=', member.partner_id)
    .where('id', '=', member.id)
    .where('revoked_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
  if (!revoked) {
    if (member.revoked_at === null) throw new WriteConflict()
    return member
  }
  await addAccessChange(tx, now, revoked, 'blocked', requestId)
  await appendMemberAudit(tx, now, actor, 'member-blocked', revoked)
  notify(tx, REVOKED, String(member.id))
  return revoked
}

/**
 * Restores access. Ended sessions and launches stay void. Throws `WriteConflict` for a member restored or erased
 * meanwhile.
 */
export async function restoreMember(
  tx: Transaction,
  now: number,
  member: Member,
  actor: Actor,
  requestId?: string,
): Promise<Member> {
  if (member.revoked_at === null) return member
  await addAccessChange(tx, now, member, 'restored', requestId)
  await appendMemberAudit(tx, now, actor, 'member-restored', member)
  return tx
    .updateTable('member')
    .set({ revoked_at: null })
    .where('partner_id', '=', member.partner_id)
    .where('id', '=', member.id)
    .where('revoked_at', 'is not', null)
    .where('erased_at', 'is', null)
    .returningAll()
    .executeTakeFirstOrThrow(() => new WriteConflict())
}

/** Finds when the member last listened or read, as ISO 8601; null for never. */
export async function findLastActivity(db: Connection, member: Member): Promise<string | null> {
  const row = await db
    .selectFrom('usage_month')
    .select('last_activity_at')
    .where(ofMember(memberKeyOf(member)))
    .orderBy('last_activity_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return toIsoString(row?.last_activity_at ?? null)
}

/** The columns of a member that partners see. */
export type PartnerUserRow = Pick<Member, 'public_id' | 'external_user_id' | 'email' | 'name' | 'revoked_at'>

/** Converts a member to the form that partners see (specification, section 2). */
export function toPartnerUser(member: PartnerUserRow): PartnerUser {
  return {
    id: member.public_id,
    externalUserId: member.external_user_id ?? '',
    email: member.email,
    name: member.name,
    status: member.revoked_at === null ? 'ACTIVE' : 'BLOCKED',
  }
}

/** Normalizes an e-mail for uniqueness and linking (RFC 6532, section 3.1). */
export function toEmailKey(email: string): string {
  return email.normalize('NFC').toLowerCase()
}
