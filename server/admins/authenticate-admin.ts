import type { AdminAccess } from '@estante/contract/route.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../audit/audit.ts'
import type { Config } from '../config.ts'
import type { Context } from '../context.ts'
import { ApiError, ForeignOrigin, TooManyAttempts } from '../http/errors.ts'
import { createTokenBuckets } from '../http/token-buckets.ts'
import {
  ADMIN_SESSION_LIFETIME_MS,
  type ClientInfo,
  FRESH_MS,
  findSignedInAdmin,
  type SignedInAdmin,
} from './admin-session.ts'

declare module 'fastify' {
  interface FastifyRequest {
    admin: SignedInAdmin
  }
}

/** Far more than a person needs: a screen makes a few calls. Some of them take twenty milliseconds of CPU. */
const CALLS = { burst: 120, refillMs: 100 }

/**
 * Guards the panel's routes: identifies the admin by the cookie, limits those of partners, then checks the route's
 * `access`.
 */
export function adminGuards({ db, clock, config }: Context) {
  const calls = createTokenBuckets(CALLS)
  return { onRequest: [authenticate, requireSecondFactor], preHandler: [requirePermission] }

  /** Throws `NOT_SIGNED_IN`, and `TooManyAttempts` to an admin of a partner. */
  async function authenticate(request: FastifyRequest): Promise<void> {
    const token = readCookie(config, request)
    const admin = token === undefined ? undefined : await findSignedInAdmin(db, clock.now(), token)
    if (!admin) throw new ApiError('NOT_SIGNED_IN')
    const waitMs = admin.partnerId === null ? 0 : calls.take(String(admin.adminId), clock.now())
    if (waitMs > 0) throw new TooManyAttempts(waitMs)
    request.admin = admin
  }

  /** Throws `SECOND_FACTOR_NOT_SET_UP`, also in a session that began before it was required. */
  async function requireSecondFactor(request: FastifyRequest): Promise<void> {
    const { admin } = request
    if (admin.lacksSecondFactor && !accessOf(request).withoutSecondFactor)
      throw new ApiError('SECOND_FACTOR_NOT_SET_UP')
  }

  /**
   * Throws `NOT_ALLOWED` for another role and for a parameter of operators, and `SIGN_IN_AGAIN` when the password was
   * given too long ago.
   */
  async function requirePermission(request: FastifyRequest): Promise<void> {
    const { role, confirmedAt } = request.admin
    const { roles, fresh, operatorQuery = [] } = accessOf(request)
    const isOfOperators = operatorQuery.some((name) => name in (request.query as object))
    if (!roles.includes(role) || (isOfOperators && role !== 'operator')) throw new ApiError('NOT_ALLOWED')
    if (fresh && clock.now() >= confirmedAt + FRESH_MS) throw new ApiError('SIGN_IN_AGAIN')
  }
}

function accessOf({ routeOptions }: FastifyRequest): AdminAccess {
  return routeOptions.config.access as AdminAccess
}

/**
 * Creates the hook before every request to the panel's API: refuses a change that does not come from the panel's own
 * page, by the `Origin` header, which no page can forge. Throws `FOREIGN_ORIGIN`.
 */
export function refuseForeignOrigins({ baseUrl }: Config) {
  return async ({ method, headers }: FastifyRequest): Promise<void> => {
    if (method === 'GET' || method === 'HEAD') return
    const { origin, 'sec-fetch-site': site } = headers
    const isOwn =
      origin === undefined ? site === 'same-origin' : origin === baseUrl && (site ?? 'same-origin') === 'same-origin'
    if (!isOwn) throw new ForeignOrigin(`${baseUrl}/painel`)
  }
}

/** Returns the actor that the audit names. */
export function actorOf({ admin, ip }: FastifyRequest): Actor {
  return { partnerId: admin.partnerId, email: admin.email, address: ip }
}

/** Returns the actor for an operator's act on a partner. The act adds the partner, whose audit names nobody. */
export function operatorOf(request: FastifyRequest): Actor {
  return { ...actorOf(request), isOperator: true }
}

/** Returns the client of a request. A proxy's header is trusted only when the operator says so (`TRUST_PROXY`). */
export function clientInfoOf({ ip, headers }: FastifyRequest): ClientInfo {
  return { address: ip, userAgent: headers['user-agent'] ?? '' }
}

/** Sets the session cookie. Over HTTPS the browser ties it to this host (`__Host-`). */
export function setCookie(reply: FastifyReply, config: Config, token: string): void {
  writeCookie(reply, config, token, ADMIN_SESSION_LIFETIME_MS / 1000)
}

export function clearCookie(reply: FastifyReply, config: Config): void {
  writeCookie(reply, config, '', 0)
}

function writeCookie(reply: FastifyReply, config: Config, value: string, maxAgeSeconds: number): void {
  const secure = isSecure(config) ? '; Secure' : ''
  reply.header(
    'Set-Cookie',
    `${toCookie(config, value)}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${maxAgeSeconds}${secure}`,
  )
}

export function toCookie(config: Config, token: string): string {
  return `${cookieName(config)}=${token}`
}

/** Reads the token from the request's cookie (RFC 6265). Undefined without one. */
export function readCookie(config: Config, { headers }: FastifyRequest): string | undefined {
  const prefix = toCookie(config, '')
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim())
  return pairs.find((pair) => pair.startsWith(prefix))?.slice(prefix.length)
}

function cookieName(config: Config): string {
  return `${isSecure(config) ? '__Host-' : ''}estante_admin`
}

function isSecure({ baseUrl }: Config): boolean {
  return baseUrl.startsWith('https:')
}
