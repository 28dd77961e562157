import type { Manifest, Metadata } from '@estante/contract/manifest.ts'
import { toOneLine } from '@estante/contract/shown-text.ts'
import type { Publication } from '../db/tables.ts'
import { toSearchText } from '../search-text.ts'
import { type Naming, workKey } from './naming.ts'
import { versionOf } from './version-of.ts'

/** What a title says of itself, as people read it. */
export interface Words {
  title: string
  subtitle: string | null
  author: string
  narrator: string | null
  description: string | null
  /** BCP 47. */
  language: string
  publisher: string | null
}

export const WORDS = ['title', 'subtitle', 'author', 'narrator', 'description', 'language', 'publisher'] as const

/** What somebody wrote by hand, which stands above what the file says; an empty text says that there is none. */
export type Edits = Partial<Record<(typeof WORDS)[number], string>>

/** What the file says, kept beside what is shown so that a word by hand can be taken back. */
export interface FileWords {
  naming: Naming
  metadata: Metadata
}

/** A title as it is shown, in the columns that say it. */
export function toWordColumns(id: string, { naming, metadata }: FileWords, edits: Edits, manifest: Manifest) {
  const words = wordsOf({ naming, metadata }, edits)
  const { title, author, narrator, language } = words
  return {
    title,
    author,
    narrator,
    language,
    work_key: workKey(id, words),
    search_text: toSearchText(title, author, narrator ?? ''),
    manifest: JSON.stringify({ ...manifest, metadata: edit(metadata, words, edits) }),
    edits: Object.keys(edits).length > 0 ? JSON.stringify(edits) : null,
    file_words: JSON.stringify({ naming, metadata } satisfies FileWords),
  }
}

/** What is shown: what the hand wrote, else what the file says. */
export function wordsOf({ naming, metadata }: FileWords, edits: Edits): Words {
  return {
    title: oneLine(edits.title || naming.title) || '—',
    subtitle: oneLine(edits.subtitle ?? metadata.subtitle) || null,
    author: oneLine(edits.author || naming.author),
    narrator: oneLine(edits.narrator ?? naming.narrator) || null,
    description: (edits.description ?? metadata.description) || null,
    language: edits.language || (metadata.language[0] ?? 'und'),
    publisher: oneLine(edits.publisher ?? metadata.publisher) || null,
  }
}

function oneLine(text: string | null | undefined): string {
  return toOneLine(text ?? '').trim()
}

/** Names the words of a title as they are. */
export function versionOfWords(words: Words): string {
  return versionOf(words)
}

/** What the file of a title says. Where it was never kept apart, nothing was edited: the title says it. */
export function readFileWords(
  row: Pick<Publication, 'file_words' | 'manifest' | 'title' | 'author' | 'narrator'>,
): FileWords {
  if (row.file_words !== null) return JSON.parse(row.file_words) as FileWords
  const { metadata } = JSON.parse(row.manifest) as Manifest
  return { naming: { title: row.title, author: row.author, narrator: row.narrator }, metadata }
}

export function readEdits({ edits }: Pick<Publication, 'edits'>): Edits {
  return edits === null ? {} : (JSON.parse(edits) as Edits)
}

/** The manifest tells the same as the catalog. Names that nobody touched stay a list. */
function edit(metadata: Metadata, words: Words, edits: Edits): Metadata {
  const { subtitle: _, description: __, publisher: ___, narrator, ...rest } = metadata
  return {
    ...rest,
    title: words.title,
    author: edits.author === undefined ? metadata.author : [words.author],
    language: edits.language === undefined ? metadata.language : [words.language],
    ...(words.subtitle !== null && { subtitle: words.subtitle }),
    ...(words.description !== null && { description: words.description }),
    ...(words.publisher !== null && { publisher: words.publisher }),
    ...(edits.narrator === undefined
      ? narrator && { narrator }
      : words.narrator !== null && { narrator: [words.narrator] }),
  }
}
