import type { getService } from '@estante/contract/panel/session.ts'
import { signal } from '@preact/signals'
import { call } from '../admin-session/call.ts'

/** The name of the service; undefined until it is loaded. */
export const serviceName = signal<string>()

/** Whether the service sends e-mail; undefined until it is loaded. */
export const sendsMail = signal<boolean>()

/** Loads them once. A failure does no harm. */
export async function learnServiceName() {
  if (serviceName.value !== undefined) return
  const service = await call<typeof getService>('GET', '/panel/v1/service').catch(() => undefined)
  serviceName.value = service?.name
  // A failure may be retried.
  sendsMail.value = service?.sendsMail ?? true
}
