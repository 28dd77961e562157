import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { PREVIEW_PARTNER_ID } from '../tenancy.ts'

/**
 * Builds the condition under which a partner's members and backend see a title now: neither withdrawn nor a draft,
 * within its dates, and this partner's if it is restricted. Operators preview all titles. For the `where` of every
 * query of titles, prepared ones too; raw SQL, since building it costs as much as a page of the catalog. SQLite reads
 * its columns from the index `publication_card`, which needs any new one.
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
