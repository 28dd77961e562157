import { effect, untracked } from '@preact/signals'
import { createMemberSession } from './member-session.ts'
import { pageStorage } from './page-storage.ts'

export const memberSession = createMemberSession({ storage: pageStorage, origin: '', tabs: openTabChannel() })

/** Calls to `/play/v1`, as the signed-in member. */
export const api = memberSession.api

/** Tells why the service did not accept a request: `failed` may be retried. Undefined for a permanent refusal. */
export function failureOf({ status }: Response): 'ended' | 'failed' | undefined {
  if (status === 401) return memberSession.isOver.value ? 'ended' : 'failed'
  return status === 429 || status >= 500 ? 'failed' : undefined
}

/** Calls `forget` when the session is over: nothing of one member may reach another. */
export function onSessionOver(forget: () => void) {
  effect(() => {
    if (memberSession.isOver.value) untracked(forget)
  })
}

/** Opens the channel between tabs. Undefined where the browser isolates a frame from its own tabs. */
function openTabChannel(): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel('estante.tokens')
  } catch {
    return undefined
  }
}
