import type { Environment, listCredentialUse } from '@estante/contract/panel/credentials.ts'
import type { Answer } from '@estante/contract/route.ts'
import { call } from '../admin-session/call.ts'
import { createResourceByEnvironment, useFresh } from '../admin-session/use-resource.ts'

const EVERY_MS = 3_000

/** Usage of each credential's limit in the last sixty seconds, by `client_id`, and of the shared one. */
const credentialUse = createResourceByEnvironment(async (environment) => {
  const path = `/panel/v1/credentials/usage?environment=${environment}` as const
  const { items, together } = await call<typeof listCredentialUse>('GET', path)
  return { of: new Map(items.map((use) => [use.clientId, use])), together }
})

export type CredentialUse = Answer<typeof listCredentialUse>['items'][number]

/** Polls it while the screen is open. */
export function useCredentialUse(environment: Environment) {
  return useFresh(credentialUse[environment], EVERY_MS).data
}
