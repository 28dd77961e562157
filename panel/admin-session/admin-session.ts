import { forgetResources, problemOf } from '@estante/client/resource.ts'
import type { getMe, Me } from '@estante/contract/panel/admins.ts'
import type { signOut } from '@estante/contract/panel/session.ts'
import { computed, signal } from '@preact/signals'
import { call, onEachCall } from './call.ts'

/** The admin who is signed in on this page. */
export const me = signal<Me>()

/**
 * `setting-up`: a second factor must be set up first. `ended`: the session is over; screens wait under the sign-in.
 * `held`: they wait under the set-up of a second factor that is now required.
 */
export const state = signal<
  'checking' | 'signed-out' | 'setting-up' | 'signed-in' | 'ended' | 'held' | 'unreachable' | 'failed'
>('checking')

/** Replaced at every sign-in: the refusal of a call that was sent before says nothing about the present one. */
let adminSession: { adminId: string } | undefined

/** Calls that wait until the same admin has signed in again. */
let waiting: readonly ((isSame: boolean) => void)[] = []

const role = computed(() => me.value?.admin.role)

/** Analysts only read; developers and owners also handle credentials. */
export const canHandleCredentials = computed(() => role.value === 'owner' || role.value === 'developer')

/** Developers and owners block members and restore them. */
export const canHandleMembers = canHandleCredentials

/** Owners manage their partner's team. */
export const canHandleTeam = computed(() => role.value === 'owner')

/** Owners download a member's data, and erase them. */
export const canHandleMemberData = canHandleTeam

export const isOperator = computed(() => role.value === 'operator')

onEachCall(() => {
  const sentIn = adminSession
  return async (missing) => {
    if (sentIn !== adminSession) return sentIn?.adminId === adminSession?.adminId
    if (me.value === undefined) {
      leave()
      return false
    }
    if (missing === 'NOT_SIGNED_IN') state.value = 'ended'
    else if (isMounted()) {
      me.value = { ...me.value, isSecondFactorRequired: true }
      state.value = 'held'
    }
    return new Promise((resolve) => {
      waiting = [...waiting, resolve]
    })
  }
})

/** Loads the admin who is signed in. */
export async function recognise() {
  if (me.value === undefined) state.value = 'checking'
  try {
    setSignedInAdmin(await call<typeof getMe>('GET', '/panel/v1/me'))
  } catch (reason) {
    if (state.peek() === 'checking') state.value = problemOf(reason)
  }
}

/** Sets the signed-in admin. `isOffered`: a new admin may choose to set up a second factor. */
export function setSignedInAdmin(answer: Me, options: { isOffered?: boolean } = {}) {
  const isSame = answer.admin.id === me.value?.admin.id
  const { isOffered = isSame && state.value === 'setting-up' } = options
  const wasMounted = isSame && isMounted()
  if (!isSame) {
    forgetResources()
    resolveWaiting(false)
  }
  adminSession = { adminId: answer.admin.id }
  me.value = answer
  const lacksSecondFactor = !answer.admin.hasSecondFactor && (answer.isSecondFactorRequired || isOffered)
  state.value = !lacksSecondFactor ? 'signed-in' : wasMounted ? 'held' : 'setting-up'
  if (!lacksSecondFactor) resolveWaiting(true)
}

/** Reloads the admin, and resolves the calls that wait. Ignores a sign-out, and the sign-in of another admin. */
export async function reloadAdmin() {
  const stateBefore = state.value
  const response = await fetch('/panel/v1/me', { credentials: 'same-origin' }).catch(() => undefined)
  if (!response?.ok || state.value !== stateBefore) return
  const answer = (await response.json()) as Me
  if (answer.admin.id === me.value?.admin.id) setSignedInAdmin(answer)
}

export async function signOutHere() {
  await call<typeof signOut>('DELETE', '/panel/v1/session')
  leave()
}

/** Skips the setup of a second factor that is offered, not required. */
export function enterWithoutSecondFactor() {
  state.value = 'signed-in'
  resolveWaiting(true)
}

/** Whether the screens of a signed-in admin are mounted, visible or waiting. */
function isMounted() {
  return state.value === 'signed-in' || state.value === 'ended' || state.value === 'held'
}

// Drops all data: another admin may sign in next.
function leave() {
  state.value = 'signed-out'
  adminSession = undefined
  me.value = undefined
  forgetResources()
  resolveWaiting(false)
}

function resolveWaiting(isSame: boolean) {
  const waiters = waiting
  waiting = []
  for (const tell of waiters) tell(isSame)
}
