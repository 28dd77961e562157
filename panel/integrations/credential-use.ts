import { createResource } from '@estante/client/resource.ts'
import type { Environment, listCredentialUse } from '@estante/contract/panel/credentials.ts'
import { call } from '../admin-session/call.ts'
import { useFresh } from '../admin-session/use-resource.ts'

const EVERY_MS = 3_000

/** Usage of each credential's limit in the last sixty seconds, by `client_id`, and of the shared one. */
const credentialUse = {
  production: createResource(() => ask('production')),
  sandbox: createResource(() => ask('sandbox')),
} as const

type Answer = Awaited<ReturnType<typeof ask>>
export type CredentialUse = Answer['of'] extends Map<string, infer Use> ? Use : never

async function ask(environment: Environment) {
  const { items, together } = await call<typeof listCredentialUse>(
    'GET',
    `/panel/v1/credentials/usage?environment=${environment}`,
  )
  return { of: new Map(items.map((use) => [use.clientId, use])), together }
}

/** Polls it while the screen is open. */
export function useCredentialUse(environment: Environment) {
  return useFresh(credentialUse[environment], EVERY_MS).data
}
