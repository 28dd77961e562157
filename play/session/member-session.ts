import { AnswerError, isPassing, UnreachableError } from '@estante/client/answer.ts'
import type { LaunchAnswer, MemberTokens, Profile } from '@estante/contract/play/launch.ts'
import { computed, signal } from '@preact/signals'
import type { Api } from './api-types.ts'
import type { PageStorage } from './page-storage.ts'

/**
 * `unreachable`: the launch or the stored tokens could not be tried, and can be tried again. `link-expired`: the launch
 * was refused, or its address has nothing left to sign in with. `ended`: access was revoked, or another address has
 * nothing to sign in with.
 */
export type MemberSessionState = 'signing-in' | 'unreachable' | 'signed-in' | 'link-expired' | 'ended'

const TOKENS_KEY = 'estante.tokens'
const RETRY_DELAYS_MS = [400, 1200, 3000]

/** The messages between duplicated tabs. */
export type TabChannel = Pick<BroadcastChannel, 'postMessage' | 'addEventListener'>

/**
 * The member session of this page: tokens in memory and in `storage`, refreshed once for concurrent calls. A duplicated
 * tab has the same tokens: over `tabs` each receives the other's refresh, since using a replaced refresh token more
 * than a minute later ends the session.
 */
export function createMemberSession({
  storage,
  origin,
  tabs,
  retryDelaysMs = RETRY_DELAYS_MS,
}: {
  storage: PageStorage
  origin: string
  tabs?: TabChannel | undefined
  retryDelaysMs?: number[]
}) {
  const state = signal<MemberSessionState>('signing-in')
  const profile = signal<Profile>()
  const isOver = computed(() => state.value === 'ended' || state.value === 'link-expired')
  let tokens: MemberTokens | undefined = readTokens(storage)
  let renewing: Promise<void> | undefined
  /** The first screen's data that came with the launch, by path. */
  const first = new Map<string, unknown>()
  tabs?.addEventListener('message', ({ data }) => {
    if (tokens && isRenewal(data) && data.replaced === tokens.refreshToken) storeTokens(data.tokens)
  })

  function storeTokens(fresh: MemberTokens) {
    tokens = fresh
    storage.set(TOKENS_KEY, JSON.stringify(fresh))
  }

  function forget() {
    tokens = undefined
    first.clear()
    storage.remove(TOKENS_KEY)
    profile.value = undefined
  }

  function begin({ tokens, profile: ownProfile, home, publication, preferences }: LaunchAnswer) {
    storeTokens(tokens)
    if (home) first.set('/play/v1/home', home)
    if (publication) first.set(`/play/v1/publications/${publication.id}?with=manifest`, publication)
    if (preferences) first.set('/play/v1/preferences', preferences)
    profile.value = ownProfile
    state.value = 'signed-in'
  }

  /** Resumes with the tab's stored tokens. When the service is unreachable, it may be called again. */
  async function resume(withNothing: 'link-expired' | 'ended' = 'ended') {
    if (!tokens) return end(withNothing)
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

  async function authorizedFetch(path: string, init: RequestInit = {}) {
    if (!tokens) throw new UnreachableError('no member session')
    const { accessToken } = tokens
    const response = await fetch(origin + path, withToken(init, accessToken))
    if (response.status !== 401) return response
    if (tokens?.accessToken === accessToken) await renew()
    return tokens ? fetch(origin + path, withToken(init, tokens.accessToken)) : response
  }

  function takeFirst(path: string) {
    const answer = first.get(path)
    first.delete(path)
    return answer
  }

  function renew() {
    renewing ??= rotate().finally(() => {
      renewing = undefined
    })
    return renewing
  }

  // For a minute the replaced token returns the same answer, so a lost answer is requested with it again.
  async function rotate() {
    if (!tokens) return
    const { refreshToken } = tokens
    try {
      const fresh = await insisting(async () => {
        const response = await reach(() =>
          fetch(`${origin}/play/v1/refresh`, {
            method: 'POST',
            headers: { 'Content-Type': 'application/json' },
            body: JSON.stringify({ refreshToken }),
          }),
        )
        if (!response.ok) throw await AnswerError.from(response)
        return reach<MemberTokens>(() => response.json())
      })
      if (tokens?.refreshToken === refreshToken) storeTokens(fresh)
      tabs?.postMessage({ replaced: refreshToken, tokens: fresh } satisfies Renewal)
    } catch (problem) {
      const isRefused = problem instanceof AnswerError && [400, 401, 403].includes(problem.status)
      if (!isRefused) throw problem
      if (tokens?.refreshToken === refreshToken) end()
    }
  }

  async function call(method: string, path: string, body?: unknown) {
    return insisting(async () => {
      const response = await reach(() =>
        authorizedFetch(path, {
          method,
          ...(body !== undefined && {
            body: JSON.stringify(body),
            headers: { 'Content-Type': 'application/json' },
          }),
        }),
      )
      if (!response.ok) throw await AnswerError.from(response)
      return response.status === 204 ? undefined : reach(() => response.json())
    })
  }

  async function insisting<T>(attempt: () => Promise<T>): Promise<T> {
    for (const delayMs of retryDelaysMs) {
      try {
        return await attempt()
      } catch (problem) {
        if (!isPassing(problem) || isOver.value || isOffline()) throw problem
      }
      await new Promise((resolve) => setTimeout(resolve, delayMs))
    }
    return attempt()
  }

  const api = {
    get: async (path) => takeFirst(path) ?? call('GET', path),
    post: (path, body) => call('POST', path, body),
    put: (path, body) => call('PUT', path, body),
    delete: (path) => call('DELETE', path),
    fetch: authorizedFetch,
  } as Api

  return { state, profile, isOver, api, begin, resume, end, forget }
}

/** The refresh of a tab's tokens, broadcast to its duplicates. */
interface Renewal {
  replaced: string
  tokens: MemberTokens
}

function isRenewal(data: unknown): data is Renewal {
  return typeof data === 'object' && data !== null && 'replaced' in data && 'tokens' in data
}

export type MemberSession = ReturnType<typeof createMemberSession>

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

function readTokens(storage: PageStorage): MemberTokens | undefined {
  try {
    const stored = JSON.parse(storage.get(TOKENS_KEY) ?? 'null')
    return typeof stored?.accessToken === 'string' && typeof stored?.refreshToken === 'string' ? stored : undefined
  } catch {
    return undefined
  }
}
