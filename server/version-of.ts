import { createHash } from 'node:crypto'

/** Hashes a value into a version, for optimistic locking. */
export function versionOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 22)
}
