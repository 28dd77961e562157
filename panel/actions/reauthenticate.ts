import { isCode } from '@estante/client/answer.ts'
import type { confirmSignIn } from '@estante/contract/panel/session.ts'
import { computed, effect, signal, untracked } from '@preact/signals'
import { me, setSignedInAdmin } from '../admin-session/admin-session.ts'
import { call } from '../admin-session/call.ts'

/** The question for the password, while actions wait for it. */
export const pendingReauthentication = signal<{ confirmed: () => void; cancelled: () => void }>()

/** The admin cancelled the password dialog. */
export class CancelledReauthentication extends Error {}

/**
 * Runs an action that needs a fresh sign-in: if the service refuses it, asks for the password and runs it again.
 * Rejects with `CancelledReauthentication` when the dialog is cancelled.
 */
export async function withReauthentication<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (reason) {
    if (!isCode(reason, 'SIGN_IN_AGAIN')) throw reason
    await requestPassword()
    return await act()
  }
}

/** Rejects as `call` does: `CODE_REQUIRED` asks for a `code`. */
export async function confirmPassword(password: string, code: string | undefined) {
  setSignedInAdmin(
    await call<typeof confirmSignIn>('POST', '/panel/v1/session/confirm', { password, ...(code && { code }) }),
  )
}

let answered: Promise<void> | undefined

/** Actions that are refused together wait for one answer. */
function requestPassword(): Promise<void> {
  answered ??= new Promise<void>((resolve, reject) => {
    pendingReauthentication.value = { confirmed: resolve, cancelled: () => reject(new CancelledReauthentication()) }
  }).finally(() => {
    answered = undefined
    pendingReauthentication.value = undefined
  })
  return answered
}

const adminId = computed(() => me.value?.admin.id)

// Another admin must not confirm the action of the one before.
effect(() => {
  void adminId.value
  untracked(() => pendingReauthentication.value?.cancelled())
})
