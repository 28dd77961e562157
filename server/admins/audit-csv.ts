import type { Database } from '../db/open.ts'
import { BYTE_ORDER_MARK, toLine } from '../http/csv.ts'
import { type AuditQuery, readAudit } from './audit.ts'

const ROWS_AT_ONCE = 500

/** What was done, the newest first, as CSV: read as it is sent, however much it is. */
export async function* writeAuditCsv(db: Database, query: AuditQuery): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + toLine(['at', 'actor', 'isByOperator', 'act', 'subject', 'detail', 'partner', 'address'])
  let before: string | undefined
  do {
    const { items, next } = await readAudit(db, query, before, ROWS_AT_ONCE)
    yield items
      .map(({ at, actor, isByOperator, act, subject, detail, partner, address }) =>
        toLine([
          at,
          actor ?? '',
          String(isByOperator),
          act,
          subject ?? '',
          detail === null ? '' : JSON.stringify(detail),
          partner?.slug ?? '',
          address ?? '',
        ]),
      )
      .join('')
    before = next
  } while (before !== undefined)
}
