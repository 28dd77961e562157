/**
 * Writes rows of values as the text of a JSON array, each numbered by `ordinal`: many rows are one parameter of a
 * statement of PostgreSQL.
 */
export function toJsonRows(rows: object[]): string {
  return JSON.stringify(
    rows.map((row, ordinal) => {
      const given: Record<string, unknown> = { ordinal }
      for (const [name, value] of Object.entries(row)) given[name] = toJsonValue(value)
      return given
    }),
  )
}

function toJsonValue(value: unknown): unknown {
  if (value instanceof Uint8Array)
    return `\\x${Buffer.from(value.buffer, value.byteOffset, value.length).toString('hex')}`
  // PostgreSQL refuses an unpaired surrogate in JSON. As text, it is sent as U+FFFD, too.
  return typeof value === 'string' ? value.toWellFormed() : value
}
