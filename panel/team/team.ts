import { createResource } from '@estante/client/resource.ts'
import type {
  Admin,
  changeRole,
  getTeam,
  inviteAdmin,
  removeAdmin,
  requireSecondFactor,
  Team,
  withdrawInvitation,
} from '@estante/contract/panel/admins.ts'
import type { PartnerRole } from '@estante/contract/roles.ts'
import { rereadMe } from '../account/account.ts'
import { withReauthentication } from '../actions/reauthenticate.ts'
import { call } from '../admin-session/call.ts'

/** The admins and invitations of the partner, from the service. */
export const team = createResource(async () => {
  const { admins, ...rest } = await call<typeof getTeam>('GET', '/panel/v1/team')
  return { items: admins, ...rest }
})

export type OpenInvitation = Team['invitations'][number]

/** Returns the link, if the service could not e-mail it. */
export async function invite(email: string, role: PartnerRole): Promise<string | null> {
  const { invitationUrl } = await withReauthentication(() =>
    call<typeof inviteAdmin>('POST', '/panel/v1/team/invitations', { email, role }),
  )
  await team.load()
  return invitationUrl
}

export async function requireOfTeam(isRequired: boolean) {
  await withReauthentication(() =>
    call<typeof requireSecondFactor>('PUT', '/panel/v1/team/second-factor', { isRequired }),
  )
  await Promise.all([team.load(), rereadMe().catch(() => {})])
}

export async function withdraw({ id }: OpenInvitation) {
  await withReauthentication(() => call<typeof withdrawInvitation>('DELETE', `/panel/v1/team/invitations/${id}`))
  await team.load()
}

export async function giveRole({ id }: Admin, role: PartnerRole) {
  await withReauthentication(() => call<typeof changeRole>('PUT', `/panel/v1/team/${id}/role`, { role }))
  await team.load()
}

export async function remove({ id }: Admin) {
  await withReauthentication(() => call<typeof removeAdmin>('DELETE', `/panel/v1/team/${id}`))
  await team.load()
}
