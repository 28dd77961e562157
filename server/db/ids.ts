import { randomUUIDv7 } from 'node:crypto'

export type IdPrefix = 'ptn' | 'mbr' | 'pub' | 'lch' | 'mss' | 'adm' | 'ads' | 'inv' | 'rst' | 'aud'

/** A new identifier: what it names, and a time-ordered UUIDv7 (RFC 9562). */
export function newId(prefix: IdPrefix): string {
  return `${prefix}_${randomUUIDv7()}`
}
