import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { PREVIEW_PARTNER_ID } from '../tenancy.ts'

/**
 * Which titles a partner's members, and its backend, are shown now: neither taken down nor drafts, within their time,
 * and this partner's when they are only some partners'. Operators preview all of them. For the `where` of every query
 * that shows titles, kept ones too; written as it is, since building it piece by piece costs as much as the page of a
 * catalog. SQLite reads its columns from the index `publication_card`: a new one belongs there, too.
 */
export function availableTo(partnerId: number, now: number): RawBuilder<SqlBool> {
  return sql`
    (${partnerId} = ${sql.lit(PREVIEW_PARTNER_ID)} or (
      publication.removed_at is null
      and publication.publish_from <= ${now}
      and (publication.publish_until is null or publication.publish_until > ${now})
      and (publication.is_restricted = 0 or exists (
        select 1 from publication_partner as available
        where available.publication_id = publication.id and available.partner_id = ${partnerId}
      ))
    ))`
}
