import type { Environment as EnvironmentName } from '@estante/contract/panel/credentials.ts'
import { type Environment, environmentOf } from './environment.ts'

/** A partner in one environment. Every query of members, credentials and usage names both. */
export interface Tenancy {
  partnerId: number
  environment: Environment
}

/**
 * The hidden partner whose members operators are during a preview (`previews/preview.ts`). It is in no list, has no
 * credentials, and is created at the first preview.
 */
export const PREVIEW_PARTNER_ID = 0

/** Returns an admin's partner, on a route whose `access` leaves operators out. */
export function partnerOf({ admin: { partnerId } }: { admin: { partnerId: number | null } }): number {
  if (partnerId === null) throw new Error('an operator, on a route for the team of a partner')
  return partnerId
}

/** Returns the tenancy that an admin requests, of their partner. */
export function tenancyOf(
  request: { admin: { partnerId: number | null } },
  { environment }: { environment: EnvironmentName },
): Tenancy {
  return { partnerId: partnerOf(request), environment: environmentOf(environment) }
}
