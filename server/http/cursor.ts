import { sameHash, sign } from '../secrets.ts'

/** An opaque place in an ordered list, signed so that nobody can make one: the last key that was sent. */
export function encodeCursor(key: string, position: string[]): string {
  const payload = Buffer.from(JSON.stringify(position)).toString('base64url')
  return `${payload}.${sign(key, `cursor:${payload}`)}`
}

/** The place, or undefined when the cursor is not one of ours. */
export function decodeCursor(key: string, cursor: string): string[] | undefined {
  const [payload, signature, ...rest] = cursor.split('.')
  if (!payload || !signature || rest.length > 0) return undefined
  if (!sameHash(signature, sign(key, `cursor:${payload}`))) return undefined
  return JSON.parse(Buffer.from(payload, 'base64url').toString()) as string[]
}
