import { setTimeout as sleep } from 'node:timers/promises'
import type { Customer } from './customers.ts'

/** Secret: it opens every member of the partner. It lives in the server's environment and never leaves it. */
export interface Credential {
  clientId: string
  clientSecret: string
}

/** One request to the Partner API, with nothing secret in it. */
export interface Call {
  method: string
  path: string
  /** 0 when no answer came. */
  status: number
  ms: number
  /** Quote it when you talk to support. */
  requestId: string | null
}

/** A refusal of the Partner API, with its code (`USER_REVOKED`, `RATE_LIMITED`, …), or `UNREACHABLE`. */
export class EstanteError extends Error {
  override name = 'EstanteError'
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

/** How long a person who waits for a screen may be kept waiting by retries. A queue in the background can afford more. */
const PATIENCE_MS = 10_000
const ANSWER_TIMEOUT_MS = 10_000

/** The Partner API as this example uses it. `onCall` is told of every request, retries too. */
export function estanteClient(baseUrl: string, credential: Credential, onCall: (call: Call) => void) {
  const authorization = `Basic ${Buffer.from(`${credential.clientId}:${credential.clientSecret}`).toString('base64')}`

  async function call(method: string, path: string, body?: object) {
    let waitedMs = 0
    for (let attempt = 0; ; attempt++) {
      const response = await send(method, path, body)
      const delayMs = retryDelayMs(attempt, response?.status, response?.headers.get('retry-after'), Date.now())
      if (delayMs === undefined || waitedMs + delayMs > PATIENCE_MS) return read(response)
      await sleep(delayMs)
      waitedMs += delayMs
    }
  }

  async function send(method: string, path: string, body?: object): Promise<Response | undefined> {
    const startedAt = performance.now()
    const response = await fetch(new URL(path, baseUrl), {
      method,
      headers: { authorization, ...(body && { 'content-type': 'application/json' }) },
      body: body && JSON.stringify(body),
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
    }).catch(() => undefined)
    const ms = Math.round(performance.now() - startedAt)
    onCall({
      method,
      path,
      status: response?.status ?? 0,
      ms,
      requestId: response?.headers.get('x-request-id') ?? null,
    })
    return response
  }

  const memberPath = (externalUserId: string) => `/partner/v1/users/${encodeURIComponent(externalUserId)}`

  return {
    /** A launch link, good for 60 seconds and one opening: ask for it when the member opens the view, never before. */
    async openBooks({ externalUserId, email, name }: Customer, redirectPath?: string): Promise<string> {
      const request = { externalUserId, name, redirectPath }
      try {
        return (await call('POST', '/partner/v1/sessions', { ...request, email })).launchUrl
      } catch (error) {
        // The e-mail is another member's. Opening matters more; put the duplicate right in your own records later.
        if (!(error instanceof EstanteError && error.code === 'EMAIL_CONFLICT')) throw error
        return (await call('POST', '/partner/v1/sessions', request)).launchUrl
      }
    },
    setStatus: (externalUserId: string, status: 'ACTIVE' | 'BLOCKED') =>
      call('PUT', memberPath(externalUserId), { status }),
    revoke: (externalUserId: string) => call('DELETE', memberPath(externalUserId)),
    member: (externalUserId: string) => call('GET', memberPath(externalUserId)),
    /** Everything that Estante holds about a person, for somebody who asks for their data (LGPD, article 18). */
    exportData: (externalUserId: string) => call('GET', `${memberPath(externalUserId)}/data`),
    /** Forgets a person for good, also one who was revoked; may be repeated. Reports keep their sums, under a pseudonym. */
    eraseData: (externalUserId: string) => call('DELETE', `${memberPath(externalUserId)}/data`),
    catalog: (limit: number) => call('GET', `/partner/v1/catalog?limit=${limit}`),
    usage: (month: string) => call('GET', `/partner/v1/usage?month=${month}`),
  }
}

/**
 * Milliseconds to wait before the next try, or undefined when this answer is final. Too many requests, a failing
 * server and no answer at all are worth another try: after what `Retry-After` says, else after 1 s, 2 s and 4 s.
 * Every call here may be repeated: PUT and DELETE are idempotent, and a second launch link harms nobody.
 */
export function retryDelayMs(
  attempt: number,
  status: number | undefined,
  retryAfter: string | null | undefined,
  now: number,
) {
  const isWorthRepeating = status === undefined || status === 429 || status >= 500
  if (!isWorthRepeating || attempt >= 3) return undefined
  const seconds = Number(retryAfter || Number.NaN)
  if (seconds >= 0) return seconds * 1000
  const date = Date.parse(retryAfter ?? '')
  return Number.isNaN(date) ? 1000 * 2 ** attempt : Math.max(0, date - now)
}

async function read(response: Response | undefined) {
  if (!response) throw new EstanteError(0, 'UNREACHABLE', 'Sem resposta do serviço de livros.')
  const body = response.status === 204 ? undefined : await response.json().catch(() => undefined)
  if (response.ok) return body
  throw new EstanteError(
    response.status,
    body?.code ?? 'UNKNOWN',
    [body?.message ?? response.statusText].flat().join(' '),
  )
}
