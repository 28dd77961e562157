import type { CreateSessionRequest } from '@estante/contract/partner/sessions.ts'
import { beforeWrites } from '../db/batching-writer.ts'
import type { Transaction } from '../db/database.ts'
import { violatesUnique, WriteConflict } from '../db/errors.ts'
import type { Member } from '../db/tables.ts'
import { ApiError } from '../http/errors.ts'
import { ofTenancy, type Tenancy } from '../tenancy.ts'
import { findMember, insertOrFindMember, toEmailKey, updateMember } from './member.ts'

/**
 * Finds or creates the member of a session (specification, section 3, account linking): by the identifier; else links
 * the account without identifier that has the e-mail, and keeps its history; else creates one.
 * Throws `USER_REVOKED`, `EMAIL_CONFLICT`, and `WriteConflict` for a member erased meanwhile.
 */
export async function linkAccount(
  tx: Transaction,
  now: number,
  tenancy: Tenancy,
  request: CreateSessionRequest,
): Promise<Member> {
  const { externalUserId, email } = request
  const known = await findMember(tx, tenancy, externalUserId)
  if (known && known.revoked_at !== null) throw beforeWrites(new ApiError('USER_REVOKED'))
  const member =
    known ??
    (email === undefined ? undefined : await linkByEmail(tx, tenancy, externalUserId, email)) ??
    // Another node may have created it meanwhile.
    (await insertOrFindMember(tx, now, tenancy, externalUserId, request))
  if (member.revoked_at !== null) throw new ApiError('USER_REVOKED')
  const updated = await updateMember(tx, member, request)
  // Blocked since the member was read. A launch of the new count would open once they are restored.
  if (updated.revoked_at !== null) throw new ApiError('USER_REVOKED')
  return updated
}

async function linkByEmail(
  tx: Transaction,
  tenancy: Tenancy,
  externalUserId: string,
  email: string,
): Promise<Member | undefined> {
  try {
    return await tx
      .updateTable('member')
      .set({ external_user_id: externalUserId })
      .where(ofTenancy(tenancy))
      .where('email_key', '=', toEmailKey(email))
      .where('external_user_id', 'is', null)
      .returningAll()
      .executeTakeFirst()
  } catch (error) {
    // Another node has linked the identifier meanwhile.
    if (violatesUnique(error, 'external_user_id')) throw new WriteConflict()
    throw error
  }
}
