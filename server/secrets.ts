import { createHmac, hash, timingSafeEqual } from 'node:crypto'
import { mintSecret } from './random-pool.ts'

/** Hashes a secret for storage, with SHA-256. */
export function hashSecret(secret: string): Buffer {
  // Half the time of asking for a buffer at once, which Node allocates outside its pool.
  return Buffer.from(hash('sha256', secret, 'base64url'), 'base64url')
}

/** Compares two hashes or signatures in constant time. */
export function sameHash(a: string | Uint8Array, b: string | Uint8Array): boolean {
  const left = Buffer.from(a)
  const right = Buffer.from(b)
  return left.length === right.length && timingSafeEqual(left, right)
}

/** Computes the HMAC-SHA-256 of a text, in base64url. */
export function sign(key: string, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url')
}

/**
 * Mints an opaque token: a prefix, the key of its row, and a secret whose hash the row has. Keys are ascending, so that
 * new tokens touch one page of the index.
 */
export function mintToken(kind: TokenKind, rowId: string): { token: string; hash: Buffer } {
  const secret = mintSecret()
  return { token: `${kind}_${rowId.slice(4)}.${secret}`, hash: hashSecret(secret) }
}

/** Parses a token into the row's key, the secret and its hash. Undefined for another kind of token. */
export function readToken(kind: TokenKind, token: string): { uuid: string; secret: string; hash: Buffer } | undefined {
  const [, tokenKind, uuid, secret] = /^(lt|at|rt|as|iv|pr)_([0-9a-f-]{36})\.([\w-]{43})$/.exec(token) ?? []
  if (tokenKind !== kind || !uuid || !secret) return undefined
  return { uuid, secret, hash: hashSecret(secret) }
}

/** Tokens of members (launch, access, refresh) and of admins (session, invitation, password reset). */
export type TokenKind = 'lt' | 'at' | 'rt' | 'as' | 'iv' | 'pr'
