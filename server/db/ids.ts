import { createHash, randomUUIDv7 } from 'node:crypto'

type IdPrefix = 'ptn' | 'mbr' | 'pub' | 'lch' | 'mss' | 'adm' | 'ads' | 'inv' | 'rst' | 'aud' | 'imp' | 'imi' | 'imf'

/** Generates an identifier: a prefix and a UUID of `newUuid`. */
export function newId(prefix: IdPrefix): string {
  return `${prefix}_${newUuid()}`
}

/** Values of the twelve-bit counter. */
const COUNTS = 4096
let latestInstant = ''
let count = 0

/**
 * Generates a UUIDv7 that sorts after all that this process generated before, unless the clock was set back: UUIDs of
 * one millisecond are counted (RFC 9562, section 6.2, method 1).
 */
export function newUuid(): string {
  for (;;) {
    const uuid = randomUUIDv7()
    const instant = uuid.slice(0, 13)
    count = instant === latestInstant ? count + 1 : 0
    latestInstant = instant
    if (count < COUNTS) return `${instant}-7${count.toString(16).padStart(3, '0')}${uuid.slice(18)}`
  }
}

/** Converts an identifier to its stored form: its UUID as bytes, without the prefix. Bytes sort like identifiers. */
export function toKey(id: string): Uint8Array {
  return Buffer.from(id.slice(-36).replaceAll('-', ''), 'hex')
}

export function toUuid(key: Uint8Array): string {
  const hex = Buffer.from(key.buffer, key.byteOffset, key.length).toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** Derives a UUID from a text (version 8, RFC 9562). */
export function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** Reads when an identifier was generated, in epoch milliseconds: the first 48 bits of its UUID. */
export function mintedAt(id: string): number {
  const uuid = id.slice(-36)
  return Number.parseInt(uuid.slice(0, 8) + uuid.slice(9, 13), 16)
}

/** Returns a lower bound for the UUIDv7s of an instant, above any of an earlier instant. */
export function firstUuidOf(instant: number): string {
  const hex = hexOf(instant)
  return `${hex.slice(0, 8)}-${hex.slice(8)}`
}

/** Like `firstUuidOf`, for keys. */
export function firstKeyOf(instant: number): Uint8Array {
  return Buffer.from(hexOf(instant), 'hex')
}

function hexOf(instant: number): string {
  return Math.max(0, Math.min(instant, 2 ** 48 - 1))
    .toString(16)
    .padStart(12, '0')
}
