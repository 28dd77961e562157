import type { AdminRole, PartnerRole } from '@estante/contract/panel/admins.ts'
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

/** The hook before every request of somebody signed in to the panel. Throws `NOT_SIGNED_IN`. */
export function authenticateAdmin({ db, clock, config }: Context) {
  return async (request: FastifyRequest): Promise<void> => {
    const token = readCookie(config, request)
    const admin = token === undefined ? undefined : await findSignedInAdmin(db, clock.now(), token)
    if (!admin) throw new ApiError('NOT_SIGNED_IN')
    request.admin = admin
  }
}

/**
 * The hook before every request but those that set up a second factor: whoever must have one has it first, in sessions
 * open before it was required, too. Throws `SECOND_FACTOR_MISSING`.
 */
export async function requireSecondFactor({ admin }: FastifyRequest): Promise<void> {
  if (admin.lacksSecondFactor) throw new ApiError('SECOND_FACTOR_MISSING')
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

/** Throws `NOT_ALLOWED` unless the admin has one of the roles. */
export function requireRole({ admin }: FastifyRequest, ...roles: AdminRole[]): void {
  if (!roles.includes(admin.role)) throw new ApiError('NOT_ALLOWED')
}

/** The partner whose people may do this, in one of the roles. Throws `NOT_ALLOWED`. */
export function requirePartner(request: FastifyRequest, ...roles: PartnerRole[]): string {
  requireRole(request, ...roles)
  if (request.admin.partnerId === null) throw new ApiError('NOT_ALLOWED')
  return request.admin.partnerId
}

/** Throws `SIGN_IN_AGAIN` when the password was given too long ago. */
export function requireFresh({ admin }: FastifyRequest, now: number): void {
  if (now >= admin.confirmedAt + FRESH_MS) throw new ApiError('SIGN_IN_AGAIN')
}

/** Who acts, for the audit. */
export function actorOf({ admin, ip }: FastifyRequest): Actor {
  return { partnerId: admin.partnerId, email: admin.email, address: ip }
}

/** An operator who acts on a partner, for that partner's audit. */
export function operatorOn(request: FastifyRequest, partnerId: string | null): Actor {
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
