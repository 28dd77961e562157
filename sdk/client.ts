/** Client of Estante's Partner API, for the partner's backend on Node 20 or newer. Imports nothing but Node. */
import { setTimeout as sleep } from 'node:timers/promises'

/** Secret, with access to every member of the partner. Keep it in the server's environment. */
export interface Credential {
  clientId: string
  clientSecret: string
}

export interface Member {
  id: string
  externalUserId: string
  email: string | null
  name: string | null
  status: 'ACTIVE' | 'BLOCKED'
}

/** Omitted fields are left unchanged; `null` clears one. */
export type MemberChanges = Partial<Pick<Member, 'email' | 'name' | 'status'>>

interface OpeningMember {
  externalUserId: string
  email?: string
  name?: string
}

export interface CatalogItem {
  id: string
  type: 'audiobook' | 'ebook'
  title: string
  author: string
  coverUrl: string
  durationSeconds?: number
  chapters?: number
}

export interface UsageReport {
  month: string
  totals: { activeUsers: number; titlesStarted: number; listeningSeconds: number; readingChapters: number }
  users: { externalUserId: string; titlesStarted: number; listeningSeconds: number; lastActivityAt: string | null }[]
}

/** A request to the Partner API, without secrets. */
export interface Call {
  method: string
  path: string
  /** 0 without an answer. */
  status: number
  /** The error's; undefined for a success. */
  code: string | undefined
  ms: number
  /** Quote it to the support team. */
  requestId: string | null
}

export interface ClientOptions {
  /** Receives every request, retries included. */
  onCall?: (call: Call) => void
  /** Aborts requests and retries. */
  signal?: AbortSignal
  /**
   * The longest that a call takes, with all its attempts: 10 seconds by default, while a person waits. A nightly job can
   * wait longer, as for a report of a million members. `catalog` is a call for each page.
   */
  patienceMs?: number
}

/** A refusal of the Partner API, with its code (`USER_REVOKED`, `RATE_LIMITED`, …), or `UNREACHABLE` with status 0. */
export class EstanteError extends Error {
  override name = 'EstanteError'
  readonly status: number
  readonly code: string
  readonly requestId: string | null
  /** The answer's `Retry-After`. */
  readonly retryAfter: string | null

  constructor(status: number, code: string, message: string, options: { headers?: Headers; cause?: unknown }) {
    super(message, options)
    this.status = status
    this.code = code
    this.requestId = options.headers?.get('x-request-id') ?? null
    this.retryAfter = options.headers?.get('retry-after') ?? null
  }
}

