import type { MemberTokens } from '@estante/contract/play/launch.ts'
import { hashSecret, readToken, sameHash, sign } from '../secrets.ts'

const ACCESS_TOKEN_LIFETIME_MS = 10 * 60_000
/** Length of a refresh token's secret: 192 bits authenticate, and 66 prove that this service issued it. */
const ADMITTING_LENGTH = 32
const PROVING_LENGTH = 11

/** The tokens of one step of a member session, and the hashes that the database stores of them. */
export interface TokenPair {
  accessToken: string
  accessHash: Uint8Array
  refreshToken: string
  refreshHash: Uint8Array
}

/**
 * Derives the first tokens of a member session from the launch token and the page's key, of which the database holds
 * only hashes: asking again with both gives the same tokens, and a stolen database gives none.
 */
export function firstTokens(signingKey: string, memberSessionId: string, launchToken: string, key: string): TokenPair {
  return derive(signingKey, memberSessionId, `${launchToken} ${key}`)
}

/** Derives the tokens that replace a refresh token. Deterministic, and possible only with the token itself. */
export function nextTokens(signingKey: string, memberSessionId: string, refreshSecret: string): TokenPair {
  return derive(signingKey, memberSessionId, refreshSecret)
}

/** A refresh token that this service issued, replaced since or not. */
export interface RefreshToken {
  memberSessionId: string
  secret: string
  hash: Uint8Array
}

/** Parses a refresh token. Undefined for a text that this service never issued, without a query. */
export function readRefreshToken(signingKey: string, token: string): RefreshToken | undefined {
  const presented = readToken('rt', token)
  if (!presented) return undefined
  const memberSessionId = `mss_${presented.uuid}`
  const admitting = presented.secret.slice(0, ADMITTING_LENGTH)
  const proof = presented.secret.slice(ADMITTING_LENGTH)
  if (!sameHash(proof, proofOf(signingKey, memberSessionId, admitting))) return undefined
  return { memberSessionId, hash: presented.hash, secret: presented.secret }
}

/** Returns the columns of a member session with new tokens. */
export function toColumns({ accessHash, refreshHash }: TokenPair, now: number) {
  return {
    access_hash: accessHash,
    access_expires_at: now + ACCESS_TOKEN_LIFETIME_MS,
    refresh_hash: refreshHash,
    rotated_at: now,
  }
}

export function toMemberTokens({ accessToken, refreshToken }: TokenPair): MemberTokens {
  return { accessToken, refreshToken }
}

function derive(signingKey: string, memberSessionId: string, from: string): TokenPair {
  const admitting = sign(signingKey, `refresh:${memberSessionId}:${from}`).slice(0, ADMITTING_LENGTH)
  const refreshSecret = admitting + proofOf(signingKey, memberSessionId, admitting)
  const accessSecret = sign(signingKey, `access:${memberSessionId}:${refreshSecret}`)
  const uuid = memberSessionId.slice(4)
  return {
    accessToken: `at_${uuid}.${accessSecret}`,
    accessHash: hashSecret(accessSecret),
    refreshToken: `rt_${uuid}.${refreshSecret}`,
    refreshHash: hashSecret(refreshSecret),
  }
}

function proofOf(signingKey: string, memberSessionId: string, admitting: string): string {
  return sign(signingKey, `genuine:${memberSessionId}:${admitting}`).slice(0, PROVING_LENGTH)
}
