import { lockAdmin } from '../admins/admin.ts'
import { type Actor, appendAudit } from '../audit/audit.ts'
import type { Context } from '../context.ts'
import type { Transaction } from '../db/database.ts'
import { SANDBOX } from '../environment.ts'
import { issueLaunch, launchUrl } from '../launches/launch.ts'
import { PREVIEW_PARTNER_ID, type Tenancy } from '../tenancy.ts'

/** Reserved: no partner's slug has this form. */
const PREVIEW_SLUG = '~previa'

/**
 * Creates a link that opens a title as a member would, in any state. The operator is a member of a hidden partner, so
 * that the preview is in no partner's report. Throws `NOT_SIGNED_IN`.
 */
export async function issuePreview(
  { db, clock, config }: Context,
  operator: { adminId: number; publicId: string; name: string },
  { id, title, path }: { id: string; title: string; path: string },
  actor: Actor,
): Promise<string> {
  await db.write(ensurePreviewPartner)
  const { tenancy, externalUserId } = previewMemberOf(operator.publicId)
  const member = { externalUserId, name: operator.name }
  const { token } = await db.write(async (tx) => {
    await lockAdmin(tx, operator.adminId, ['operator'])
    await appendAudit(tx, clock.now(), actor, 'publication-previewed', title, { id })
    return issueLaunch(tx, clock.now(), tenancy, member)
  })
  return launchUrl(config.playUrl, token, path)
}

/** Finds the member that an operator previews as. */
export function previewMemberOf(operatorPublicId: string): { tenancy: Tenancy; externalUserId: string } {
  return { tenancy: { partnerId: PREVIEW_PARTNER_ID, environment: SANDBOX }, externalUserId: operatorPublicId }
}

async function ensurePreviewPartner(tx: Transaction): Promise<void> {
  await tx
    .insertInto('partner')
    .values({
      id: PREVIEW_PARTNER_ID,
      public_id: 'ptn_preview',
      slug: PREVIEW_SLUG,
      name: 'Pré-visualização',
      created_at: 0,
      search_text: '',
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}
