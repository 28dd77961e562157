import { sameHash, sign } from '../secrets.ts'
import { ApiError } from './errors.ts'

/** The paged lists. A cursor of one is invalid for the others. */
export type PagedList =
  | 'catalog'
  | 'log'
  | 'calls'
  | 'launches'
  | 'publications'
  | 'facets'
  | 'book-search'
  | 'annotations'
  | 'audit'
  | 'partners'
  | 'titles'
  | 'imports'
  | 'import-items'
  | 'quarantine'
  | 'members'
  | 'usage-members'
  | 'usage-titles'

/** Encodes the last key of a page as an opaque cursor, signed so that clients cannot forge one. */
export function encodeCursor(signingKey: string, list: PagedList, lastKey: string): string {
  const payload = Buffer.from(lastKey).toString('base64url')
  return `${payload}.${sign(signingKey, `cursor:${list}:${payload}`)}`
}

/** Decodes the last key of the page before. Throws `VALIDATION` for a cursor that this list did not sign. */
export function decodeCursor(signingKey: string, list: PagedList, cursor: string): string {
  const [payload, signature, ...rest] = cursor.split('.')
  const isOurs =
    payload && signature && rest.length === 0 && sameHash(signature, sign(signingKey, `cursor:${list}:${payload}`))
  if (!isOurs) {
    throw new ApiError('VALIDATION', [
      'O campo "cursor" não é um nextCursor deste serviço. Recomece a lista sem cursor.',
    ])
  }
  return Buffer.from(payload, 'base64url').toString()
}
