/**
 * A complete partner's backend: identifies the signed-in customer and requests launch links from Estante. Only this
 * process holds the credential; the page receives only `launchUrl`. Run: `npx node examples/backend.ts`.
 */
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Call, type Credential, EstanteError, estanteClient } from '@estante/sdk'
import { customers } from './customers.ts'
import { Refusal, readBody, readPage, reply } from './http.ts'

export interface PartnerSettings {
  /** 0 chooses a free port. */
  port: number
  estanteBaseUrl: string
  production: Credential
  /** Omit it to hide the sandbox. */
  sandbox?: Credential
}

type Environment = 'production' | 'sandbox'

interface SignIn {
  externalUserId: string
  environment: Environment
}

/** Starts the backend and its page on this machine. */
export async function startPartner(settings: PartnerSettings): Promise<{ url: string; close(): Promise<void> }> {
  const signIns = new Map<string, SignIn>()
  const page = readPage()

  const server = createServer(async (request, response) => {
    const calls: Call[] = []
    try {
      const [pathname = '/'] = (request.url ?? '/').split('?')
      const file = request.method === 'GET' && page.get(pathname)
      if (file) {
        response.writeHead(200, file.headers).end(file.bytes)
        return
      }
      const body = await readBody(request)
      const data = await act(`${request.method} ${pathname}`, body, request, response, calls)
      reply(response, 200, { data, calls })
    } catch (error) {
      if (error instanceof Refusal) return reply(response, error.status, { error: { code: error.code }, calls })
      if (!(error instanceof EstanteError)) {
        console.error(error)
        return reply(response, 500, { error: { code: 'INTERNAL' }, calls })
      }
      // A refused credential or an unreachable service is the partner's problem, not the customer's.
      const status = error.status >= 400 && error.status < 500 && error.status !== 401 ? error.status : 502
      reply(response, status, { error: { code: error.code, message: error.message }, calls })
    }
  })

  async function act(
    address: string,
    body: Record<string, unknown>,
    request: IncomingMessage,
    response: ServerResponse,
    calls: Call[],
  ): Promise<unknown> {
    if (address === 'POST /api/sign-in') return signIn(String(body.externalUserId), request, response)
    if (address === 'GET /api/customers') return customers.map(({ externalUserId, name }) => ({ externalUserId, name }))

    // Our own sign-in's cookie identifies the customer; the page cannot name another member.
    const signedIn = signIns.get(cookieOf(request))
    const customer = customers.find(({ externalUserId }) => externalUserId === signedIn?.externalUserId)
    if (address === 'GET /api/me' && !customer) return undefined
    if (!signedIn || !customer) throw new Refusal(401, 'SIGNED_OUT')
    const credential = settings[signedIn.environment]
    if (!credential) throw new Refusal(400, 'NO_SANDBOX')
    const estante = estanteClient(settings.estanteBaseUrl, credential, { onCall: (call) => calls.push(call) })
    const { externalUserId } = customer
    const redirectPath = typeof body.redirectPath === 'string' ? body.redirectPath : undefined

    switch (address) {
      case 'GET /api/me':
        return { ...customer, environment: signedIn.environment, hasSandbox: settings.sandbox !== undefined }
      case 'POST /api/environment':
        signedIn.environment = body.environment === 'sandbox' && settings.sandbox ? 'sandbox' : 'production'
        return undefined
      case 'POST /api/books':
        // A real partner also checks here that the customer's plan includes books.
        return { launchUrl: await estante.openBooks(customer, redirectPath) }
      case 'GET /api/member':
        return estante.member(externalUserId)
      case 'POST /api/member/block':
        return estante.update(externalUserId, { status: 'BLOCKED' })
      case 'POST /api/member/restore':
        return estante.update(externalUserId, { status: 'ACTIVE' })
      case 'POST /api/member/revoke':
        return estante.revoke(externalUserId)
      case 'GET /api/member/data':
        return estante.exportData(externalUserId)
      case 'POST /api/member/erase':
        // A real partner asks for the password again, erases its own records too, and archives the request as proof.
        return estante.eraseData(externalUserId)
      case 'GET /api/catalog':
        // A real partner copies the catalog once a day and serves the copy.
        return { items: await Array.fromAsync(estante.catalog()) }
      case 'GET /api/usage':
        return Promise.all(lastTwoMonths(new Date()).map((month) => estante.usage(month)))
      default:
        throw new Refusal(404, 'NOT_FOUND')
    }
  }

  /** Demo only: a real partner checks a password. */
  function signIn(externalUserId: string, request: IncomingMessage, response: ServerResponse): undefined {
    if (!customers.some((customer) => customer.externalUserId === externalUserId))
      throw new Refusal(400, 'UNKNOWN_CUSTOMER')
    const environment = signIns.get(cookieOf(request))?.environment ?? 'production'
    const cookie = randomUUID()
    signIns.delete(cookieOf(request))
    signIns.set(cookie, { externalUserId, environment })
    response.setHeader('set-cookie', `ipe=${cookie}; HttpOnly; SameSite=Strict; Path=/`)
  }

  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(settings.port, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://localhost:${port}`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** The current month and the previous one, `YYYY-MM`, in the partner's time zone. */
export function lastTwoMonths(now: Date): [string, string] {
  const format = new Intl.DateTimeFormat('sv', { timeZone: 'America/Sao_Paulo', year: 'numeric', month: '2-digit' })
  const [year, month] = format.format(now).split('-').map(Number) as [number, number]
  const name = (monthsBack: number) => new Date(Date.UTC(year, month - 1 - monthsBack)).toISOString().slice(0, 7)
  return [name(0), name(1)]
}

function cookieOf(request: IncomingMessage): string {
  return /(?:^|;\s*)ipe=([^;]+)/.exec(request.headers.cookie ?? '')?.[1] ?? ''
}

if (import.meta.main) {
  const { PARTNER_PORT = '4000', ESTANTE_BASE_URL = 'http://127.0.0.1:3000', ...environment } = process.env
  const credential = (prefix: string): Credential | undefined => {
    const [clientId, clientSecret] = [environment[`${prefix}_CLIENT_ID`], environment[`${prefix}_CLIENT_SECRET`]]
    return clientId && clientSecret ? { clientId, clientSecret } : undefined
  }
  const production = credential('ESTANTE')
  if (!production) {
    console.error('Set ESTANTE_CLIENT_ID and ESTANTE_CLIENT_SECRET; examples/README.md says where they come from.')
    process.exit(1)
  }
  const { url } = await startPartner({
    port: Number(PARTNER_PORT),
    estanteBaseUrl: ESTANTE_BASE_URL,
    production,
    sandbox: credential('ESTANTE_SANDBOX'),
  })
  console.log(`Banco Ipê: ${url}`)
}
