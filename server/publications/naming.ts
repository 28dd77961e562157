import { createHash } from 'node:crypto'
import type { PublicationType } from '@estante/contract/partner/catalog.ts'
import { isVisible } from '@estante/contract/text.ts'
import type { CoverText } from '../covers/draw-cover.ts'
import { toSearchText } from '../search-text.ts'

/** Title, author and narrator, as the catalog shows them. */
export interface Naming {
  title: string
  author: string
  narrator: string | null
}

export const UNKNOWN_AUTHOR = 'Autoria desconhecida'

/** Joins the names of people as Portuguese does; invisible ones are left out. */
export function listNames(names: readonly string[]): string {
  return new Intl.ListFormat('pt-BR', { type: 'conjunction' }).format(names.filter(isVisible))
}

/** Returns the key that both forms of a work share. Without an author, a work matches no other. */
export function workKey(publicationId: string, { title, author }: Naming): string {
  return indexable(`${toSearchText(title)}|${author === UNKNOWN_AUTHOR ? publicationId : toSearchText(author)}`)
}

/** PostgreSQL's limit on indexed text is 2,704 bytes. */
const MAX_KEY_BYTES = 2000

/** Returns a text short enough to be indexed: a long one is replaced by its hash. */
export function indexable(key: string): string {
  if (Buffer.byteLength(key) <= MAX_KEY_BYTES) return key
  return `sha256:${createHash('sha256').update(key).digest('hex')}`
}

/** Returns the title and author that a drawn cover shows, without placeholders. */
export function coverTextOf(type: PublicationType, { title, author }: { title: string; author: string }): CoverText {
  return { type, title, author: author === UNKNOWN_AUTHOR ? '' : author }
}
