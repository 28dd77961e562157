import { setTimeout as sleep } from 'node:timers/promises'
import type { Customer } from './customers.ts'

/** Secret, with access to every member of the partner. Keep it in the server's environment. */
export interface Credential {
  clientId: string
  clientSecret: string
}

/** A request to the Partner API, without secrets. */
export interface Call {
  method: string
  path: string
  /** 0 without an answer. */
  status: number
  ms: number
  /** Quote it to the support team. */
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

/** Longest delay by retries while a person waits. A background queue can wait longer. */
const PATIENCE_MS = 10_000
const ANSWER_TIMEOUT_MS = 10_000

/** Creates a client of the Partner API. `onCall` receives every request, retries included. */
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
    /**
     * Requests a launch link, valid for 60 seconds and one opening: request it when the member opens the view, never
     * before.
     */
    async openBooks({ externalUserId, email, name }: Customer, redirectPath?: string): Promise<string> {
      const request = { externalUserId, name, redirectPath }
      try {
        return (await call('POST', '/partner/v1/sessions', { ...request, email })).launchUrl
      } catch (error) {
        // Another member has the e-mail. Opening is more important; resolve the duplicate in your own records later.
        if (!(error instanceof EstanteError && error.code === 'EMAIL_CONFLICT')) throw error
        return (await call('POST', '/partner/v1/sessions', request)).launchUrl
      }
    },
    setStatus: (externalUserId: string, status: 'ACTIVE' | 'BLOCKED') =>
      call('PUT', memberPath(externalUserId), { status }),
    revoke: (externalUserId: string) => call('DELETE', memberPath(externalUserId)),
    member: (externalUserId: string) => call('GET', memberPath(externalUserId)),
    /** Exports everything that Estante stores about a person, for access requests (LGPD, article 18). */
    exportData: (externalUserId: string) => call('GET', `${memberPath(externalUserId)}/data`),
    /** Erases a person permanently, revoked or not; idempotent. Reports keep their sums, under a pseudonym. */
    eraseData: (externalUserId: string) => call('DELETE', `${memberPath(externalUserId)}/data`),
    catalog: (limit: number) => call('GET', `/partner/v1/catalog?limit=${limit}`),
    usage: (month: string) => call('GET', `/partner/v1/usage?month=${month}`),
  }
}

/**
 * Returns the milliseconds to wait before a retry, or undefined for a final answer. Retries too many requests, server
 * errors and lost answers: after `Retry-After`, otherwise after 1 s, 2 s and 4 s. All calls here are safe to retry: PUT
 * and DELETE are idempotent, and a second launch link is harmless.
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
