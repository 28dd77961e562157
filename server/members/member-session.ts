import type { MemberTokens } from '@estante/contract/play/launch.ts'
import { type RawBuilder, sql } from 'kysely'
import { DAY_MS, MINUTE_MS } from '../calendar.ts'
import type { Connection, Database, Transaction } from '../db/database.ts'
import { toKey } from '../db/ids.ts'
import { notify } from '../db/notify.ts'
import { prepared } from '../db/prepared.ts'
import { preparedForEach } from '../db/prepared-for-each.ts'
import type { Launch, MemberSession } from '../db/tables.ts'
import type { Environment } from '../environment.ts'
import { ApiError } from '../http/errors.ts'
import { readToken, sameHash } from '../secrets.ts'
import type { MemberKey } from '../tenancy.ts'
import { nextTokens, type RefreshToken, type TokenPair, toColumns, toMemberTokens } from './member-tokens.ts'

const MEMBER_SESSION_LIFETIME_MS = 30 * DAY_MS
/** For how long after its rotation a refresh token returns the same answer, in case it was lost. */
const LOST_ANSWER_GRACE_MS = MINUTE_MS

export interface SignedInMember extends MemberKey {
  memberSessionId: string
  /** The credential that issued the launch; null for the panel. */
  credentialId: number | null
  environment: Environment
  externalUserId: string
}

/** Opens a member session with its first tokens. */
export async function openMemberSession(
  tx: Transaction,
  now: number,
  id: string,
  launch: Pick<Launch, 'partner_id' | 'environment' | 'member_id' | 'credential_id' | 'revocation_count'>,
  first: TokenPair,
): Promise<MemberTokens> {
  await insertMemberSession(tx, {
    id: toKey(id),
    partner_id: launch.partner_id,
    environment: launch.environment,
    member_id: launch.member_id,
    credential_id: launch.credential_id,
    revocation_count: launch.revocation_count,
    created_at: now,
    expires_at: now + MEMBER_SESSION_LIFETIME_MS,
    ...toColumns(first, now),
  })
  return toMemberTokens(first)
}

const insertMemberSession = prepared((db, session: Omit<MemberSession, 'ended_at' | 'previous_refresh_hash'>) =>
  db.insertInto('member_session').values(session),
)

/**
 * Returns the first tokens of a member session again, to a page that asks again after a lost answer. Undefined when the
 * session has ended, or has rotated its tokens since.
 */
export async function repeatFirstTokens(
  tx: Transaction,
  now: number,
  memberSessionId: string,
  first: TokenPair,
): Promise<MemberTokens | undefined> {
  const live = await findLiveMemberSession(tx, now, memberSessionId)
  if (!live || !sameHash(first.accessHash, live.accessHash)) return undefined
  return toMemberTokens(first)
}

/**
 * The result of a rotation. `reused`: the refresh token was already replaced, so two hold it, and the session was
 * ended.
 */
export type Rotation = { outcome: 'rotated'; tokens: MemberTokens } | { outcome: 'reused' | 'refused' }

/**
 * Rotates the tokens of the session a refresh token belongs to (`readRefreshToken`). For a minute after its rotation
 * the token just replaced gets the same new tokens again, in case the answer was lost or a second tab of the page asks.
 * After that it ends the session, as any earlier one does at once: it can only come from a second holder (RFC 9700,
 * section 4.14.2).
 */
export async function rotateTokens(
  db: Database,
  now: number,
  signingKey: string,
  { memberSessionId, hash, secret }: RefreshToken,
): Promise<Rotation> {
  const next = nextTokens(signingKey, memberSessionId, secret)
  return db.write<Rotation>(async (tx) => {
    const row = await tx
      .selectFrom('member_session')
      .select(['refresh_hash', 'previous_refresh_hash', 'rotated_at'])
      .where('id', '=', toKey(memberSessionId))
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!row || !(await findLiveMemberSession(tx, now, memberSessionId))) return { outcome: 'refused' }
    if (sameHash(hash, row.refresh_hash)) {
      await tx
        .updateTable('member_session')
        .set({ ...toColumns(next, now), previous_refresh_hash: hash })
        .where('id', '=', toKey(memberSessionId))
        .execute()
      return { outcome: 'rotated', tokens: toMemberTokens(next) }
    }
    const isPrevious = sameHash(hash, row.previous_refresh_hash ?? '')
    if (isPrevious && now - row.rotated_at <= LOST_ANSWER_GRACE_MS) {
      return { outcome: 'rotated', tokens: toMemberTokens(next) }
    }
    await endMemberSession(tx, now, memberSessionId)
    return { outcome: 'reused' }
  })
}

