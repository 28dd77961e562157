import type { Environment as EnvironmentName } from '@estante/contract/panel/credentials.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Transaction } from './db/database.ts'
import type { Member, Partner } from './db/tables.ts'
import { type Environment, environmentOf } from './environment.ts'
import { ApiError } from './http/errors.ts'

/** A partner in one environment. Every query of members, credentials and usage names both. */
export interface Tenancy {
  partnerId: number
  environment: Environment
}

/** Builds the condition for a tenancy's rows. For queries in which only one table has these columns. */
export function ofTenancy({ partnerId, environment }: Tenancy): RawBuilder<SqlBool> {
  return sql`(partner_id = ${partnerId} and environment = ${environment})`
}

/**
 * Reads a partner and locks its row until the transaction ends: of two concurrent changes, the second sees the first.
 * Throws `NOT_FOUND`.
 */
export async function lockPartner(tx: Transaction, partnerId: number): Promise<Partner> {
  const partner = await tx
    .selectFrom('partner')
    .selectAll()
    .where('id', '=', partnerId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!partner) throw new ApiError('NOT_FOUND')
  return partner
}

/** The key of a member's rows; every query names the partner first. */
export interface MemberKey {
  partnerId: number
  memberId: number
}

export function memberKeyOf({
  partner_id,
  environment,
  id,
}: Pick<Member, 'partner_id' | 'environment' | 'id'>): MemberKey & Tenancy {
  return { partnerId: partner_id, environment, memberId: id }
}

/** Builds the condition for a member's rows. For queries in which only one table has these columns. */
export function ofMember({ partnerId, memberId }: MemberKey): RawBuilder<SqlBool> {
  return sql`(partner_id = ${partnerId} and member_id = ${memberId})`
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
