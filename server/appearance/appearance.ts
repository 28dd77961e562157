import { isColor } from '@estante/contract/accent.ts'
import type {
  changeAppearance as changeAppearanceRoute,
  PartnerAppearance,
} from '@estante/contract/panel/appearance.ts'
import type { Body } from '@estante/contract/route.ts'
import { readLastChange } from '../admins/last-change.ts'
import { type Actor, appendAudit, changedFields } from '../audit/audit.ts'
import type { Context } from '../context.ts'
import type { Connection } from '../db/database.ts'
import type { Partner } from '../db/tables.ts'
import { ApiError } from '../http/errors.ts'
import { lockPartner } from '../tenancy.ts'
import { versionOf } from '../version-of.ts'
import { toLogo } from './brand.ts'
import { fromColumn, readFrameOrigins, toColumn } from './frame-origins.ts'

/**
 * Changes how a partner's members see the service, but for the logo (`logo.ts`). Throws `VALIDATION`, and
 * `CHANGED_MEANWHILE` when the version is no longer `version`.
 */
export async function changeAppearance(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  partnerId: number,
  request: Body<typeof changeAppearanceRoute>,
  adminId: number,
  actor: Actor,
): Promise<void> {
  const displayName = request.displayName?.trim() || null
  const accentColor = request.accentColor?.trim().toLowerCase() || null
  if (accentColor !== null && !isColor(accentColor)) {
    throw new ApiError('VALIDATION', ['A cor deve ter a forma #rrggbb, como #1c5743.'])
  }
  const origins = await readFrameOrigins(request.frameOrigins)
  await db.write(async (tx) => {
    const partner = await lockPartner(tx, partnerId)
    const columns = { display_name: displayName, accent_color: accentColor, frame_origins: toColumn(origins) }
    const [before, after] = [fieldsOf(partner), fieldsOf(columns)]
    const detail = changedFields(before, after)
    // Nothing to write: also when the same change is sent again, after a lost answer.
    if (detail.fields === '') return
    if (request.version !== undefined && request.version !== versionOf(before)) throw new ApiError('CHANGED_MEANWHILE')
    await tx
      .updateTable('partner')
      .set({ ...columns, appearance_changed_by: adminId, appearance_changed_at: clock.now() })
      .where('id', '=', partnerId)
      .execute()
    await appendAudit(tx, clock.now(), actor, 'appearance-changed', null, detail)
  })
}

/** Reads how a partner's members see the service. */
export async function readAppearance(db: Connection, partnerId: number): Promise<PartnerAppearance> {
  const partner = await db.selectFrom('partner').selectAll().where('id', '=', partnerId).executeTakeFirstOrThrow()
  return {
    partnerName: partner.name,
    displayName: partner.display_name,
    accentColor: partner.accent_color,
    logo: toLogo(partner),
    frameOrigins: fromColumn(partner.frame_origins),
    version: versionOf(fieldsOf(partner)),
    changed: await readLastChange(db, partner.appearance_changed_by, partner.appearance_changed_at),
  }
}

/** Lists the fields that a change writes, as the audit names them. */
function fieldsOf({
  display_name,
  accent_color,
  frame_origins,
}: Pick<Partner, 'display_name' | 'accent_color' | 'frame_origins'>) {
  return {
    displayName: display_name,
    accentColor: accent_color,
    frameOrigins: fromColumn(frame_origins).join(', '),
  }
}
