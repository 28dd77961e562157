import { randomUUID } from 'node:crypto'
import type { AdminRole } from '@estante/contract/roles.ts'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { Secret, TOTP } from 'otpauth'
import { insertAdmin } from '../admins/admin.ts'
import { openAdminSession } from '../admins/admin-session.ts'
import { toCookie } from '../admins/authenticate-admin.ts'
import { hashPassword } from '../admins/password.ts'
import { appendAudit } from '../audit/audit.ts'
import type { Context } from '../context.ts'

export const GOOD_PASSWORD = 'tigre-lua-forno-47-areia'

const OPERATOR_SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'

export type PanelPage = ReturnType<typeof panelPage>

/** A browser with the panel open: keeps its cookie, and sends the origin of its calls. */
export function panelPage(
  app: FastifyInstance,
  { config }: Context,
  headers: Record<string, string> = {},
  initialCookie = '',
) {
  let cookie = initialCookie

  async function call(method: InjectOptions['method'], url: string, payload?: object) {
    const response = await app.inject({
      method,
      url,
      headers: { host: new URL(config.baseUrl).host, origin: config.baseUrl, cookie, ...headers },
      ...(payload && { payload }),
    })
    const [set = cookie] = [response.headers['set-cookie'] ?? []].flat().map((one) => one.split(';')[0])
    cookie = set
    return response
  }

  return {
    get: (url: string) => call('GET', url),
    post: (url: string, payload?: object) => call('POST', url, payload),
    put: (url: string, payload?: object) => call('PUT', url, payload),
    delete: (url: string) => call('DELETE', url),
    call,
    signIn: (email: string, password = GOOD_PASSWORD, code?: string) =>
      call('POST', '/panel/v1/session', { email, password, ...(code !== undefined && { code }) }),
    /** Its cookie, as `name=value`. */
    cookie: () => cookie,
  }
}

/**
 * Creates a signed-in admin, as if they had accepted an invitation; all share one password hash. Operators have the
 * required second factor.
 */
export async function joinPanel(app: FastifyInstance, context: Context, partnerId: number | null, role: AdminRole) {
  const { db, clock, config } = context
  const email = `${role}-${randomUUID().slice(0, 8)}@example.com`
  const passwordHash = await goodHash
  const { id, adminId, token } = await db.write(async (tx) => {
    const now = clock.now()
    const admin = await insertAdmin(tx, now, { partnerId, email, name: 'Ana Souza', role, passwordHash })
    if (partnerId === null) {
      await tx.updateTable('admin').set({ totp_secret: OPERATOR_SECRET }).where('id', '=', admin.id).execute()
    }
    const token = await openAdminSession(tx, now, admin, { address: '127.0.0.1', userAgent: '' })
    if (!token) throw new Error('not signed in')
    await appendAudit(tx, now, { partnerId, email, address: '127.0.0.1' }, 'invitation-accepted')
    return { id: admin.public_id, adminId: admin.id, token }
  })
  return { ...panelPage(app, context, {}, toCookie(config, token)), email, id, adminId }
}

/** The code that a test operator's authenticator app shows at an instant. */
export function operatorCode(now: number): string {
  return new TOTP({ secret: Secret.fromBase32(OPERATOR_SECRET) }).generate({ timestamp: now })
}

const goodHash = hashPassword(GOOD_PASSWORD)

export interface PanelRoute {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
}

/** Every route of the panel's API, as the service itself prints them. */
export function panelRoutes(app: FastifyInstance): PanelRoute[] {
  const parents: string[] = []
  return app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', segment = '', methods = ''] = /^([│├└─\s]*)(\S+)(?: \(([^)]*)\))?$/.exec(line) ?? []
      if (segment === '') return []
      const depth = Math.floor(indent.length / 4)
      parents.length = Math.max(0, depth - 1)
      const path = `${parents.join('')}${segment}`
      parents[depth - 1] = segment
      if (!path.startsWith('/panel/')) return []
      return methods
        .split(', ')
        .filter((method) => method !== '' && method !== 'HEAD')
        .map((method) => ({ method: method as PanelRoute['method'], path }))
    })
}

export function routeNameOf({ method, path }: PanelRoute): string {
  return `${method} ${path}`
}
