import type {
  createCredential,
  Environment,
  endViewsOfCredential,
  listCredentials,
  PanelCredential,
  revokeCredential,
  rotateCredential,
} from '@estante/contract/panel/credentials.ts'
import { withReauthentication } from '../actions/reauthenticate.ts'
import { call } from '../admin-session/call.ts'
import { createResourceByEnvironment } from '../admin-session/use-resource.ts'
import { sectionPath } from '../router.ts'

const HOUR_MS = 3_600_000
/** The parameter of an address that opens the dialog of a new credential. */
export const NEW_CREDENTIAL = 'nova'

/** Returns the address that opens the dialog of a new credential. */
export function newCredentialPath(): string {
  return sectionPath('integrations', { query: { [NEW_CREDENTIAL]: 'sim' } })
}

/** The credentials of each environment, from the service and from the actions here. */
export const credentials = createResourceByEnvironment(async (environment) => {
  const path = `/panel/v1/credentials?environment=${environment}` as const
  return (await call<typeof listCredentials>('GET', path)).items
})

/** Creates a credential. Its secret is shown, and not stored. */
export async function addCredential(name: string, environment: Environment) {
  const created = await withReauthentication(() =>
    call<typeof createCredential>('POST', '/panel/v1/credentials', { name, environment }),
  )
  putCredential(created.credential)
  return created
}

export async function rotate({ clientId }: PanelCredential) {
  const rotated = await withReauthentication(() =>
    call<typeof rotateCredential>('POST', `/panel/v1/credentials/${clientId}/rotate`),
  )
  putCredential(rotated.credential)
  return rotated
}

export async function revokeOwnCredential({ clientId }: PanelCredential) {
  putCredential(
    await withReauthentication(() => call<typeof revokeCredential>('POST', `/panel/v1/credentials/${clientId}/revoke`)),
  )
}

/** Ends the views that links of a revoked credential opened. */
export async function endViews({ clientId }: PanelCredential) {
  putCredential(
    await withReauthentication(() =>
      call<typeof endViewsOfCredential>('POST', `/panel/v1/credentials/${clientId}/end-views`),
    ),
  )
}

/** Returns whether a credential was used so recently that an integration would break. */
export function isInUse({ lastUse }: PanelCredential, now: number): boolean {
  return lastUse !== null && now - Date.parse(lastUse.at) < HOUR_MS
}

/** Replaces a credential, or prepends a new one. */
function putCredential(credential: PanelCredential) {
  const { data, put } = credentials[credential.environment]
  const known = data.value ?? []
  const isKnown = known.some(({ clientId }) => clientId === credential.clientId)
  put(isKnown ? known.map((one) => (one.clientId === credential.clientId ? credential : one)) : [credential, ...known])
}
