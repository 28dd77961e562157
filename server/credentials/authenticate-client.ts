import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { coalesce } from '../db/coalesce.ts'
import type { Database } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'
import type { Environment } from '../environment.ts'
import { ApiError } from '../http/errors.ts'
import type { RateLimit } from '../http/rate-limit.ts'
import { hashSecret, sameHash } from '../secrets.ts'
import {
  type ClientLimits,
  rateLimitHeaders,
  revokedSince,
  sharedByCredential,
  takeCall,
  toClientLimits,
} from './client-limits.ts'
import type { LastUse } from './last-use.ts'

/** A client of the Partner API: a partner's backend, in one environment. */
export interface Client {
  credentialId: number
  clientId: string
  partnerId: number
  environment: Environment
}

declare module 'fastify' {
  interface FastifyRequest {
    client: Client
    /**
     * The partner whose credential was named, authenticated or not. For the request log only, never for authorization.
     */
    namedClient?: Client
  }
}

/** Creates the hook before every partner request: identity first, then the rate limit. */
export function authenticateClient({ db, clock }: Context, rateLimit: RateLimit, lastUse: LastUse) {
  // Coalesces concurrent requests of a credential, and caches nothing: rotating or revoking it takes effect at the next
  // request.
  const findClient = coalesce((authorization: string) => readClient(db, clock.now(), authorization))
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { client, limits, isLetIn } = await findClient(request.headers.authorization ?? '')
    if (client) request.namedClient = client
    if (!client || !isLetIn) throw new ApiError('INVALID_CLIENT')
    request.client = client
    const now = clock.now()
    lastUse.record(client.credentialId, now, `${request.method} ${request.route ?? 'desconhecida'}`)
    const outcome = await takeCall(rateLimit, client, limits, now)
    reply.headers(rateLimitHeaders(limits, outcome))
    const { allowed, resetSeconds } = outcome.partner ?? outcome.credential
    if (!allowed) {
      reply.header('Retry-After', String(resetSeconds))
      throw new ApiError('RATE_LIMITED')
    }
  }
}

const NO_HASH = hashSecret('')

/**
 * Authenticates a client. Missing, malformed, unknown, wrong, revoked and suspended are one refusal, with the same work
 * (specification, section 5).
 */
async function readClient(
  db: Database,
  now: number,
  authorization: string,
): Promise<{ client: Client | undefined; limits: ClientLimits; isLetIn: boolean }> {
  const { clientId, clientSecret } = readBasic(authorization)
  const hash = hashSecret(clientSecret)
  const [credential] = await selectCredential(db.read, { clientId, since: revokedSince(now) })
  const isSecret = sameHash(hash, credential?.secret_hash ?? NO_HASH)
  return {
    client: credential && {
      credentialId: credential.id,
      clientId: credential.client_id,
      partnerId: credential.partner_id,
      environment: credential.environment,
    },
    limits: credential ? toClientLimits(credential) : { credential: 0, partner: undefined },
    isLetIn: isSecret && credential?.revoked_at === null && credential.suspended_at === null,
  }
}

const selectCredential = prepared((db, { clientId, since }: { clientId: string; since: number }) =>
  db
    .selectFrom('credential')
    .innerJoin('partner', 'partner.id', 'credential.partner_id')
    .select(['credential.id', 'client_id', 'partner_id', 'environment', 'secret_hash', 'revoked_at', 'suspended_at'])
    .select([
      'credential.rate_limit',
      'partner.rate_limit as partner_limit',
      sharedByCredential(since).as('ordinary_together'),
    ])
    .where('client_id', '=', clientId),
)

/** Parses a Basic header (RFC 7617). Anything else yields a client that does not exist. */
function readBasic(authorization: string): { clientId: string; clientSecret: string } {
  const [, encoded = ''] = /^basic +([A-Za-z0-9+/]+={0,2}) *$/i.exec(authorization) ?? []
  const decoded = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = decoded.indexOf(':')
  // No client id contains a NUL, and PostgreSQL refuses one in a query.
  if (colon < 0 || decoded.includes('\0')) return { clientId: '', clientSecret: decoded }
  return { clientId: decoded.slice(0, colon), clientSecret: decoded.slice(colon + 1) }
}
