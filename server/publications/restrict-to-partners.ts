import { type Actor, appendAudit } from '../audit/audit.ts'
import type { Context } from '../context.ts'
import { ApiError } from '../http/errors.ts'
import { PREVIEW_PARTNER_ID } from '../tenancy.ts'
import { versionOf } from '../version-of.ts'
import { updateWithRetry } from './update-with-retry.ts'
import { replacePartners } from './write-publication.ts'

/**
 * Restricts a title to some partners; null for all. Throws `VALIDATION`, and `CHANGED_MEANWHILE` when the version is no
 * longer `partnersVersion`. Returns false for an unknown title.
 */
export async function restrictToPartners(
  context: Context,
  id: string,
  { partnerIds, partnersVersion }: { partnerIds: string[] | null; partnersVersion?: string | undefined },
  actor: Actor,
): Promise<boolean> {
  const chosen = [...new Set(partnerIds ?? [])]
  const partners = await findPartners(context, chosen)
  return updateWithRetry(
    context,
    id,
    async (row) => {
      const before = row.is_restricted === 1 ? await chosenBefore(row.id) : null
      const version = versionOfPartners(partnerIds === null ? null : chosen)
      if (version === versionOfPartners(before)) return undefined
      if (partnersVersion !== undefined && partnersVersion !== versionOfPartners(before)) {
        throw new ApiError('CHANGED_MEANWHILE')
      }
      return { is_restricted: partnerIds === null ? 0 : 1 }
    },
    async (tx, row) => {
      await replacePartners(tx, row.id, partners)
      const detail = { id, ...(partnerIds !== null && { partners: chosen.length }) }
      await appendAudit(tx, context.clock.now(), actor, 'publication-partners-changed', row.title, detail)
    },
  )

  async function chosenBefore(titleId: number): Promise<string[]> {
    const rows = await context.db.read
      .selectFrom('publication_partner')
      .innerJoin('partner', 'partner.id', 'publication_partner.partner_id')
      .select('partner.public_id')
      .where('publication_id', '=', titleId)
      .execute()
    return rows.map((row) => row.public_id)
  }
}

/** Returns the version of a title's restriction to partners, given as null for all. */
export function versionOfPartners(partnerIds: readonly string[] | null): string {
  return versionOf(partnerIds?.toSorted() ?? null)
}

/** Throws `VALIDATION` for an unknown partner. */
async function findPartners({ db }: Context, partnerIds: string[]): Promise<number[]> {
  if (partnerIds.length === 0) return []
  const known = await db.read
    .selectFrom('partner')
    .select('id')
    .where('public_id', 'in', partnerIds)
    .where('id', '!=', PREVIEW_PARTNER_ID)
    .execute()
  if (known.length < partnerIds.length) {
    throw new ApiError('VALIDATION', ['O campo "partnerIds" tem um parceiro que não existe.'])
  }
  return known.map(({ id }) => id)
}
