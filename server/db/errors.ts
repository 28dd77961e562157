/** Whether a write failed because another row already holds this value of a unique column. */
export function violatesUnique(error: unknown, column: string): boolean {
  return (
    error instanceof Error && /UNIQUE constraint failed/.test(error.message) && error.message.includes(`.${column}`)
  )
}

const SQLITE_BUSY = 5
const SQLITE_FULL = 13
const SQLITE_IOERR = 10

/** Whether the database could not do it now (locked, disk full or failing), and asking again later may work. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return false
  return [SQLITE_BUSY, SQLITE_FULL, SQLITE_IOERR].includes(error.errcode & 0xff)
}
