import type { AuditEntry } from '@estante/contract/panel/audit.ts'
import type { Database } from '../db/open.ts'
import { BYTE_ORDER_MARK, toLine } from '../http/csv.ts'
import { type AuditQuery, readAudit } from './audit.ts'

const ROWS_AT_ONCE = 500

/**
 * What was done, the newest first, as CSV: read as it is sent, however much it is. The header comes with the first rows,
 * so that what fails before them is no file.
 */
export async function* writeAuditCsv(db: Database, query: AuditQuery): AsyncGenerator<string> {
  let { items, next } = await readAudit(db, query, undefined, ROWS_AT_ONCE)
  const header = toLine(['at', 'actor', 'isByOperator', 'act', 'subject', 'detail', 'partner', 'address'])
  yield BYTE_ORDER_MARK + header + toLines(items)
  while (next !== undefined) {
    ;({ items, next } = await readAudit(db, query, next, ROWS_AT_ONCE))
    yield toLines(items)
  }
}

function toLines(entries: AuditEntry[]): string {
  return entries
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
}
