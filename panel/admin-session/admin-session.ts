import type { getMe, Me } from '@estante/contract/panel/admins.ts'
import type { signOut } from '@estante/contract/panel/session.ts'
import { computed, signal } from '@preact/signals'
import { UnreachableError } from './answer.ts'
import { call, whenSignedOut } from './call.ts'
import { forgetResources } from './resource.ts'

/** Who is signed in on this page. */
export const me = signal<Me>()

/** `ended`: the service no longer knows who was signed in; what they were doing waits under the sign-in. */
export const state = signal<'checking' | 'signed-out' | 'signed-in' | 'ended' | 'unreachable' | 'failed'>('checking')

/** Those who wait for the same person to sign in again; they are told whether it was. */
let waiting: readonly ((isSame: boolean) => void)[] = []

const role = computed(() => me.value?.admin.role)

/** An analyst sees; developers and owners also handle credentials. */
export const canHandleCredentials = computed(() => role.value === 'owner' || role.value === 'developer')

/** Developers and owners block members and give them access again. */
export const canHandleMembers = canHandleCredentials

/** Owners handle the people of their partner. */
export const canHandleTeam = computed(() => role.value === 'owner')

/** Owners download all that is kept of a member, and erase one. */
export const canHandleMemberData = canHandleTeam

export const isOperator = computed(() => role.value === 'operator')

whenSignedOut(() => {
  if (me.value === undefined) {
    leave()
    return Promise.resolve(false)
  }
  state.value = 'ended'
  return new Promise((resolve) => {
    waiting = [...waiting, resolve]
  })
})

/** Asks who is signed in. */
export async function recognise() {
  if (me.value === undefined) state.value = 'checking'
  try {
    signedInAs(await call<typeof getMe>('GET', '/panel/v1/me'))
  } catch (reason) {
    if (state.peek() === 'checking') state.value = reason instanceof UnreachableError ? 'unreachable' : 'failed'
  }
}

export function signedInAs(who: Me) {
  const isSame = who.admin.id === me.value?.admin.id
  if (!isSame) forgetResources()
  me.value = who
  state.value = 'signed-in'
  tellWaiting(isSame)
}

/** Goes on where it was when the same person signed in again elsewhere in this browser. */
export async function lookForSignIn() {
  const response = await fetch('/panel/v1/me', { credentials: 'same-origin' }).catch(() => undefined)
  if (!response?.ok || state.value !== 'ended') return
  const who = (await response.json()) as Me
  if (who.admin.id === me.value?.admin.id) signedInAs(who)
}

export async function signOutHere() {
  await call<typeof signOut>('DELETE', '/panel/v1/session')
  leave()
}

// What one admin saw is never shown to the next.
function leave() {
  state.value = 'signed-out'
  me.value = undefined
  forgetResources()
  tellWaiting(false)
}

function tellWaiting(isSame: boolean) {
  const told = waiting
  waiting = []
  for (const tell of told) tell(isSame)
}
