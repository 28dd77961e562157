import { createHash } from 'node:crypto'
import type { PublicationType } from '@estante/contract/partner/catalog.ts'
import type { CoverWords } from '../covers/draw-cover.ts'
import { toSearchText } from '../search-text.ts'

/** What a publication is called and by whom, as the catalog says it. */
export interface Naming {
  title: string
  author: string
  narrator: string | null
}

export const UNKNOWN_AUTHOR = 'Autoria desconhecida'

/** What both forms of a work share. A work without an author is like no other. */
export function workKey(publicationId: string, { title, author }: Naming): string {
  return indexable(`${toSearchText(title)}|${author === UNKNOWN_AUTHOR ? publicationId : toSearchText(author)}`)
}

/** PostgreSQL indexes no text of more than 2,704 bytes. */
const MAX_KEY_BYTES = 2000

/** A text short enough to be indexed: a long one is replaced by its hash. */
export function indexable(key: string): string {
  if (Buffer.byteLength(key) <= MAX_KEY_BYTES) return key
  return `sha256:${createHash('sha256').update(key).digest('hex')}`
}

/** What a cover says where there is no picture: nobody's name is not on it. */
export function wordsOnCover(type: PublicationType, { title, author }: { title: string; author: string }): CoverWords {
  return { type, title, author: author === UNKNOWN_AUTHOR ? '' : author }
}
