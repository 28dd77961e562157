/** Whether a write failed because another row already holds this value of a unique column. */
export function violatesUnique(error: unknown, column: string): boolean {
  if (!(error instanceof Error)) return false
  if (codeOf(error) === UNIQUE_VIOLATION && 'detail' in error) {
    // The index of a partition has a name of its own; the columns are named in any language: `… (slug)=(aurora) …`.
    const [, columns = ''] = /\(([^()]*)\)=\(/.exec(String(error.detail)) ?? []
    return columns.split(', ').includes(column)
  }
  return /UNIQUE constraint failed/.test(error.message) && error.message.includes(`.${column}`)
}

/** Whether a write failed because a row that it removes is still named by another. */
export function violatesReference(error: unknown): boolean {
  if (codeOf(error) === REFERENCE_VIOLATION) return true
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_CONSTRAINT_FOREIGN_KEY
}

/** Thrown by a piece of writing that met another in the same rows, and would now see what the other wrote: it is run again. */
export class WriteConflict extends Error {
  override name = 'WriteConflict'
}

const UNIQUE_VIOLATION = '23505'
const REFERENCE_VIOLATION = '23503'
const SQLITE_CONSTRAINT_FOREIGN_KEY = 787
const SERIALIZATION_FAILURE = '40001'
const DEADLOCK = '40P01'
/** A class of SQLSTATE. */
const DATA_EXCEPTION = '22'

/** Whether a piece of writing met another, and nothing of it was kept: running it again is right. */
export function isWriteConflict(error: unknown): boolean {
  return error instanceof WriteConflict || [SERIALIZATION_FAILURE, DEADLOCK].includes(codeOf(error))
}

/** Whether PostgreSQL could not take a value for what it is, in a database of another encoding for example. */
export function isOfValues(error: unknown): boolean {
  return codeOf(error).startsWith(DATA_EXCEPTION)
}

/** The rows of this database now live in another, or are not all here yet; says which, in Portuguese. */
export class DatabaseElsewhere extends Error {
  override name = 'DatabaseElsewhere'
}

/** Whether the write was refused by what `moveDatabase` leaves in a database of SQLite that was moved; nothing else has triggers. */
export function wasMoved(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_CONSTRAINT_TRIGGER
}

const SQLITE_CONSTRAINT_TRIGGER = 1811
const SQLITE_BUSY = 5
const SQLITE_READONLY = 8
const SQLITE_CORRUPT = 11
const SQLITE_NOTADB = 26
const SQLITE_FULL = 13
const SQLITE_IOERR = 10

/** Whether another process is writing to this database of SQLite. */
export function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === SQLITE_BUSY
}

/** Whether a file is no database of SQLite, or a damaged one. */
export function isDamage(error: unknown): boolean {
  return (
    error instanceof Error &&
    'errcode' in error &&
    [SQLITE_CORRUPT, SQLITE_NOTADB].includes(Number(error.errcode) & 0xff)
  )
}

/** Classes of SQLSTATE: connection, transaction conflicts, resources, object state and locks, operator's hand, system. */
const PASSING_CLASSES = ['08', '40', '53', '55', '57', '58']
const READ_ONLY_TRANSACTION = '25006'
const LOST_CONNECTION = /^(?:E(?:CONNREFUSED|CONNRESET|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|NOTFOUND|AI_AGAIN)|ENOENT)$/
/** What `pg` says without a code. */
const LOST_CONNECTION_WORDS =
  /^(?:Connection terminated|Query read timeout|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error)/

/** Whether the database could not do it now (locked, full, gone, moved), and asking again later may work. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnavailable)
  if (error instanceof DatabaseElsewhere || wasMoved(error)) return true
  if ('errcode' in error && typeof error.errcode === 'number') {
    return [SQLITE_BUSY, SQLITE_READONLY, SQLITE_FULL, SQLITE_IOERR].includes(error.errcode & 0xff)
  }
  const code = codeOf(error)
  if ('severity' in error) return PASSING_CLASSES.includes(code.slice(0, 2)) || code === READ_ONLY_TRANSACTION
  return LOST_CONNECTION.test(code) || LOST_CONNECTION_WORDS.test(error.message)
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
