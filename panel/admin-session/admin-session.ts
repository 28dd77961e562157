import type { getMe, Me } from '@estante/contract/panel/admins.ts'
import type { signOut } from '@estante/contract/panel/session.ts'
import { computed, signal } from '@preact/signals'
import { UnreachableError } from './answer.ts'
import { call, whenSignedOut } from './call.ts'
import { forgetResources } from './resource.ts'

/** Who is signed in on this page. */
export const me = signal<Me>()

export const state = signal<'checking' | 'signed-out' | 'signed-in' | 'unreachable' | 'failed'>('checking')

/** Whether somebody was signed in here and no longer is, without having signed out. */
export const hasEnded = signal(false)

const role = computed(() => me.value?.admin.role)

/** An analyst sees; developers and owners also handle credentials. */
export const canHandleCredentials = computed(() => role.value === 'owner' || role.value === 'developer')

/** Developers and owners block members and give them access again. */
export const canHandleMembers = canHandleCredentials

/** Owners handle the people of their partner. */
export const canHandleTeam = computed(() => role.value === 'owner')

export const isOperator = computed(() => role.value === 'operator')

whenSignedOut(() => {
  if (state.value === 'signed-in') hasEnded.value = true
  leave()
})

/** Asks who is signed in. */
export async function recognise() {
  if (state.value !== 'signed-in') state.value = 'checking'
  try {
    signedInAs(await call<typeof getMe>('GET', '/panel/v1/me'))
  } catch (reason) {
    if (state.peek() === 'checking') state.value = reason instanceof UnreachableError ? 'unreachable' : 'failed'
  }
}

export function signedInAs(who: Me) {
  me.value = who
  hasEnded.value = false
  state.value = 'signed-in'
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
}
