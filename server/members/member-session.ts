import type { MemberTokens } from '@estante/contract/play/launch.ts'
import type { Kysely } from 'kysely'
import { kept } from '../db/kept.ts'
import type { Database, Transaction } from '../db/open.ts'
import type { Environment, Launch, MemberSession, Tables } from '../db/tables.ts'
import { mintToken, readToken, sameHash } from '../secrets.ts'

const ACCESS_TOKEN_LIFETIME_MS = 10 * 60_000
const MEMBER_SESSION_LIFETIME_MS = 30 * 24 * 3_600_000
/** How long the refresh token just replaced is still accepted, in case the answer was lost. */
const LOST_ANSWER_GRACE_MS = 60_000

/** What finds a member's own rows: every query of them names the partner first. */
export interface MemberKey {
  partnerId: string
  memberId: string
}

/** Who is signed in, on a page. */
export interface SignedInMember extends MemberKey {
  memberSessionId: string
  environment: Environment
  externalUserId: string
}

/** Signs a member in: a new member session, of which these are the first tokens. */
export async function openMemberSession(
  tx: Transaction,
  now: number,
  id: string,
  launch: Pick<Launch, 'partner_id' | 'environment' | 'member_id' | 'revocation_count'>,
): Promise<MemberTokens> {
  const { tokens, columns } = mintTokens(id, now)
  await insertMemberSession(tx, {
    id,
    partner_id: launch.partner_id,
    environment: launch.environment,
    member_id: launch.member_id,
    revocation_count: launch.revocation_count,
    created_at: now,
    expires_at: now + MEMBER_SESSION_LIFETIME_MS,
    ...columns,
  })
  return tokens
}

const insertMemberSession = kept((db, session: Omit<MemberSession, 'ended_at' | 'previous_refresh_hash'>) =>
  db.insertInto('member_session').values({
    id: session.id,
    partner_id: session.partner_id,
    environment: session.environment,
    member_id: session.member_id,
    revocation_count: session.revocation_count,
    created_at: session.created_at,
    expires_at: session.expires_at,
    access_hash: session.access_hash,
    access_expires_at: session.access_expires_at,
    refresh_hash: session.refresh_hash,
    rotated_at: session.rotated_at,
  }),
)

/**
 * New tokens for a live member session; the earlier ones stop working, but for the refresh token just replaced, which a
 * page that lost the answer may still hold. Undefined when it is over.
 */
export async function renewTokens(
  tx: Transaction,
  now: number,
  memberSessionId: string,
): Promise<MemberTokens | undefined> {
  if (!(await findLiveMemberSession(tx, now, memberSessionId))) return undefined
  const { tokens, columns } = mintTokens(memberSessionId, now)
  await tx
    .updateTable('member_session')
    .set((row) => ({ ...columns, previous_refresh_hash: row.ref('refresh_hash') }))
    .where('id', '=', memberSessionId)
    .execute()
  return tokens
}

/**
 * Rotates the tokens of the session a refresh token belongs to. The token just replaced is accepted for a minute more;
 * after that it can only come from a second holder, and the session ends. Undefined when there is nothing to refresh.
 */
export async function rotateTokens(db: Database, now: number, refreshToken: string): Promise<MemberTokens | undefined> {
  const presented = readToken('rt', refreshToken)
  if (!presented) return undefined
  const id = `mss_${presented.uuid}`
  return db.write(async (tx) => {
    const row = await tx
      .selectFrom('member_session')
      .select(['refresh_hash', 'previous_refresh_hash', 'rotated_at'])
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!row) return undefined
    if (sameHash(presented.hash, row.refresh_hash)) return renewTokens(tx, now, id)
    if (!sameHash(presented.hash, row.previous_refresh_hash ?? '')) return undefined
    if (now - row.rotated_at <= LOST_ANSWER_GRACE_MS) {
      const tokens = await renewTokens(tx, now, id)
      // This answer may be lost as well: the page still holds the token it presented.
      await tx
        .updateTable('member_session')
        .set({ previous_refresh_hash: presented.hash })
        .where('id', '=', id)
        .execute()
      return tokens
    }
    await endMemberSession(tx, now, id)
    return undefined
  })
}

/** Ends a member session: its tokens and signed addresses are dead. */
export async function endMemberSession(tx: Transaction, now: number, memberSessionId: string): Promise<void> {
  await tx
    .updateTable('member_session')
    .set({ ended_at: now })
    .where('id', '=', memberSessionId)
    .where('ended_at', 'is', null)
    .execute()
}

/** Who holds this access token, or undefined when it is not good (any more). */
export async function findSignedInMember(
  db: Kysely<Tables>,
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

/** A member session that is neither ended nor expired nor of a member revoked since or a partner suspended, or undefined. */
export async function findLiveMemberSession(
  db: Kysely<Tables>,
  now: number,
  memberSessionId: string,
): Promise<(SignedInMember & { accessHash: string; accessExpiresAt: number }) | undefined> {
  const [row] = await selectLive(db, { memberSessionId, now })
  if (!row || row.external_user_id === null) return undefined
  return {
    memberSessionId: row.id,
    memberId: row.member_id,
    partnerId: row.partner_id,
    environment: row.environment,
    externalUserId: row.external_user_id,
    accessHash: row.access_hash,
    accessExpiresAt: row.access_expires_at,
  }
}

const selectLive = kept((db, { memberSessionId, now }: { memberSessionId: string; now: number }) =>
  db
    .selectFrom('member_session')
    .innerJoin('member', (join) =>
      join
        .onRef('member.partner_id', '=', 'member_session.partner_id')
        .onRef('member.id', '=', 'member_session.member_id'),
    )
    .innerJoin('partner', 'partner.id', 'member_session.partner_id')
    .select([
      'member_session.id',
      'member_session.member_id',
      'member_session.partner_id',
      'member_session.environment',
      'member_session.access_hash',
      'member_session.access_expires_at',
      'member.external_user_id',
    ])
    .where('member_session.id', '=', memberSessionId)
    .where('member_session.ended_at', 'is', null)
    .where('member_session.expires_at', '>', now)
    .where('member.revoked_at', 'is', null)
    .where('partner.suspended_at', 'is', null)
    .whereRef('member.revocation_count', '=', 'member_session.revocation_count'),
)

function mintTokens(memberSessionId: string, now: number) {
  const access = mintToken('at', memberSessionId)
  const refresh = mintToken('rt', memberSessionId)
  const tokens: MemberTokens = {
    accessToken: access.token,
    accessTokenExpiresInSeconds: ACCESS_TOKEN_LIFETIME_MS / 1000,
    refreshToken: refresh.token,
  }
  const columns = {
    access_hash: access.hash,
    access_expires_at: now + ACCESS_TOKEN_LIFETIME_MS,
    refresh_hash: refresh.hash,
    rotated_at: now,
  }
  return { tokens, columns }
}
