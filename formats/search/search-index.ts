import { deserialize, serialize } from 'node:v8'

/** Where the index lies among a book's files. Its type is none that is served. */
export const SEARCH_INDEX = 'search.idx'
/** A longer book cannot be searched. The longest novel that was ever printed has a tenth more. */
export const MAX_INDEXED_LETTERS = 12_000_000

/** Stands for each letter of a picture. No word has it. */
export const PICTURE_LETTER = '\ufffc'

/** One book, ready to be searched. Places count letters from the start of the book, as locators do in each chapter. */
export interface SearchIndex {
  chapters: IndexedChapter[]
  text: string
  /** Every word of the book once, folded, in the order of their code units. */
  words: string[]
  /** Where each word of the text starts, and which of `words` it is. */
  starts: Uint32Array
  wordIds: Uint32Array
  /** Where a paragraph ends, and where a word ends though no letter says so. */
  blocks: Uint32Array
  gaps: Uint32Array
}

interface IndexedChapter {
  href: string
  type?: string
  title?: string
  /** Letters of the book before it. */
  start: number
  letters: number
  positions: number
}

/** What `writeSearchIndex` needs of a chapter. */
export interface ChapterToIndex extends Omit<IndexedChapter, 'start'> {
  text: string
  breaks: { place: number; isBlock: boolean }[]
}

/** A letter that is a word by itself, or a run of others. */
const CJK = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}'
const WORD = new RegExp(`[${CJK}]|[[\\p{L}\\p{N}\\p{M}]--[${CJK}]]+`, 'gv')

/** A word as it is searched: without accents, in lower case. */
function fold(word: string): string {
  return word.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}

/** The words of a query, folded, in order. */
export function wordsOf(text: string): string[] {
  return [...text.matchAll(WORD)].map(([word]) => fold(word)).filter(Boolean)
}

/** The bytes of an index, which is stored gzipped; undefined for a book that is too long to have one. */
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
    for (const { place, isBlock } of [...breaks, { place: text.length, isBlock: true }]) {
      for (const { 0: word, index } of text.slice(from, place).matchAll(WORD)) {
        const folded = fold(word)
        if (folded === '') continue
        let id = ids.get(folded)
        id ??= ids.size
        ids.set(folded, id)
        starts.push(start + from + index)
        found.push(id)
      }
      if (isBlock) blocks.push(start + place)
      else gaps.push(start + place)
      from = place
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
    starts: toSteps(starts),
    wordIds: Uint32Array.from(found, (id) => sorted[id]!),
    blocks: toSteps(blocks),
    gaps: toSteps(gaps),
  })
}

export function readSearchIndex(bytes: Buffer): SearchIndex {
  const stored = deserialize(bytes)
  return {
    ...stored,
    words: stored.words.split('\n'),
    starts: toPlaces(stored.starts),
    blocks: toPlaces(stored.blocks),
    gaps: toPlaces(stored.gaps),
  }
}

/** Each from the one before: small numbers, which pack well. */
function toSteps(places: number[]): Uint32Array {
  return Uint32Array.from(places, (place, index) => place - (places[index - 1] ?? 0))
}

function toPlaces(steps: Uint32Array): Uint32Array {
  const places = new Uint32Array(steps.length)
  let place = 0
  for (const [index, step] of steps.entries()) places[index] = place += step
  return places
}
