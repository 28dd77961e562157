import { CALL_ID, type listCalls } from '@estante/contract/panel/log.ts'
import type { Query } from '@estante/contract/route.ts'
import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { firstKeyOf, mintedAt, toKey, toUuid } from '../db/ids.ts'
import type { RequestLogRow } from '../db/tables.ts'
import { PRODUCTION, SANDBOX } from '../environment.ts'
import type { LogPage } from '../http/keyset-pagination.ts'
import { ofTenancy, type Tenancy } from '../tenancy.ts'

const PAGE_CALLS = 50
const TAIL_CALLS = 200
/** Rows that one answer scans for matches; errors are rarer, so more are scanned. */
const SCANNED_ROWS = 20_000
const SCANNED_ROWS_REFUSED = 10_000
/** The least number of rows for each of many partners: more than a page, so that each answer makes progress. */
const MIN_SCANNED_ROWS = 500
/** A call is written a moment after it ended; its id is of when it began. */
const LATE_MS = 15_000

/** Filters of a partner's calls; `before` and `after` are ids. */
export interface CallFilter extends Tenancy, Omit<Query<typeof listCalls>, 'environment' | 'cursor'> {
  before?: string | undefined
  /** Partners that one answer scans: each gets a share of the rows. */
  among?: number
}

/** A call, and its X-Request-Id. */
export type LoggedRow = Omit<RequestLogRow, 'id'> & { id: string }

/**
 * Reads a page of the log, newest first. Credentials and errors have an index; other filters are applied to a bounded
 * number of rows for each answer, so that no answer takes longer than another, however rare the calls it looks for.
 */
export async function readCalls(db: Pick<Database, 'read'>, filter: CallFilter): Promise<LogPage<LoggedRow>> {
  const size = pageSizeOf(filter)
  const { calls, scannedTo } = await scanCalls(db, filter, size + 1)
  return toPage(calls, size, scannedTo)
}

/**
 * Merges a page of the log of several partners, newest first. It ends where one of them has more, or reached its scan
 * limit.
 */
export async function readCallsOfAll(
  db: Pick<Database, 'read'>,
  tenancies: readonly Tenancy[],
  filter: Omit<CallFilter, keyof Tenancy | 'among'>,
): Promise<LogPage<LoggedRow>> {
  const pages: LogPage<LoggedRow>[] = []
  for (const tenancy of tenancies) {
    pages.push(await readCalls(db, { ...filter, ...tenancy, among: tenancies.length }))
  }
  const end = pages.reduce<string | undefined>(
    (latest, { last }) => (last !== undefined && (latest === undefined || last > latest) ? last : latest),
    undefined,
  )
  const certain = pages
    .flatMap(({ items }) => items)
    .filter(({ id }) => end === undefined || id >= end)
    .sort((one, other) => (one.id < other.id ? 1 : -1))
  return toPage(certain, pageSizeOf(filter), end)
}

function pageSizeOf({ after }: Pick<CallFilter, 'after'>): number {
  return after === undefined ? PAGE_CALLS : TAIL_CALLS
}

/** Makes a page of at most `size` calls. If there are no more, it ends at `end`, where the scan stopped. */
function toPage(calls: LoggedRow[], size: number, end: string | undefined): LogPage<LoggedRow> {
  const items = calls.slice(0, size)
  if (calls.length > size) return { items, last: items.at(-1)?.id, isCutShort: false }
  return { items, last: end, isCutShort: end !== undefined && items.length < size }
}

/** Finds a call of a partner, or of any, in any environment. */
export async function readCall(
  { read }: Pick<Database, 'read'>,
  partnerId: number | undefined,
  id: string,
): Promise<LoggedRow | undefined> {
  if (!CALL_ID.test(id)) return undefined
  const row = await read
    .selectFrom('request_log')
    .selectAll()
    // Without a credential, all of the partner's are named, since they come first in the index.
    .where('partner_id', 'in', partnerId === undefined ? read.selectFrom('partner').select('id') : [partnerId])
    .where('environment', 'in', [PRODUCTION, SANDBOX])
    .where('id', '=', toKey(id))
    .executeTakeFirst()
  return row && { ...row, id }
}

interface ScannedCalls {
  calls: LoggedRow[]
  /** The last row that was scanned; undefined when the page is full or the log has ended. */
  scannedTo: string | undefined
}

async function scanCalls(db: Pick<Database, 'read'>, filter: CallFilter, limit: number): Promise<ScannedCalls> {
  const isRefused = matchesErrorsOnly(filter)
  const share = (isRefused ? SCANNED_ROWS_REFUSED : SCANNED_ROWS) / (filter.among ?? 1)
  const scannedRows = Math.max(MIN_SCANNED_ROWS, Math.floor(share))
  const scanned = indexedCalls(db, filter, isRefused)
  const { outcome, status, code } = filter
  const [method, pattern] = filter.route?.split(' ', 2) ?? []
  const rows = await db.read
    .selectFrom(scanned.limit(scannedRows).as('scanned'))
    .selectAll()
    .$if(method !== undefined, (query) => query.where('method', '=', method ?? '').where('route', '=', pattern ?? ''))
    .$if(status !== undefined, (query) => query.where('status', '=', status ?? 0))
    .$if(outcome === 'ok', (query) => query.where('status', '<', 400))
    .$if(outcome === 'refused', (query) => query.where('status', '<', 500))
    .$if(outcome === 'failed', (query) => query.where('status', '>=', 500))
    .$if(code !== undefined, (query) => query.where('code', '=', code ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  const calls = rows.map((row) => ({ ...row, id: toUuid(row.id) }))
  if (calls.length === limit) return { calls, scannedTo: undefined }
  const last = await scanned
    .clearSelect()
    .select('id')
    .offset(scannedRows - 1)
    .limit(1)
    .executeTakeFirst()
  return { calls, scannedTo: last && toUuid(last.id) }
}

/** Returns the earliest instant of calls that may follow a known one in the log; the epoch without one. */
function earliestOf({ after }: CallFilter): number {
  return after === undefined ? 0 : mintedAt(after) - LATE_MS
}

function matchesErrorsOnly({ outcome, status, code }: CallFilter): boolean {
  return outcome === 'refused' || outcome === 'failed' || code !== undefined || (status ?? 0) >= 400
}

/** Selects by the part of the filter that an index serves: the partner, the credential, the time, and errors only. */
function indexedCalls({ read }: Pick<Database, 'read'>, filter: CallFilter, isRefused: boolean) {
  const { credential, until, before } = filter
  const from = Math.max(filter.from === undefined ? 0 : Date.parse(filter.from), earliestOf(filter))
  // A credential is found by its key alone, which was looked up among the partner's own.
  const ownCredential = read
    .selectFrom('credential')
    .select('id')
    .where('client_id', '=', credential ?? '')
    .where(ofTenancy(filter))
  return (
    read
      .selectFrom('request_log')
      .selectAll()
      .$if(credential !== undefined, (query) => query.where('credential_id', '=', ownCredential))
      .$if(credential === undefined, (query) => query.where(ofTenancy(filter)))
      // As literals, like in the partial indexes: with parameters these would not be used.
      .$if(isRefused, (query) => query.where(sql<boolean>`status >= 400`))
      .$if(from > 0, (query) => query.where('id', '>=', firstKeyOf(from)))
      .$if(until !== undefined, (query) => query.where('id', '<', firstKeyOf(Date.parse(until ?? '') + 1)))
      .$if(before !== undefined, (query) => query.where('id', '<', toKey(before ?? '')))
      .orderBy('id', 'desc')
  )
}
