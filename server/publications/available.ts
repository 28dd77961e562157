import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { PREVIEW_PARTNER_ID } from '../tenancy.ts'

/**
 * Builds the condition under which a partner's members and backend see a title now: neither withdrawn nor a draft,
 * within its dates, and this partner's if it is restricted. Operators preview all titles. Belongs in every query of
 * titles for members and partners. It is raw SQL, since building it with Kysely costs as much as reading a page of the
 * catalog. A new column here goes into the index `publication_card` too, from which SQLite reads.
 */
export function availableTo(partnerId: number, now: number): RawBuilder<SqlBool> {
  return sql`
    (${partnerId} = ${sql.lit(PREVIEW_PARTNER_ID)} or (
      publication.withdrawn_at is null
      and publication.publish_from <= ${now}
      and (publication.publish_until is null or publication.publish_until > ${now})
      and (publication.is_restricted = 0 or exists (
        select 1 from publication_partner as available
        where available.publication_id = publication.id and available.partner_id = ${partnerId}
      ))
    ))`
}
