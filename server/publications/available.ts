import type { ExpressionBuilder } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { PREVIEW_PARTNER_ID } from '../partners/partner.ts'

/**
 * Which titles a partner's members, and its backend, are shown now: neither taken down nor drafts, within their time,
 * and this partner's when they are only some partners'. Operators preview all of them. For the `where` of every query
 * that shows titles.
 */
export function availableTo(partnerId: string, now: number) {
  return (is: ExpressionBuilder<Tables, 'publication'>) => {
    if (partnerId === PREVIEW_PARTNER_ID) return is.lit(true)
    return is.and([
      is('publication.removed_at', 'is', null),
      is('publication.publish_from', '<=', now),
      is.or([is('publication.publish_until', 'is', null), is('publication.publish_until', '>', now)]),
      is.or([
        is('publication.is_restricted', '=', 0),
        is.exists(
          is
            .selectFrom('publication_partner')
            .select('publication_partner.partner_id')
            .whereRef('publication_partner.publication_id', '=', 'publication.id')
            .where('publication_partner.partner_id', '=', partnerId),
        ),
      ]),
    ])
  }
}
