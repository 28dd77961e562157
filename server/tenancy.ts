import type { Environment as EnvironmentName } from '@estante/contract/panel/credentials.ts'
import { type Environment, environmentOf } from './environment.ts'
import { ApiError } from './http/errors.ts'

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

/** Returns an admin's partner, on a route that operators cannot call. */
export function partnerOf({ admin: { partnerId } }: { admin: { partnerId: number | null } }): number {
  if (partnerId === null) throw new ApiError('NOT_ALLOWED')
  return partnerId
}

/** Returns the tenancy that an admin requests, of their partner. */
export function tenancyOf(
  request: { admin: { partnerId: number | null } },
  { environment }: { environment: EnvironmentName },
): Tenancy {
  return { partnerId: partnerOf(request), environment: environmentOf(environment) }
}
