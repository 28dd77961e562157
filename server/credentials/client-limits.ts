import { type RawBuilder, sql } from 'kysely'
import type { RateLimit, RateLimitState } from '../http/rate-limit.ts'
import type { Tenancy } from '../tenancy.ts'
import { ORDINARY_RATE_LIMIT } from './credential.ts'

/*
 * A partner makes as many credentials as it needs, so its ordinary ones have a limit together as well, in each
 * environment. One that the operator gave more than the ordinary limit stands alone: what was given is never taken back
 * by the others. While the ordinary ones together cannot exceed the partner's limit, nobody counts for it.
 */

/** How long a call counts. */
const WINDOW_MS = 60_000

/** Calls a minute that a client may make. */
export interface ClientLimits {
  credential: number
  /** Of the ordinary credentials of its partner and environment together; undefined where it cannot be exceeded. */
  partner: number | undefined
}

/** The columns that `toClientLimits` reads: a credential's own limit, its partner's, and `sharedByCredential`. */
interface LimitColumns {
  rate_limit: number
  partner_limit: number
  ordinary_together: number
}

export function toClientLimits({ rate_limit, partner_limit, ordinary_together }: LimitColumns): ClientLimits {
  return { credential: rate_limit, partner: ordinary_together > partner_limit ? partner_limit : undefined }
}

/** Since when a revoked credential was revoked whose calls still count. */
export function revokedSince(now: number): number {
  return now - WINDOW_MS
}

/**
 * The limits of a partner's ordinary credentials in an environment, added up: of active ones, and of those whose calls
 * still count. Two look-ups, for each is a range of `credential_limit`.
 */
export function ordinaryTogether(
  partnerId: RawBuilder<unknown> | number,
  environment: RawBuilder<unknown> | string,
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
 * `ordinaryTogether` of the credential that is read, when it is an ordinary one itself; 0 otherwise: those that call most
 * are spared the look-ups.
 */
export function sharedByCredential(since: number): RawBuilder<number> {
  const together = ordinaryTogether(sql.ref('credential.partner_id'), sql.ref('credential.environment'), since)
  return sql<number>`case when credential.rate_limit <= ${sql.lit(ORDINARY_RATE_LIMIT)} then ${together} else 0 end`
}

/** What a partner's ordinary credentials are counted as together. */
export function partnerCaller({ partnerId, environment }: Tenancy): string {
  return `partner:${partnerId}:${environment}`
}

/** The state of each limit that was looked at; all of them allow the call, or the last one refused it. */
interface Taken {
  credential: RateLimitState
  partner: RateLimitState | undefined
}

/** Takes a call of a client from both limits, or from neither. */
export async function takeCall(
  rateLimit: RateLimit,
  client: Tenancy & { clientId: string },
  limits: ClientLimits,
  now: number,
): Promise<Taken> {
  const credential = await rateLimit.take(client.clientId, limits.credential, now)
  if (limits.partner === undefined || !credential.allowed) return { credential, partner: undefined }
  const partner = await rateLimit.take(partnerCaller(client), limits.partner, now)
  if (partner.allowed) return { credential, partner }
  await rateLimit.giveBack(client.clientId, limits.credential, now)
  return { credential: { ...credential, remaining: credential.remaining + 1 }, partner }
}

/** https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/ */
export function rateLimitHeaders(limits: ClientLimits, { credential, partner }: Taken): Record<string, string> {
  const policies = [`"credential";q=${limits.credential};w=60`]
  const states = [`"credential";r=${credential.remaining};t=${credential.resetSeconds}`]
  if (limits.partner !== undefined) policies.push(`"partner";q=${limits.partner};w=60`)
  if (partner) states.push(`"partner";r=${partner.remaining};t=${partner.resetSeconds}`)
  return { 'RateLimit-Policy': policies.join(', '), RateLimit: states.join(', ') }
}
