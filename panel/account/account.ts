import { createResource } from '@estante/client/resource.ts'
import type { getMe, renameMe } from '@estante/contract/panel/admins.ts'
import type {
  changePassword,
  confirmSecondFactor,
  disableSecondFactor,
  endAdminSession,
  endOtherAdminSessions,
  listAdminSessions,
  renewRecoveryCodes,
  startSecondFactor,
} from '@estante/contract/panel/session.ts'
import { withReauthentication } from '../actions/reauthenticate.ts'
import { setSignedInAdmin } from '../admin-session/admin-session.ts'
import { call } from '../admin-session/call.ts'

/** The admin's sessions. */
export const adminSessions = createResource(
  async () => (await call<typeof listAdminSessions>('GET', '/panel/v1/sessions')).items,
)

export async function endSession(id: string) {
  await call<typeof endAdminSession>('DELETE', `/panel/v1/sessions/${id}`)
  await adminSessions.load()
}

export async function endOtherSessions() {
  await call<typeof endOtherAdminSessions>('DELETE', '/panel/v1/sessions')
  await adminSessions.load()
}

export async function changeName(name: string) {
  setSignedInAdmin(await call<typeof renameMe>('PUT', '/panel/v1/me', { name }))
}

export async function choosePassword(password: string) {
  await withReauthentication(() => call<typeof changePassword>('PUT', '/panel/v1/password', { password }))
  await adminSessions.load()
}

export function beginSecondFactor() {
  return withReauthentication(() => call<typeof startSecondFactor>('POST', '/panel/v1/second-factor'))
}

/** Returns the recovery codes, which are shown only once. After storing them, reload the admin's session. */
export async function turnOnSecondFactor(code: string) {
  const { recoveryCodes } = await withReauthentication(() =>
    call<typeof confirmSecondFactor>('POST', '/panel/v1/second-factor/confirm', { code }),
  )
  return recoveryCodes
}

export async function turnOffSecondFactor() {
  await withReauthentication(() => call<typeof disableSecondFactor>('DELETE', '/panel/v1/second-factor'))
  await rereadMe().catch(ignoreReloadFailure)
}

export async function newRecoveryCodes() {
  const { recoveryCodes } = await withReauthentication(() =>
    call<typeof renewRecoveryCodes>('POST', '/panel/v1/second-factor/recovery-codes'),
  )
  await rereadMe().catch(ignoreReloadFailure)
  return recoveryCodes
}

export async function rereadMe() {
  setSignedInAdmin(await call<typeof getMe>('GET', '/panel/v1/me'))
}

// The action succeeded even if reloading fails: the screen is refreshed later.
function ignoreReloadFailure() {}
