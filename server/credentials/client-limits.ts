import { type RawBuilder, sql } from 'kysely'
import type { Environment } from '../environment.ts'
import type { RateLimit, RateLimitState } from '../http/rate-limit.ts'
import type { Tenancy } from '../tenancy.ts'
import { ORDINARY_RATE_LIMIT } from './credential.ts'

/*
 * The limit that a partner's ordinary credentials share in each environment, since a partner may create many. A
 * credential with more than the ordinary limit has only its own, so that the ordinary ones never use it up. While the
 * sum of the ordinary limits stays within the partner's, no calls are counted for the partner.
 */

/** For how long a call counts. */
const WINDOW_MS = 60_000

/** Calls a minute that a client may make. */
export interface ClientLimits {
  credential: number
  /** The limit of its partner's ordinary credentials together; undefined where they cannot exceed it. */
  partner: number | undefined
}

/** Columns for `toClientLimits`: the credential's limit, its partner's, and `sharedByCredential`. */
interface LimitColumns {
  rate_limit: number
  partner_limit: number
  ordinary_together: number
}

export function toClientLimits({ rate_limit, partner_limit, ordinary_together }: LimitColumns): ClientLimits {
  return { credential: rate_limit, partner: ordinary_together > partner_limit ? partner_limit : undefined }
}

/** Returns the earliest revocation of a credential whose calls still count. */
export function revokedSince(now: number): number {
  return now - WINDOW_MS
}

/**
 * Sums the limits of a partner's ordinary credentials in an environment: active ones, and revoked ones whose calls
 * still count. Two queries, since each is a range of `credential_limit`.
 */
export function ordinaryTogether(
  partnerId: RawBuilder<unknown> | number,
  environment: RawBuilder<unknown> | Environment,
  since: number,
): RawBuilder<number> {
  const added = (revoked: RawBuilder<unknown>) => sql`coalesce((
    select sum(one.rate_limit) from credential as one
    where one.partner_id = ${partnerId} and one.environment = ${environment} and one.revoked_at ${revoked}
      and one.rate_limit <= ${sql.lit(ORDINARY_RATE_LIMIT)}
  ), 0)`
  return sql<number>`${added(sql`is null`)} + ${added(sql`> ${since}`)}`
}

/**
 * Returns `ordinaryTogether` for an ordinary credential, and 0 for one with a higher limit, which calls most and is
 * spared the queries.
 */
export function sharedByCredential(since: number): RawBuilder<number> {
  const together = ordinaryTogether(sql.ref('credential.partner_id'), sql.ref('credential.environment'), since)
  return sql<number>`case when credential.rate_limit <= ${sql.lit(ORDINARY_RATE_LIMIT)} then ${together} else 0 end`
}

/** Returns the subject under which a partner's ordinary credentials are counted together. */
export function partnerCaller({ partnerId, environment }: Tenancy): string {
  return `partner:${partnerId}:${environment}`
}

/** The states of the limits that were checked. All allow the call, or the last one refused it. */
interface LimitStates {
  credential: RateLimitState
  partner: RateLimitState | undefined
}

/** Counts a call of a client towards both limits, or neither. */
export async function takeCall(
  rateLimit: RateLimit,
  client: Tenancy & { clientId: string },
  limits: ClientLimits,
  now: number,
): Promise<LimitStates> {
  const credential = await rateLimit.take(client.clientId, limits.credential, now)
  if (limits.partner === undefined || !credential.allowed) return { credential, partner: undefined }
  const partner = await rateLimit.take(partnerCaller(client), limits.partner, now)
  if (partner.allowed) return { credential, partner }
  await rateLimit.refund(client.clientId, limits.credential, now)
  return { credential: { ...credential, remaining: credential.remaining + 1 }, partner }
}

/** Formats the rate limit headers: https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/ */
export function rateLimitHeaders(limits: ClientLimits, { credential, partner }: LimitStates): Record<string, string> {
  const policies = [`"credential";q=${limits.credential};w=60`]
  const states = [`"credential";r=${credential.remaining};t=${credential.resetSeconds}`]
  if (limits.partner !== undefined) policies.push(`"partner";q=${limits.partner};w=60`)
  if (partner) states.push(`"partner";r=${partner.remaining};t=${partner.resetSeconds}`)
  return { 'RateLimit-Policy': policies.join(', '), RateLimit: states.join(', ') }
}
