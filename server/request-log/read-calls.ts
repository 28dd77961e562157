import type { Outcome } from '@estante/contract/panel/log.ts'
import { sql } from 'kysely'
import { firstUuidOf, instantOf } from '../db/ids.ts'
import type { Database } from '../db/open.ts'
import type { Environment, RequestLogRow } from '../db/tables.ts'

const PAGE_ROWS = 50
const TAIL_ROWS = 200
/** How many calls one answer looks through for those that are asked for; refused ones lie further apart. */
const SCANNED_ROWS = 20_000
const SCANNED_ROWS_REFUSED = 10_000
/** A call is in the log a moment after it ended; its id is of when it began. */
const LATE_MS = 15_000

/** Which calls of a partner; `before` and `after` are ids. */
export interface CallFilter {
  partnerId: string
  environment: Environment
  credential?: string | undefined
  /** `GET /partner/v1/catalog` */
  route?: string | undefined
  outcome?: Outcome | undefined
  status?: number | undefined
  code?: string | undefined
  from?: number | undefined
  until?: number | undefined
  before?: string | undefined
  after?: string | undefined
}

export interface CallPage {
  calls: RequestLogRow[]
  /** Where the next page begins; undefined when this is the last. */
  lastId: string | undefined
  /** Whether it ends there because enough was looked through, not because enough was found. */
  isCutShort: boolean
}

/**
 * A page of the log, newest first. Credentials and errors have an index; what else is asked for is looked for in so many
 * calls at a time, so that no answer takes longer than another, however rare what it looks for.
 */
export async function readCalls(db: Pick<Database, 'read'>, filter: CallFilter): Promise<CallPage> {
  const pageRows = filter.after === undefined ? PAGE_ROWS : TAIL_ROWS
  const isRefused = meansRefused(filter)
  const scannedRows = isRefused ? SCANNED_ROWS_REFUSED : SCANNED_ROWS
  const scanned = scannedCalls(db, filter, isRefused)
  const [method, pattern] = filter.route?.split(' ', 2) ?? []
  const { outcome, status, code } = filter
  const found = await db.read
    .selectFrom(scanned.limit(scannedRows).as('scanned'))
    .selectAll()
    .$if(method !== undefined, (query) => query.where('method', '=', method ?? ''))
    .$if(pattern !== undefined, (query) => query.where('route', '=', pattern ?? ''))
    .$if(outcome === 'ok', (query) => query.where('status', '<', 400))
    .$if(outcome === 'refused', (query) => query.where('status', '<', 500))
    .$if(outcome === 'failed', (query) => query.where('status', '>=', 500))
    .$if(status !== undefined, (query) => query.where('status', '=', status ?? 0))
    .$if(code !== undefined, (query) => query.where('code', '=', code ?? ''))
    .orderBy('id', 'desc')
    .limit(pageRows + 1)
    .execute()
  if (found.length > pageRows) {
    return { calls: found.slice(0, pageRows), lastId: found[pageRows - 1]?.id, isCutShort: false }
  }
  const last = await scanned
    .clearSelect()
    .select('id')
    .offset(scannedRows - 1)
    .limit(1)
    .executeTakeFirst()
  return { calls: found, lastId: last?.id, isCutShort: last !== undefined }
}

/** A call of a partner, whichever its environment. */
export async function readCall(
  { read }: Pick<Database, 'read'>,
  partnerId: string,
  id: string,
): Promise<RequestLogRow | undefined> {
  return read
    .selectFrom('request_log')
    .selectAll()
    .where('partner_id', '=', partnerId)
    .where('environment', 'in', ['production', 'sandbox'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Whether no other than an error can be meant. */
function meansRefused({ outcome, status, code }: CallFilter): boolean {
  return outcome === 'refused' || outcome === 'failed' || code !== undefined || (status ?? 0) >= 400
}

/** What an index finds: the calls of the partner, the credential, the time, and only the errors when no other is meant. */
function scannedCalls({ read }: Pick<Database, 'read'>, filter: CallFilter, isRefused: boolean) {
  const { partnerId, environment, credential, from, until, before, after } = filter
  const first = after === undefined ? undefined : firstUuidOf(instantOf(after) - LATE_MS)
  // The calls of a credential are found by its name alone: of another partner's or environment's there is no name here.
  const ownCredential = read
    .selectFrom('credential')
    .select('client_id')
    .where('client_id', '=', credential ?? '')
    .where('partner_id', '=', partnerId)
    .where('environment', '=', environment)
  return (
    read
      .selectFrom('request_log')
      .selectAll()
      .$if(credential !== undefined, (query) => query.where('client_id', '=', ownCredential))
      .$if(credential === undefined, (query) =>
        query.where('partner_id', '=', partnerId).where('environment', '=', environment),
      )
      // Written as the partial indexes say it: with a parameter in its place they would not be used.
      .$if(isRefused, (query) => query.where(sql<boolean>`status >= 400`))
      .$if(from !== undefined, (query) => query.where('id', '>=', firstUuidOf(from ?? 0)))
      .$if(until !== undefined, (query) => query.where('id', '<', firstUuidOf((until ?? 0) + 1)))
      .$if(first !== undefined, (query) => query.where('id', '>=', first ?? ''))
      .$if(before !== undefined, (query) => query.where('id', '<', before ?? ''))
      .orderBy('id', 'desc')
  )
}
