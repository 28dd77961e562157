import { createMemberSession } from './member-session.ts'
import { pageStorage } from './page-storage.ts'

/** The member session of this page. Modules that must stop with it watch `memberSession.state`. */
export const memberSession = createMemberSession({ storage: pageStorage, origin: '', tabs: openTabChannel() })

/** Calls to `/play/v1`, as the signed-in member. */
export const api = memberSession.api

/** Undefined where the browser isolates a frame from its own tabs. */
function openTabChannel(): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel('estante.tokens')
  } catch {
    return undefined
  }
}

export { AnswerError } from '@estante/client/answer.ts'
