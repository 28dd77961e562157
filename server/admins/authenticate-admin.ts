import type { AdminAccess } from '@estante/contract/route.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../audit/audit.ts'
import type { Config } from '../config.ts'
import type { Context } from '../context.ts'
import { ApiError } from '../http/errors.ts'
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

/** Guards what is for admins: identifies them by the cookie, then lets through whom the route's `access` names. */
export function adminGuards({ db, clock, config }: Context) {
  return { onRequest: [authenticate, requireSecondFactor], preHandler: [requirePermission] }

  /** Throws `NOT_SIGNED_IN`. */
  async function authenticate(request: FastifyRequest): Promise<void> {
    const token = readCookie(config, request)
    const admin = token === undefined ? undefined : await findSignedInAdmin(db, clock.now(), token)
    if (!admin) throw new ApiError('NOT_SIGNED_IN')
    request.admin = admin
  }

  /** Throws `SECOND_FACTOR_MISSING`, in sessions open before it was required, too. */
  async function requireSecondFactor(request: FastifyRequest): Promise<void> {
    const { admin } = request
    if (admin.lacksSecondFactor && !accessOf(request).withoutSecondFactor) throw new ApiError('SECOND_FACTOR_MISSING')
  }

  /** Throws `NOT_ALLOWED` for another role, and `SIGN_IN_AGAIN` when the password was given too long ago. */
  async function requirePermission(request: FastifyRequest): Promise<void> {
    const { role, confirmedAt } = request.admin
    const { roles, fresh } = accessOf(request)
    if (!roles.includes(role)) throw new ApiError('NOT_ALLOWED')
    if (fresh && clock.now() >= confirmedAt + FRESH_MS) throw new ApiError('SIGN_IN_AGAIN')
  }
}

function accessOf({ routeOptions }: FastifyRequest): AdminAccess {
  return routeOptions.config.access as AdminAccess
}

/**
 * The hook before every request to the panel's API: what changes something must come from the panel's own page. Browsers
 * say where a request comes from, and no page can make them say otherwise. Throws `FOREIGN_ORIGIN`.
 */
export function refuseForeignOrigins({ baseUrl }: Config) {
  return async ({ method, headers }: FastifyRequest): Promise<void> => {
    if (method === 'GET' || method === 'HEAD') return
    const { origin, 'sec-fetch-site': site } = headers
    const isOwn =
      origin === undefined ? site === 'same-origin' : origin === baseUrl && (site ?? 'same-origin') === 'same-origin'
    if (!isOwn) throw new ApiError('FOREIGN_ORIGIN')
  }
}

/** Who acts, for the audit. */
export function actorOf({ admin, ip }: FastifyRequest): Actor {
  return { partnerId: admin.partnerId, email: admin.email, address: ip }
}

/** An operator who acts on a partner, for that partner's audit. */
export function operatorOn(request: FastifyRequest, partnerId: number | null): Actor {
  return { ...actorOf(request), partnerId, isOperator: true }
}

/** Where a request comes from; a proxy's word is taken only when the operator trusts it (`TRUST_PROXY`). */
export function clientInfoOf({ ip, headers }: FastifyRequest): ClientInfo {
  return { address: ip, userAgent: headers['user-agent'] ?? '' }
}

/** Keeps somebody signed in. Over HTTPS the browser itself holds the cookie to this very host (`__Host-`). */
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

/** The cookie that holds a token, as a browser sends it. */
export function toCookie(config: Config, token: string): string {
  return `${cookieName(config)}=${token}`
}

/** The token in the request's cookie (RFC 6265), or undefined. */
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
