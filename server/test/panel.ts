import { randomUUID } from 'node:crypto'
import type { AdminRole } from '@estante/contract/panel/admins.ts'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { inviteAdmin } from '../admins/invitation.ts'
import type { Context } from '../context.ts'

/** One that nobody would guess. */
export const GOOD_PASSWORD = 'tigre-lua-forno-47-areia'

export type PanelPage = ReturnType<typeof panelPage>

/** A browser with the panel open: keeps its cookie, and says where its calls come from, as browsers do. */
export function panelPage(app: FastifyInstance, { config }: Context, headers: Record<string, string> = {}) {
  let cookie = ''

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
    /** The cookie it holds, as `name=value`. */
    cookie: () => cookie,
  }
}

/** Somebody new of a team, invited, accepted and signed in. */
export async function joinPanel(app: FastifyInstance, context: Context, partnerId: string | null, role: AdminRole) {
  const email = `${role}-${randomUUID().slice(0, 8)}@example.com`
  const { token } = await context.db.write((tx) => inviteAdmin(tx, context.clock.now(), { partnerId, email, role }))
  const page = panelPage(app, context)
  const response = await page.post('/panel/v1/invitations/accept', {
    token,
    name: 'Ana Souza',
    password: GOOD_PASSWORD,
  })
  if (response.statusCode !== 200) throw new Error(response.body)
  return { ...page, email, id: String(response.json().admin.id) }
}
