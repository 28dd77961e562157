import type { getService } from '@estante/contract/panel/session.ts'
import { signal } from '@preact/signals'
import { call } from '../admin-session/call.ts'

/** What the service is called; undefined until it said so. */
export const serviceName = signal<string>()

/** Whether it sends e-mail; undefined until it said so. */
export const sendsMail = signal<boolean>()

/** Asks once. A page that does not learn it is as good. */
export async function learnServiceName() {
  if (serviceName.value !== undefined) return
  const service = await call<typeof getService>('GET', '/panel/v1/service').catch(() => undefined)
  serviceName.value = service?.name
  // Whoever does not learn it may still ask.
  sendsMail.value = service?.sendsMail ?? true
}
