import { isCode } from '@estante/client/answer.ts'
import type { confirmSignIn } from '@estante/contract/panel/session.ts'
import { signal } from '@preact/signals'
import { setSignedInAdmin } from '../admin-session/admin-session.ts'
import { call } from '../admin-session/call.ts'

/** The action that waits for the password, if any. */
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

function requestPassword(): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    pendingReauthentication.value = { confirmed: resolve, cancelled: () => reject(new CancelledReauthentication()) }
  }).finally(() => {
    pendingReauthentication.value = undefined
  })
}
