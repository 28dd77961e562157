import type { Environment } from './db/tables.ts'
import { ApiError } from './http/errors.ts'

/** A partner in one environment. Every query of members, credentials and usage names both. */
export interface Tenancy {
  partnerId: number
  environment: Environment
}

/**
 * The partner that operators are members of while they look at a title as a member does (`previews/preview.ts`). No
 * list of partners shows it, and it has no credentials; it is there once somebody previewed.
 */
export const PREVIEW_PARTNER_ID = 0

/** Returns the partner of an admin, on a route that is not for operators. */
export function partnerOf({ admin: { partnerId } }: { admin: { partnerId: number | null } }): number {
  if (partnerId === null) throw new ApiError('NOT_ALLOWED')
  return partnerId
}

/** Returns the part of their partner's data that an admin asks for. */
export function tenancyOf(
  request: { admin: { partnerId: number | null } },
  { environment }: Pick<Tenancy, 'environment'>,
): Tenancy {
  return { partnerId: partnerOf(request), environment }
}
