import { AnswerError, isPassing, UnreachableError } from '@estante/client/answer.ts'
import { jsonBody } from '@estante/client/json-body.ts'
import type { LaunchAnswer, MemberTokens, Profile } from '@estante/contract/play/launch.ts'
import { computed, signal } from '@preact/signals'
import type { Api } from './api-types.ts'
import { createMemberTokens, type TabChannel } from './member-tokens.ts'
import type { PageStorage } from './page-storage.ts'

/**
 * `unreachable`: the launch or the stored tokens could not be tried, and can be tried again. `link-expired`: the launch
 * was refused, or its address has nothing left to sign in with. `ended`: access was revoked, or another address has
 * nothing to sign in with.
 */
export type MemberSessionState = 'signing-in' | 'unreachable' | 'signed-in' | 'link-expired' | 'ended'

const RETRY_DELAYS_MS = [400, 1200, 3000]
/**
 * A connection that died without a word, as in a lift, answers after minutes or never. Short enough to repeat a refresh
 * within its minute.
 */
const ANSWER_LIMIT_MS = 15_000

interface MemberSessionHost {
  storage: PageStorage
  origin: string
  tabs?: TabChannel | undefined
  retryDelaysMs?: number[]
  answerLimitMs?: number
}

/** Creates the member session of this page: signs the member in and out, and calls the service as the member. */
export function createMemberSession({
  storage,
  origin,
  tabs,
  retryDelaysMs = RETRY_DELAYS_MS,
  answerLimitMs = ANSWER_LIMIT_MS,
}: MemberSessionHost) {
  const state = signal<MemberSessionState>('signing-in')
  const profile = signal<Profile>()
  const isOver = computed(() => state.value === 'ended' || state.value === 'link-expired')
  const tokens = createMemberTokens({ storage, tabs, requestTokens, onRefused: end })
  /** The first screen's data that came with the launch, by path. */
  const first = new Map<string, unknown>()

  function begin({ tokens: granted, profile: ownProfile, home, publication, preferences }: LaunchAnswer) {
    tokens.store(granted)
    if (home) first.set('/play/v1/home', home)
    if (publication) first.set(`/play/v1/publications/${publication.id}?with=manifest`, publication)
    if (preferences) first.set('/play/v1/preferences', preferences)
    profile.value = ownProfile
    state.value = 'signed-in'
  }

  /** Resumes with the tab's stored tokens. When the service is unreachable, it may be called again. */
  async function resume(withNothing: 'link-expired' | 'ended' = 'ended') {
    if (!tokens.current()) return end(withNothing)
    state.value = 'signing-in'
    try {
      profile.value = await api.get('/play/v1/profile')
      state.value = 'signed-in'
    } catch {
      if (!isOver.value) state.value = 'unreachable'
    }
  }

  function end(as: 'ended' | 'link-expired' = 'ended') {
    forget()
    state.value = as
  }

  function forget() {
    tokens.forget()
    first.clear()
    profile.value = undefined
  }

  /** Returns what came with the launch for a path that was not asked for yet. */
  function peekFirst(path: string) {
    return first.get(path)
  }

  function takeFirst(path: string) {
    const answer = first.get(path)
    first.delete(path)
    return answer
  }

  async function authorizedFetch(path: string, init: RequestInit = {}) {
    const accessToken = tokens.current()?.accessToken
    if (!accessToken) throw new UnreachableError('no member session')
    const response = await fetchAnswer(origin + path, withToken(init, accessToken))
    if (response.status !== 401) return response
    if (tokens.current()?.accessToken === accessToken) await tokens.refresh()
    const renewed = tokens.current()
    return renewed ? fetchAnswer(origin + path, withToken(init, renewed.accessToken)) : response
  }

  /** Calls are small, and every one of the contract is idempotent: the answer to one that takes long is lost. */
  function call(method: string, path: string, body?: unknown) {
    const request = { method, ...(body !== undefined && jsonBody(body)) }
    return answerTo((signal) => authorizedFetch(path, { ...request, signal }))
  }

  // For a minute the replaced token returns the same answer, so a lost answer is requested with it again.
  function requestTokens(refreshToken: string): Promise<MemberTokens> {
    const request = { method: 'POST', ...jsonBody({ refreshToken }) }
    return answerTo((signal) => fetchAnswer(`${origin}/play/v1/refresh`, { ...request, signal }))
  }

  /**
   * Sends a request, repeatedly while a retry may succeed; the service counts as unreachable once a second one is not
   * answered in time. Throws `AnswerError` and `UnreachableError`.
   */
  async function answerTo(send: (signal: AbortSignal) => Promise<Response>) {
    const startedAt = performance.now()
    const isLate = () => performance.now() - startedAt > 2 * answerLimitMs
    for (const delayMs of retryDelaysMs) {
      try {
        return await readAnswer(() => inTime(send))
      } catch (problem) {
        if (!isPassing(problem) || isOver.value || isOffline() || isLate()) throw problem
      }
      await new Promise((resolve) => setTimeout(resolve, delayMs))
    }
    return readAnswer(() => inTime(send))
  }

  /** Counts a request without an answer as unreachable after a while. */
  async function inTime(send: (signal: AbortSignal) => Promise<Response>): Promise<Response> {
    const abort = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        reject(new UnreachableError('no answer in time'))
        abort.abort()
      }, answerLimitMs)
    })
    try {
      return await Promise.race([send(abort.signal), late])
    } finally {
      clearTimeout(timer)
    }
  }

  const api = {
    get: async (path) => takeFirst(path) ?? (await call('GET', path)),
    post: (path, body) => call('POST', path, body),
    put: (path, body) => call('PUT', path, body),
    delete: (path) => call('DELETE', path),
    fetch: authorizedFetch,
    fetchInTime: (path, init) => inTime((signal) => authorizedFetch(path, { ...init, signal })),
  } as Api

  return { state, profile, isOver, api, peekFirst, begin, resume, end, forget }
}

export type MemberSession = ReturnType<typeof createMemberSession>

async function readAnswer(send: () => Promise<Response>) {
  const response = await reach(send)
  if (!response.ok) throw await AnswerError.from(response)
  return response.status === 204 ? undefined : reach(() => response.json())
}

/** Refusals in HTML are not the service's: they are the page of a proxy, or of a network that wants a sign-in. */
async function fetchAnswer(address: string, init: RequestInit) {
  const response = await fetch(address, init)
  const isPage = response.headers.get('Content-Type')?.startsWith('text/html')
  if (isPage && response.status >= 400 && response.status < 500) throw new UnreachableError('answered by a proxy')
  return response
}

async function reach<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (problem) {
    if (problem instanceof AnswerError || (problem instanceof Error && problem.name === 'AbortError')) throw problem
    throw new UnreachableError(problem)
  }
}

/** Whether the device is certainly offline. Being online means nothing: many networks lead nowhere. */
function isOffline(): boolean {
  return globalThis.navigator?.onLine === false
}

function withToken(init: RequestInit, accessToken: string): RequestInit {
  const headers = new Headers(init.headers)
  headers.set('Authorization', `Bearer ${accessToken}`)
  return { ...init, headers }
}
