import { AnswerError } from '@estante/client/answer.ts'
import type { MemberTokens } from '@estante/contract/play/launch.ts'
import { type PageStorage, readJson } from './page-storage.ts'

const TOKENS_KEY = 'estante.tokens'

/** The messages between duplicated tabs. */
export type TabChannel = Pick<BroadcastChannel, 'postMessage' | 'addEventListener'>

/** The refresh of a tab's tokens, broadcast to its duplicates. */
interface Renewal {
  replaced: string
  tokens: MemberTokens
}

interface MemberTokensHost {
  storage: PageStorage
  tabs?: TabChannel | undefined
  requestTokens(refreshToken: string): Promise<MemberTokens>
  /** The service refused the refresh token. */
  onRefused(): void
}

/**
 * Keeps the tokens of a member session in memory and in `storage`, and refreshes them once for concurrent calls. A
 * duplicated tab has the same tokens: over `tabs` each receives the other's refresh, since using a replaced refresh
 * token more than a minute later ends the session.
 */
export function createMemberTokens({ storage, tabs, requestTokens, onRefused }: MemberTokensHost) {
  let tokens = readTokens(storage)
  let refreshing: Promise<void> | undefined
  tabs?.addEventListener('message', ({ data }: MessageEvent<Renewal>) => replace(data.replaced, data.tokens))

  function store(fresh: MemberTokens) {
    tokens = fresh
    storage.set(TOKENS_KEY, JSON.stringify(fresh))
  }

  /** Stores fresh tokens, unless the replaced ones are gone. */
  function replace(replaced: string, fresh: MemberTokens) {
    if (tokens?.refreshToken === replaced) store(fresh)
  }

  async function refreshOnce() {
    if (!tokens) return
    const { refreshToken } = tokens
    try {
      const fresh = await requestTokens(refreshToken)
      replace(refreshToken, fresh)
      tabs?.postMessage({ replaced: refreshToken, tokens: fresh } satisfies Renewal)
    } catch (problem) {
      const isRefused = problem instanceof AnswerError && [400, 401, 403].includes(problem.status)
      if (!isRefused) throw problem
      if (tokens?.refreshToken === refreshToken) onRefused()
    }
  }

  return {
    current: () => tokens,
    store,
    refresh() {
      refreshing ??= refreshOnce().finally(() => {
        refreshing = undefined
      })
      return refreshing
    },
    forget() {
      tokens = undefined
      storage.remove(TOKENS_KEY)
    },
  }
}

function readTokens(storage: PageStorage): MemberTokens | undefined {
  const stored = readJson(storage, TOKENS_KEY)
  return typeof stored?.accessToken === 'string' && typeof stored?.refreshToken === 'string' ? stored : undefined
}
