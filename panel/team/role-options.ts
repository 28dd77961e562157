import type { PartnerRole } from '@estante/contract/roles.ts'
import { text } from '../text.ts'

export const partnerRoles: readonly PartnerRole[] = ['owner', 'developer', 'analyst']

/** The roles of a partner's team, with their permissions. */
export const roleOptions = partnerRoles.map((value) => ({
  value,
  label: text.roles[value],
  detail: text.roleHelp[value],
}))
