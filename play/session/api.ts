import { createMemberSession } from './member-session.ts'
import { pageStorage } from './page-storage.ts'

/** The member session of this page. Modules that must stop with it watch `memberSession.state`. */
export const memberSession = createMemberSession({ storage: pageStorage, origin: '', tabs: openTabChannel() })

/** Calls to `/play/v1`, as the signed-in member. */
export const api = memberSession.api

/** Why the service did not take what was sent: `failed` may be retried. Undefined for what it will never take. */
export function failureOf({ status }: Response): 'ended' | 'failed' | undefined {
  if (status === 401) return memberSession.isOver.value ? 'ended' : 'failed'
  return status === 429 || status >= 500 ? 'failed' : undefined
}

/** Undefined where the browser isolates a frame from its own tabs. */
function openTabChannel(): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel('estante.tokens')
  } catch {
    return undefined
  }
}

export { AnswerError } from '@estante/client/answer.ts'
