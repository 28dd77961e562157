import { isCode } from '@estante/client/answer.ts'
import type { confirmSignIn } from '@estante/contract/panel/session.ts'
import { signal } from '@preact/signals'
import { signedInAs } from '../admin-session/admin-session.ts'
import { call } from '../admin-session/call.ts'

/** What waits for the password, if anything does. */
export const asking = signal<{ confirmed: () => void; givenUp: () => void }>()

/** Whoever was asked for their password preferred not to go on. */
export class ReauthenticationCancelled extends Error {}

/**
 * Does what needs a fresh sign-in. When the service says that this one is stale, asks for the password in place and goes
 * on with what was asked. Rejects with `GivenUpError` when the question is closed.
 */
export async function withReauthentication<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (reason) {
    if (!isCode(reason, 'SIGN_IN_AGAIN')) throw reason
    await askPassword()
    return await act()
  }
}

/** Rejects as `call` does: `SECOND_FACTOR_REQUIRED` asks for a `code`. */
export async function confirmPassword(password: string, code: string | undefined) {
  signedInAs(await call<typeof confirmSignIn>('POST', '/panel/v1/session/confirm', { password, ...(code && { code }) }))
}

function askPassword(): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    asking.value = { confirmed: resolve, givenUp: () => reject(new ReauthenticationCancelled()) }
  }).finally(() => {
    asking.value = undefined
  })
}
