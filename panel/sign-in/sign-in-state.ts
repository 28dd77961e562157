import type { getService } from '@estante/contract/panel/session.ts'
import { signal } from '@preact/signals'
import { call } from '../admin-session/call.ts'

/** The token of the invitation or reset link that opened this page, in memory only. */
export const linkToken = signal<string>()

/** Whether the admin set a new password on this page, and must now sign in with it. */
export const isResetDone = signal(false)

/** The name of the service; undefined until it is loaded. */
export const serviceName = signal<string>()

/** Whether the service sends e-mail; undefined until it is loaded. */
export const sendsMail = signal<boolean>()

/** Loads the name of the service, and whether it sends e-mail, once. A failure does no harm. */
export async function learnServiceName() {
  if (serviceName.value !== undefined) return
  const service = await call<typeof getService>('GET', '/panel/v1/service').catch(() => undefined)
  serviceName.value = service?.name
  // A failure may be retried.
  sendsMail.value = service?.sendsMail ?? true
}
