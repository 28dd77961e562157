import { PREFERENCES_MAX_BYTES, Preferences, type StoredPreferences } from '@estante/contract/play/preferences.ts'
import type { Connection, Transaction } from '../db/database.ts'
import { ApiError } from '../http/errors.ts'
import { validator } from '../http/validation.ts'
import { type MemberKey, ofMember } from '../tenancy.ts'

const check = validator(Preferences)

export async function readPreferences(db: Connection, member: MemberKey): Promise<StoredPreferences> {
  const row = await db
    .selectFrom('member_preferences')
    .select(['document', 'revision'])
    .where(ofMember(member))
    .executeTakeFirst()
  return { preferences: row ? (JSON.parse(row.document) as Preferences) : {}, revision: row?.revision ?? 0 }
}

/**
 * Merges a device's change into the preferences, unless another device changed them since it read them. Repeating a
 * change does nothing. Call it while holding the member's lock.
 */
export async function changePreferences(
  tx: Transaction,
  now: number,
  member: MemberKey,
  basedOn: number,
  changes: object,
): Promise<StoredPreferences & { isAccepted: boolean }> {
  const stored = await readPreferences(tx, member)
  const merged = merge(stored.preferences, changes) as Preferences
  const document = JSON.stringify(merged)
  if (document === JSON.stringify(stored.preferences)) return { ...stored, isAccepted: true }
  if (stored.revision !== basedOn) return { ...stored, isAccepted: false }
  const faults = check(merged)
  if (faults.length > 0) throw new ApiError('VALIDATION', faults)
  if (Buffer.byteLength(document) > PREFERENCES_MAX_BYTES) {
    throw new ApiError('VALIDATION', ['As preferências passam de 16 KiB.'])
  }
  const revision = stored.revision + 1
  await tx
    .insertInto('member_preferences')
    .values({ partner_id: member.partnerId, member_id: member.memberId, document, revision, updated_at: now })
    .onConflict((conflict) =>
      conflict.columns(['partner_id', 'member_id']).doUpdateSet({ document, revision, updated_at: now }),
    )
    .execute()
  return { preferences: merged, revision, isAccepted: true }
}

/** Merges a change: https://www.rfc-editor.org/rfc/rfc7396#section-2 */
function merge(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch
  const merged = new Map(isObject(target) ? Object.entries(target) : [])
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) merged.delete(name)
    else merged.set(name, merge(merged.get(name), value))
  }
  return Object.fromEntries(merged)
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
