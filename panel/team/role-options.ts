import type { PartnerRole } from '@estante/contract/roles.ts'
import { text } from '../text.ts'

const roles: readonly PartnerRole[] = ['owner', 'developer', 'analyst']

/** The roles a partner gives, each with what it may do. */
export const roleOptions = roles.map((value) => ({ value, label: text.roles[value], detail: text.roleHelp[value] }))