/**
 * Locks a member against erasure until the transaction ends, before something about them is written. Throws
 * `INVALID_ACCESS_TOKEN` when they were erased since they signed in.
 */
export async function lockLiveMember(tx: Transaction, { partnerId, memberId }: MemberKey): Promise<void> {
  const found = await tx
    .selectFrom('member')
    .select('id')
    .where('partner_id', '=', partnerId)
    .where('id', '=', memberId)
    .where('erased_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!found) throw new ApiError('INVALID_ACCESS_TOKEN')
}

/** The topic for the end of a member session. */
export const SESSION_ENDED = 'session-ended'

/** Ends a member session: its tokens and signed addresses are void. The caller ends its open views after the commit. */
export async function endMemberSession(tx: Transaction, now: number, memberSessionId: string): Promise<void> {
  await tx
    .updateTable('member_session')
    .set({ ended_at: now })
    .where('id', '=', toKey(memberSessionId))
    .where('ended_at', 'is', null)
    .execute()
  notify(tx, SESSION_ENDED, memberSessionId)
}

/** Finds the live session of an access token. Undefined for an invalid one. */
export async function findSignedInMember(
  db: Connection,
  now: number,
  accessToken: string,
): Promise<SignedInMember | undefined> {
  const presented = readToken('at', accessToken)
  if (!presented) return undefined
  const live = await findLiveMemberSession(db, now, `mss_${presented.uuid}`)
  if (!live || live.accessExpiresAt <= now || !sameHash(presented.hash, live.accessHash)) return undefined
  const { accessHash: _, accessExpiresAt: __, ...member } = live
  return member
}

/**
 * Finds a member session. Undefined when it has ended or expired, the member was revoked since, the partner is
 * suspended, or the views of its credential were ended.
 */
export async function findLiveMemberSession(
  db: Connection,
  now: number,
  memberSessionId: string,
): Promise<(SignedInMember & { accessHash: Uint8Array; accessExpiresAt: number }) | undefined> {
  const [row] = await selectLive(db, { key: toKey(memberSessionId), now })
  if (!row || row.external_user_id === null) return undefined
  return {
    memberSessionId,
    memberId: row.member_id,
    credentialId: row.credential_id,
    partnerId: row.partner_id,
    environment: row.environment,
    externalUserId: row.external_user_id,
    accessHash: row.access_hash,
    accessExpiresAt: row.access_expires_at,
  }
}

const selectLive = preparedForEach((db, { key, now }: { key: Uint8Array; now: number }) =>
  db
    .selectFrom('member_session')
    .innerJoin('member', (join) =>
      join
        .onRef('member.partner_id', '=', 'member_session.partner_id')
        .onRef('member.id', '=', 'member_session.member_id'),
    )
    .innerJoin('partner', 'partner.id', 'member_session.partner_id')
    .select([
      'member_session.member_id',
      'member_session.partner_id',
      'member_session.credential_id',
      'member_session.environment',
      'member_session.access_hash',
      'member_session.access_expires_at',
      'member.external_user_id',
    ])
    .where('member_session.id', '=', key)
    .where('member_session.ended_at', 'is', null)
    .where('member_session.expires_at', '>', now)
    .where('member.revoked_at', 'is', null)
    .where('partner.suspended_at', 'is', null)
    .whereRef('member.revocation_count', '=', 'member_session.revocation_count')
    .where(viewsNotEnded('member_session.credential_id')),
)

/**
 * Builds the SQL condition that the views of the credential in a column were not ended. Every heartbeat runs it: by
 * primary key.
 */
export function viewsNotEnded(credentialId: `${'launch' | 'member_session'}.credential_id`): RawBuilder<boolean> {
  return sql`not exists (
    select 1 from credential where credential.id = ${sql.ref(credentialId)} and credential.views_ended_at is not null
  )`
}
