import type { getService } from '@estante/contract/panel/session.ts'
import { signal } from '@preact/signals'
import { call } from '../admin-session/call.ts'

/** What the service is called; undefined until it said so. */
export const serviceName = signal<string>()

/** Asks once. A page that does not learn it is as good. */
export async function learnServiceName() {
  if (serviceName.value !== undefined) return
  const { name } = await call<typeof getService>('GET', '/panel/v1/service').catch(() => ({ name: undefined }))
  serviceName.value = name
}