/** The longest delay of a timer: 24 days. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1

export type EstanteClient = ReturnType<typeof estanteClient>

/** Creates a client of the Partner API. Printing or serializing it shows no secret. */
export function estanteClient(
  baseUrl: string,
  { clientId, clientSecret }: Credential = readCredential(),
  { onCall, signal, patienceMs = 10_000 }: ClientOptions = {},
) {
  if (!URL.canParse(baseUrl)) throw new TypeError(`${baseUrl} is not an address like https://livros.example.com`)
  const { protocol, hostname } = new URL(baseUrl)
  if (protocol !== 'https:' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname)) {
    throw new TypeError(`${baseUrl} is not https: the credential would cross the network in the clear`)
  }
  const authorization = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`

  async function call<Answer>(method: string, path: string, body?: object, until = deadline()): Promise<Answer> {
    for (let attempt = 0; ; attempt++) {
      try {
        return await send(until, method, path, body)
      } catch (error) {
        if (!(error instanceof EstanteError)) throw error
        const delayMs = retryDelayMs(attempt, error.status, error.retryAfter, Date.now())
        if (delayMs === undefined || performance.now() + delayMs >= until) throw error
        await sleep(delayMs, undefined, { signal })
      }
    }
  }

  function deadline(): number {
    return performance.now() + patienceMs
  }

  async function send<Answer>(until: number, method: string, path: string, body?: object): Promise<Answer> {
    const startedAt = performance.now()
    const timeout = AbortSignal.timeout(Math.min(Math.max(Math.ceil(until - startedAt), 0), MAX_TIMEOUT_MS))
    let response: Response | undefined
    let failure: EstanteError | undefined
    try {
      response = await fetch(new URL(path, baseUrl), {
        method,
        headers: { authorization, ...(body && { 'content-type': 'application/json' }) },
        body: body ? JSON.stringify(body) : null,
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      })
      const text = await response.text()
      if (response.ok) return JSON.parse(text || 'null')
      throw refusal(response, text)
    } catch (cause) {
      signal?.throwIfAborted()
      failure = cause instanceof EstanteError ? cause : unreachable(cause)
      throw failure
    } finally {
      onCall?.({
        method,
        path,
        status: response?.status ?? 0,
        code: failure?.code,
        ms: Math.round(performance.now() - startedAt),
        requestId: response?.headers.get('x-request-id') ?? null,
      })
    }
  }

  async function callMember<Answer>(method: string, externalUserId: string, subpath = '', body?: object) {
    // No path can hold these: URLs lose `.` and `..`, so erasing the data of `.` would revoke the member `data`.
    if (/^\.{0,2}$|\p{Surrogate}/u.test(externalUserId)) {
      throw new EstanteError(400, 'VALIDATION', 'Nenhum membro pode ter este externalUserId.', {})
    }
    return call<Answer>(method, `/partner/v1/users/${encodeURIComponent(externalUserId)}${subpath}`, body)
  }

  return {
    /**
     * Requests a launch link, valid for 60 seconds and one opening: request it when the member opens the view, never
     * before.
     */
    async openBooks({ externalUserId, email, name }: OpeningMember, redirectPath?: string): Promise<string> {
      // Field by field: callers may pass a record of their own, with more in it.
      const member = { externalUserId, name } satisfies Record<Exclude<keyof OpeningMember, 'email'>, unknown>
      const request = { ...member, redirectPath }
      const until = deadline()
      const open = (body: object) => call<{ launchUrl: string }>('POST', '/partner/v1/sessions', body, until)
      try {
        return (await open({ ...request, email })).launchUrl
      } catch (error) {
        // Another member has the e-mail. Opening is more important; resolve the duplicate in your own records later.
        if (!(error instanceof EstanteError && error.code === 'EMAIL_CONFLICT')) throw error
        return (await open(request)).launchUrl
      }
    },
    /** Reads a member. Refused with 404 before its first opening or update. */
    member: (externalUserId: string) => callMember<Member & { lastActivityAt: string | null }>('GET', externalUserId),
    /** Updates a member, or creates it. `status` blocks and restores access. */
    update: (externalUserId: string, changes: MemberChanges) => callMember<Member>('PUT', externalUserId, '', changes),
    /** Revokes the access at once, and ends open views. `update` with `status: 'ACTIVE'` restores it. */
    revoke: (externalUserId: string) => callMember<void>('DELETE', externalUserId),
    /** Exports everything that Estante stores about a person, for access requests (LGPD, article 18). */
    exportData: (externalUserId: string) => callMember<object>('GET', externalUserId, '/data'),
    /** Erases a person permanently, revoked or not; idempotent. Reports keep their sums, under a pseudonym. */
    eraseData: (externalUserId: string) => callMember<void>('DELETE', externalUserId, '/data'),
    /** Iterates over the whole catalog, page after page. */
    async *catalog(type?: CatalogItem['type']): AsyncGenerator<CatalogItem, void, undefined> {
      const query = new URLSearchParams({ limit: '200', ...(type && { type }) })
      for (let cursor: string | null = ''; cursor !== null; ) {
        if (cursor) query.set('cursor', cursor)
        const page: { items: CatalogItem[]; nextCursor: string | null } = await call(
          'GET',
          `/partner/v1/catalog?${query}`,
        )
        yield* page.items
        cursor = page.nextCursor
      }
    },
    /** Reads the report of a month, `YYYY-MM`. */
    usage: (month: string) => call<UsageReport>('GET', `/partner/v1/usage?month=${encodeURIComponent(month)}`),
  }
}

/** Reads the credential from the variables that the panel names. */
function readCredential(): Credential {
  const { ESTANTE_CLIENT_ID: clientId, ESTANTE_CLIENT_SECRET: clientSecret } = process.env
  if (!clientId || !clientSecret) throw new TypeError('ESTANTE_CLIENT_ID and ESTANTE_CLIENT_SECRET are not set')
  return { clientId, clientSecret }
}

/**
 * Returns the milliseconds to wait before a retry, or undefined for a final answer. Retries too many requests, server
 * errors and lost answers: after `Retry-After`, otherwise after 1 s, 2 s and 4 s. All calls here are safe to retry: PUT
 * and DELETE are idempotent, and a second launch link is harmless.
 */
export function retryDelayMs(attempt: number, status: number, retryAfter: string | null, now: number) {
  const isWorthRepeating = status === 0 || status === 408 || status === 429 || status >= 500
  if (!isWorthRepeating || attempt >= 3) return undefined
  const seconds = Number(retryAfter || Number.NaN)
  if (seconds >= 0) return seconds * 1000
  const date = Date.parse(retryAfter ?? '')
  return Number.isNaN(date) ? 1000 * 2 ** attempt : Math.max(0, date - now)
}

function unreachable(cause: unknown): EstanteError {
  return new EstanteError(0, 'UNREACHABLE', 'Sem resposta do serviço de livros.', { cause })
}

/** A proxy before Estante may answer something else than our JSON. */
function refusal({ status, statusText, headers }: Response, text: string): EstanteError {
  let body: { code?: string; message?: string | string[] } = {}
  try {
    body = { ...JSON.parse(text) }
  } catch {}
  return new EstanteError(status, body.code ?? 'UNKNOWN', [body.message ?? statusText].flat().join(' '), { headers })
}
