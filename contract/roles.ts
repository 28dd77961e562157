import type { Static } from 'typebox'
import { oneOf } from './fields.ts'

/** The roles in a partner's team, from most to least privileged. */
export const PARTNER_ROLES = ['owner', 'developer', 'analyst'] as const
export const PartnerRole = oneOf(PARTNER_ROLES)
export type PartnerRole = Static<typeof PartnerRole>

/**
 * The role of an admin. `operator` runs the service and belongs to no partner. In a partner's team, an `analyst` reads,
 * a `developer` also manages credentials and members, an `owner` also manages the team and the appearance.
 */
export const EVERY_ROLE = ['operator', ...PARTNER_ROLES] as const
export const AdminRole = oneOf(EVERY_ROLE)
export type AdminRole = Static<typeof AdminRole>
