import { createHash } from 'node:crypto'

/** Names a value as it is, so that who changes it can say what they saw. */
export function versionOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 22)
}
