/** Whether a write failed because another row has the same value in a unique column. */
export function violatesUnique(error: unknown, column: string): boolean {
  if (!(error instanceof Error)) return false
  if (codeOf(error) === UNIQUE_VIOLATION && 'detail' in error) {
    // An index of a partition has its own name; the detail names the columns in any language, SQL's keywords in quotes:
    // `… (job_id, "position")=(…) …`.
    const [, columns = ''] = /\(([^()]*)\)=\(/.exec(String(error.detail)) ?? []
    return columns.replaceAll('"', '').split(', ').includes(column)
  }
  return /UNIQUE constraint failed/.test(error.message) && error.message.includes(`.${column}`)
}

/** Whether a write failed because a row still references a deleted one. */
export function violatesReference(error: unknown): boolean {
  return codeOf(error) === REFERENCE_VIOLATION || sqliteCodeOf(error) === SQLITE_CONSTRAINT_FOREIGN_KEY
}

/** Thrown in a transaction that found a conflicting write, to run it again. */
export class WriteConflict extends Error {
  override name = 'WriteConflict'
}

const UNIQUE_VIOLATION = '23505'
const REFERENCE_VIOLATION = '23503'
const SQLITE_CONSTRAINT_FOREIGN_KEY = 787
const SERIALIZATION_FAILURE = '40001'
const DEADLOCK = '40P01'
const IN_FAILED_TRANSACTION = '25P02'
const LOCK_NOT_AVAILABLE = '55P03'

/** Whether a transaction failed for a conflict and was rolled back, so that it may run again. */
export function isWriteConflict(error: unknown): boolean {
  return error instanceof WriteConflict || [SERIALIZATION_FAILURE, DEADLOCK].includes(codeOf(error))
}

/** Whether a transaction failed for rows that others change: a conflict, or a lock that took too long. */
export function isOfLockedRows(error: unknown): boolean {
  return isWriteConflict(error) || codeOf(error) === LOCK_NOT_AVAILABLE
}

/** Whether a query was refused because an earlier one of its transaction failed. */
export function isOfFailedTransaction(error: unknown): boolean {
  return codeOf(error) === IN_FAILED_TRANSACTION
}

/**
 * The rows of this database were moved to another, or are still being copied here. The message says so in Portuguese.
 */
export class DatabaseElsewhere extends Error {
  override name = 'DatabaseElsewhere'
}

/**
 * Whether a write was refused by the triggers that `moveDatabase` leaves in a SQLite database that was moved; there are
 * no others.
 */
export function wasMoved(error: unknown): boolean {
  return sqliteCodeOf(error) === SQLITE_CONSTRAINT_TRIGGER
}

const SQLITE_CONSTRAINT_TRIGGER = 1811
const SQLITE_BUSY = 5
const SQLITE_READONLY = 8
const SQLITE_CORRUPT = 11
const SQLITE_CANTOPEN = 14
const SQLITE_NOTADB = 26
const SQLITE_FULL = 13
const SQLITE_IOERR = 10

/** Whether another process is writing to this database of SQLite. */
export function isBusy(error: unknown): boolean {
  return primaryCodeOf(error) === SQLITE_BUSY
}

/** Whether a file is no SQLite database, or a damaged one. */
export function isDamage(error: unknown): boolean {
  return [SQLITE_CORRUPT, SQLITE_NOTADB].includes(primaryCodeOf(error))
}

/** Whether this process may not read and write a file of SQLite, or its folder. */
export function isForbidden(error: unknown): boolean {
  return [SQLITE_CANTOPEN, SQLITE_READONLY].includes(primaryCodeOf(error))
}

/**
 * Classes of SQLSTATE: connection, refused user, missing database, transaction conflict, resources, object state and
 * locks, operator, system.
 */
const PASSING_CLASSES = ['08', '28', '3D', '40', '53', '55', '57', '58']
const READ_ONLY_TRANSACTION = '25006'
const LOST_CONNECTION = /^(?:E(?:CONNREFUSED|CONNRESET|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|NOTFOUND|AI_AGAIN))$/
/** Messages of `pg` that come without a code. */
const LOST_CONNECTION_MESSAGE =
  /^(?:Connection terminated|Query read timeout|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error)/

/** Certificates that Node does not accept, named as in https://nodejs.org/api/tls.html#x509-certificate-error-codes. */
const REFUSED_CERTIFICATE = /CERT|^UNABLE_TO_VERIFY_LEAF_SIGNATURE$|^INVALID_(?:CA|PURPOSE)$/
const NO_TLS = 'The server does not support SSL connections'

/** Whether the certificate of PostgreSQL was refused: of another name, expired, or of an unknown authority. */
export function isUntrusted(error: unknown): boolean {
  return REFUSED_CERTIFICATE.test(codeOf(error))
}

/** Whether PostgreSQL has TLS turned off, and the address asks for it. */
export function lacksTls(error: unknown): boolean {
  return error instanceof Error && error.message === NO_TLS
}

/** Whether the failure is temporary (locked, full, unreachable, moved), so that a later retry may succeed. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnavailable)
  if (error instanceof DatabaseElsewhere || wasMoved(error)) return true
  if ('errcode' in error)
    return [SQLITE_BUSY, SQLITE_READONLY, SQLITE_FULL, SQLITE_IOERR].includes(primaryCodeOf(error))
  const code = codeOf(error)
  if ('severity' in error) return PASSING_CLASSES.includes(code.slice(0, 2)) || code === READ_ONLY_TRANSACTION
  // A socket that is missing, and not a file.
  if (code === 'ENOENT') return 'syscall' in error && error.syscall === 'connect'
  if (isUntrusted(error) || lacksTls(error)) return true
  return LOST_CONNECTION.test(code) || LOST_CONNECTION_MESSAGE.test(error.message)
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

/** Returns SQLite's extended result code; 0 for another error. */
function sqliteCodeOf(error: unknown): number {
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) : 0
}

function primaryCodeOf(error: unknown): number {
  return sqliteCodeOf(error) & 0xff
}
