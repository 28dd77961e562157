import { actorName, describeAct } from '@estante/contract/audit-sentence.ts'
import type { AuditEntry } from '@estante/contract/panel/audit.ts'
import type { Database } from '../db/database.ts'
import { BYTE_ORDER_MARK, clockOf, toLine } from '../http/csv.ts'
import { type AuditQuery, readAudit } from './audit.ts'

const ROWS_AT_ONCE = 500

/**
 * Streams the audit, newest first, as CSV for a spreadsheet in Portuguese, with instants in the service's time zone.
 * The header is sent with the first rows, so that an earlier failure is an error and not an empty file.
 */
export async function* writeAuditCsv(db: Database, query: AuditQuery, timeZone: string): AsyncGenerator<string> {
  const clock = clockOf(timeZone)
  let { items, last } = await readAudit(db, query, undefined, ROWS_AT_ONCE)
  const header = toLine([
    `Quando (${timeZone})`,
    'Quem',
    'O que fez',
    'Operação do serviço',
    'Ato',
    'Em quem ou em quê',
    'Detalhe',
    'Parceiro',
    'Endereço',
  ])
  yield BYTE_ORDER_MARK + header + toLines(items, clock)
  while (last !== undefined) {
    ;({ items, last } = await readAudit(db, query, last, ROWS_AT_ONCE))
    yield toLines(items, clock)
  }
}

function toLines(entries: AuditEntry[], clock: (instant: number) => string): string {
  return entries
    .map((entry) => {
      const { at, isByOperator, act, subject, detail, partner, address } = entry
      return toLine([
        clock(Date.parse(at)),
        actorName(entry),
        describeAct(entry),
        isByOperator ? 'sim' : 'não',
        act,
        subject ?? '',
        detail === null ? '' : JSON.stringify(detail),
        partner?.slug ?? '',
        address ?? '',
      ])
    })
    .join('')
}
