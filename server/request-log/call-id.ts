/*
 * The id of a call is its X-Request-Id, a UUIDv7 (https://www.rfc-editor.org/rfc/rfc9562#section-5.7): its first 48 bits
 * are the instant at which the request began, in epoch milliseconds. So the order of ids is the order of time.
 */

/** When a call began. */
export function instantOf(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
}

/** Not after any id of this instant, nor before any of an earlier one. */
export function firstIdOf(instant: number): string {
  const hex = Math.max(0, Math.min(instant, 2 ** 48 - 1))
    .toString(16)
    .padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}`
}
