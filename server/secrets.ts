import { createHmac, hash, randomFillSync, timingSafeEqual } from 'node:crypto'

const SECRET_BYTES = 32
// Random bytes cost little each, and much each time they are asked for.
const pool = Buffer.alloc(128 * SECRET_BYTES)
let used = pool.length

/** 256 random bits, base64url. Too many to try, so a fast hash is enough. */
export function mintSecret(): string {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  const from = used
  used += SECRET_BYTES
  const secret = pool.toString('base64url', from, used)
  // Given once, and found nowhere afterwards.
  pool.fill(0, from, used)
  return secret
}

/** The stored form of a secret: SHA-256, base64url. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret, 'base64url')
}

/** Whether two hashes are the same, in a time that does not say where they differ. */
export function sameHash(a: string, b: string): boolean {
  const left = Buffer.from(a)
  const right = Buffer.from(b)
  return left.length === right.length && timingSafeEqual(left, right)
}

/** HMAC-SHA-256 of a text, base64url. */
export function sign(key: string, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url')
}

/**
 * An opaque token: what it is for, the key of its row, and a secret of which the row keeps only the hash.
 * Keys arrive in order, so a batch of new tokens touches one page of the index.
 */
export function mintToken(kind: TokenKind, rowId: string): { token: string; hash: string } {
  const secret = mintSecret()
  return { token: `${kind}_${rowId.slice(4)}.${secret}`, hash: hashSecret(secret) }
}

/** The row's key, the secret and its hash of a token, or undefined when it is not a token of that kind at all. */
export function readToken(kind: TokenKind, token: string): { uuid: string; secret: string; hash: string } | undefined {
  const [, tokenKind, uuid, secret] = /^(lt|at|rt|as|iv|pr)_([0-9a-f-]{36})\.([\w-]{43})$/.exec(token) ?? []
  if (tokenKind !== kind || !uuid || !secret) return undefined
  return { uuid, secret, hash: hashSecret(secret) }
}

/** Launch, access and refresh tokens of members; admin session, invitation and password reset tokens. */
export type TokenKind = 'lt' | 'at' | 'rt' | 'as' | 'iv' | 'pr'
