import type { Static } from 'typebox'
import { oneOf } from './fields.ts'

/**
 * The role of an admin. `operator` runs the service and belongs to no partner. In a partner's team, an `analyst` reads,
 * a `developer` also manages credentials and members, an `owner` also manages the team and the appearance.
 */
export const AdminRole = oneOf(['operator', 'owner', 'developer', 'analyst'])
export type AdminRole = Static<typeof AdminRole>

export const PartnerRole = oneOf(['owner', 'developer', 'analyst'])
export type PartnerRole = Static<typeof PartnerRole>

/** From most to least privileged. */
export const PARTNER_ROLES = ['owner', 'developer', 'analyst'] as const satisfies readonly PartnerRole[]
export const EVERY_ROLE = ['operator', ...PARTNER_ROLES] as const satisfies readonly AdminRole[]
