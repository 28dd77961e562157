import { sameHash, sign } from '../secrets.ts'
import { ApiError } from './errors.ts'

/** What is sent in pages. A cursor of one list is none of another. */
export type PagedList =
  | 'catalog'
  | 'log'
  | 'calls'
  | 'launches'
  | 'publications'
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

/** An opaque place in a list ordered by a key, signed so that nobody can make one: the last key that was sent. */
export function encodeCursor(signingKey: string, list: PagedList, lastKey: string): string {
  const payload = Buffer.from(lastKey).toString('base64url')
  return `${payload}.${sign(signingKey, `cursor:${list}:${payload}`)}`
}

/** The last key that was sent. Throws `VALIDATION` when the cursor is not one that this list gave. */
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
