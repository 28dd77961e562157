import { deserialize, serialize } from 'node:v8'

/** Name of the index among a book's files. Its type is never served. */
export const SEARCH_INDEX = 'search.idx'
/** Longer books cannot be searched. The longest novel ever printed has a tenth more. */
export const MAX_INDEXED_LETTERS = 12_000_000

/** Placeholder for the letters of a picture. Never part of a word. */
export const PICTURE_LETTER = '\ufffc'
/** Placeholder for a letter of a reference to a note. Never part of a word. */
export const NOTE_LETTER = '\ufff9'
/** Placeholder for a letter of a reading beside its word (ruby). Never part of a word. */
export const RUBY_LETTER = '\ufffa'

/** The search index of one book. Offsets count letters from the start of the book. */
export interface SearchIndex {
  chapters: IndexedChapter[]
  text: string
  /** Distinct words of the book, folded, sorted by code units. */
  words: string[]
  /** Start of each word of the text, and its index in `words`. */
  starts: Uint32Array
  wordIds: Uint32Array
  /** Ends of paragraphs, and word boundaries that the letters do not show. */
  blocks: Uint32Array
  gaps: Uint32Array
}

interface IndexedChapter {
  href: string
  type?: string
  title?: string
  /** Letters of the book before the chapter. */
  start: number
  letters: number
  positions: number
  /** The letters for which the text has a `NOTE_LETTER`. */
  notes?: string
}

/** A chapter, as input of `writeSearchIndex`. */
export interface ChapterToIndex extends Omit<IndexedChapter, 'start'> {
  text: string
  breaks: { offset: number; isBlock: boolean }[]
}

/**
 * A CJK character is a word by itself; other words are runs of letters, digits and marks. Longer runs are cut: one of
 * millions would overflow the engine's stack.
 */
const CJK = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}'
const WORD = new RegExp(`[${CJK}]|[[\\p{L}\\p{N}\\p{M}]--[${CJK}]]{1,1000}`, 'gv')

/** Normalizes a word for search: without accents, in lower case. */
function fold(word: string): string {
  return word.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}

/** Splits a query into folded words, in order. Words copied from a book may have soft hyphens. */
export function wordsOf(text: string): string[] {
  return [...text.replaceAll('\u00ad', '').matchAll(WORD)].map(([word]) => fold(word)).filter(Boolean)
}

/** Serializes an index, to be stored gzipped. Undefined for a book that is too long. */
export function writeSearchIndex(chapters: ChapterToIndex[]): Buffer | undefined {
  const letters = chapters.reduce((sum, { text }) => sum + text.length, 0)
  if (letters > MAX_INDEXED_LETTERS) return undefined
  const ids = new Map<string, number>()
  const starts: number[] = []
  const found: number[] = []
  const blocks: number[] = []
  const gaps: number[] = []
  let start = 0
  const indexed: IndexedChapter[] = []
  for (const { text, breaks, ...chapter } of chapters) {
    let from = 0
    for (const { offset, isBlock } of [...breaks, { offset: text.length, isBlock: true }]) {
      for (const { 0: word, index } of text.slice(from, offset).matchAll(WORD)) {
        const folded = fold(word)
        if (folded === '') continue
        let id = ids.get(folded)
        id ??= ids.size
        ids.set(folded, id)
        starts.push(start + from + index)
        found.push(id)
      }
      if (isBlock) blocks.push(start + offset)
      else gaps.push(start + offset)
      from = offset
    }
    indexed.push({ ...chapter, start })
    start += text.length
  }
  const words = [...ids.keys()].sort((one, other) => (one < other ? -1 : 1))
  const sorted = new Uint32Array(words.length)
  for (const [index, word] of words.entries()) sorted[ids.get(word)!] = index
  return serialize({
    chapters: indexed,
    text: chapters.map(({ text }) => text).join(''),
    words: words.join('\n'),
    starts: encodeDeltas(starts),
    wordIds: Uint32Array.from(found, (id) => sorted[id]!),
    blocks: encodeDeltas(blocks),
    gaps: encodeDeltas(gaps),
  })
}

export function readSearchIndex(bytes: Buffer): SearchIndex {
  const stored = deserialize(bytes)
  return {
    ...stored,
    words: stored.words.split('\n'),
    starts: decodeDeltas(stored.starts),
    blocks: decodeDeltas(stored.blocks),
    gaps: decodeDeltas(stored.gaps),
  }
}

/** Returns the text of a chapter with the references to its notes. */
export function chapterText({ text }: SearchIndex, { start, letters, notes = '' }: IndexedChapter): string {
  let at = 0
  return text.slice(start, start + letters).replaceAll(NOTE_LETTER, (letter) => notes[at++] ?? letter)
}

/** Delta encoding: small numbers compress well. */
function encodeDeltas(positions: number[]): Uint32Array {
  return Uint32Array.from(positions, (position, index) => position - (positions[index - 1] ?? 0))
}

function decodeDeltas(steps: Uint32Array): Uint32Array {
  const positions = new Uint32Array(steps.length)
  let position = 0
  for (const [index, step] of steps.entries()) positions[index] = position += step
  return positions
}
