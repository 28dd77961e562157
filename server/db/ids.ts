import { randomUUIDv7 } from 'node:crypto'

export type IdPrefix =
  | 'ptn'
  | 'mbr'
  | 'pub'
  | 'lch'
  | 'mss'
  | 'adm'
  | 'ads'
  | 'inv'
  | 'rst'
  | 'aud'
  | 'imp'
  | 'imi'
  | 'imf'

/** A new identifier: what it names, and a time-ordered UUIDv7 (RFC 9562). */
export function newId(prefix: IdPrefix): string {
  return `${prefix}_${randomUUIDv7()}`
}

/** When an identifier was made, in epoch milliseconds: the first 48 bits of its UUID. */
export function instantOf(id: string): number {
  const uuid = id.slice(-36)
  return Number.parseInt(uuid.slice(0, 8) + uuid.slice(9, 13), 16)
}

/** Not after any UUIDv7 of this instant, nor before any of an earlier one. */
export function firstUuidOf(instant: number): string {
  const hex = Math.max(0, Math.min(instant, 2 ** 48 - 1))
    .toString(16)
    .padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}`
}
