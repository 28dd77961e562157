import type { CreateSessionRequest } from '@estante/contract/partner/sessions.ts'
import type { LaunchAnswer, MemberTokens } from '@estante/contract/play/launch.ts'
import { LAUNCH_PATH } from '@estante/contract/screens.ts'
import type { ExpressionBuilder } from 'kysely'
import type { Context } from '../context.ts'
import type { Transaction } from '../db/database.ts'
import { newId, toKey, toUuid } from '../db/ids.ts'
import { prepared } from '../db/prepared.ts'
import type { Tables } from '../db/tables.ts'
import { preparedUpsert } from '../db/upsert.ts'
import { linkAccount } from '../members/link-account.ts'
import type { PartnerUserRow } from '../members/member.ts'
import type { MemberLimits } from '../members/member-limits.ts'
import { openMemberSession, repeatFirstTokens, viewsNotEnded } from '../members/member-session.ts'
import { firstTokens } from '../members/member-tokens.ts'
import { readProfile } from '../members/profile.ts'
import { hashSecret, mintToken, readToken } from '../secrets.ts'
import type { Tenancy } from '../tenancy.ts'

/** Specification, section 8. */
const LAUNCH_TOKEN_LIFETIME_MS = 60_000
/** A launch made further in the future comes from a clock that was set back since. Nodes' clocks differ by less. */
const CLOCK_TOLERANCE_MS = 60_000

/** The tenancy of a launch, and its credential; the panel's launches have none. */
type Issuer = Tenancy & { credentialId?: number }

export interface IssuedLaunch {
  member: PartnerUserRow
  token: string
  expiresAt: number
}

/** Creates or finds the member and mints a launch token. Throws `USER_REVOKED` and `EMAIL_CONFLICT`. */
export async function issueLaunch(
  tx: Transaction,
  now: number,
  { partnerId, environment, credentialId }: Issuer,
  request: CreateSessionRequest,
): Promise<IssuedLaunch> {
  const member = await linkAccount(tx, now, { partnerId, environment }, request)
  const id = newId('lch')
  const { token, hash } = mintToken('lt', id)
  const expiresAt = now + LAUNCH_TOKEN_LIFETIME_MS
  await insertLaunch(tx, {
    id: toKey(id),
    secret_hash: hash,
    partner_id: partnerId,
    environment,
    member_id: member.id,
    credential_id: credentialId ?? null,
    revocation_count: member.revocation_count,
    created_at: now,
    expires_at: expiresAt,
  })
  return { member, token, expiresAt }
}

const insertLaunch = preparedUpsert('launch', {
  key: ['id'],
  insertOnly: [
    'secret_hash',
    'partner_id',
    'environment',
    'member_id',
    'credential_id',
    'revocation_count',
    'created_at',
    'expires_at',
  ],
})

/** Returns the link that opens the embedded application signed in (specification, section 2). */
export function launchUrl(playUrl: string, token: string, redirectPath: string | undefined): string {
  const redirect = redirectPath === undefined ? '' : `&redirect=${encodeURIComponent(redirectPath)}`
  return `${playUrl}${LAUNCH_PATH}?token=${token}${redirect}`
}

/**
 * Consumes a launch token and signs the member in. Unknown, used, expired and revoked tokens are one answer: undefined.
 * Single use is this UPDATE's WHERE; with the key that the page minted, the same page may ask again after a lost
 * answer. Anyone may call this, so a read comes first: invalid tokens neither wait for a write nor delay one.
 */
export async function exchangeLaunch(
  { db, config, signingKey }: Pick<Context, 'db' | 'config' | 'signingKey'>,
  limits: Pick<MemberLimits, 'takeRepeatedOpening'>,
  now: number,
  launchToken: string,
  key: string,
): Promise<LaunchAnswer | undefined> {
  const presented = readToken('lt', launchToken)
  if (!presented) return undefined
  const memberSessionId = newId('mss')
  const consumption = {
    id: toKey(presented.uuid),
    secretHash: presented.hash,
    keyHash: hashSecret(key),
    memberSessionId: toKey(memberSessionId),
    now,
    latest: now + CLOCK_TOLERANCE_MS,
  }
  const [openable] = await selectOpenable(db.read, consumption)
  if (!openable) return undefined
  const isRepeated = openable.consumed_at !== null || openable.refused_at !== null
  if (isRepeated) limits.takeRepeatedOpening(presented.uuid)
  return db.write(async (tx) => {
    const [launch] = await consumeLaunch(tx, consumption)
    if (!launch) return undefined

    const member = { partnerId: launch.partner_id, memberId: launch.member_id }
    const [tokens, profile] = await Promise.all([signIn(tx, launch), readProfile(tx, member, config)])
    return tokens && { tokens, profile }
  })

  async function signIn(tx: Transaction, launch: ConsumedLaunch): Promise<MemberTokens | undefined> {
    const id = launch.member_session_id ? `mss_${toUuid(launch.member_session_id)}` : memberSessionId
    const first = firstTokens(signingKey, id, launchToken, key)
    if (id === memberSessionId) return openMemberSession(tx, now, id, launch, first)
    return repeatFirstTokens(tx, now, id, first)
  }
}

interface Consumption {
  id: Uint8Array
  secretHash: Uint8Array
  keyHash: Uint8Array
  /** Key of the member session that the launch begins. */
  memberSessionId: Uint8Array
  now: number
  /** The latest possible instant of creation. */
  latest: number
}

/** Builds the condition for a launch that has not expired, and that no other page consumed. */
function isOpenable({ id, secretHash, keyHash, now, latest }: Consumption) {
  return (row: ExpressionBuilder<Tables, 'launch'>) =>
    row.and([
      row('id', '=', id),
      row('secret_hash', '=', secretHash),
      row('expires_at', '>', now),
      row('created_at', '<=', latest),
      row.or([row('consumed_at', 'is', null), row('key_hash', '=', keyHash)]),
    ])
}

const selectOpenable = prepared((db, consumption: Consumption) =>
  db.selectFrom('launch').select(['consumed_at', 'refused_at']).where(isOpenable(consumption)),
)

// A page that repeats its call keeps the instant and the member session of the first.
const consumeLaunch = prepared((db, consumption: Consumption) =>
  db
    .updateTable('launch')
    .set((row) => ({
      consumed_at: row.fn.coalesce('consumed_at', row.val(consumption.now)),
      key_hash: consumption.keyHash,
      member_session_id: row.fn.coalesce('member_session_id', row.val(consumption.memberSessionId)),
    }))
    .where(isOpenable(consumption))
    .where((row) =>
      row.exists(
        row
          .selectFrom('member')
          .innerJoin('partner', 'partner.id', 'member.partner_id')
          .select('member.id')
          .whereRef('member.partner_id', '=', 'launch.partner_id')
          .whereRef('member.id', '=', 'launch.member_id')
          .whereRef('member.revocation_count', '=', 'launch.revocation_count')
          .where('member.revoked_at', 'is', null)
          .where('partner.suspended_at', 'is', null),
      ),
    )
    .where(viewsNotEnded('launch.credential_id'))
    .returning(['partner_id', 'environment', 'member_id', 'credential_id', 'revocation_count', 'member_session_id']),
)

type ConsumedLaunch = Awaited<ReturnType<typeof consumeLaunch>>[number]
