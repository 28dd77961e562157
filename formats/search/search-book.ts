import { NOTE_LETTER, PICTURE_LETTER, RUBY_LETTER, type SearchIndex, wordsOf } from './search-index.ts'

const MAX_QUERY_WORDS = 8
/** Bounds the words that a fuzzy search compares with the query: some tens of milliseconds. */
const MAX_COMPARISONS = 400_000
/** Context shown before and after a hit, in letters. */
const BEFORE_LETTERS = 120
const AFTER_LETTERS = 180
const FULL_STOP = new RegExp(`[.!?…]["'”’»)\\]${NOTE_LETTER}${RUBY_LETTER}]*\\s+`, 'g')
/** The number of a note after a word, which a passage copied from a book has and its index leaves out. */
const NOTE_NUMBER = /\[\d{1,3}\]|(?<=\p{L}\p{P}{0,2})\d{1,3}(?![\p{L}\p{N}])/gu
const CLOSING_QUOTE = /["”»]\s*$/
const PLACEHOLDERS = new RegExp(`[${PICTURE_LETTER}${NOTE_LETTER}${RUBY_LETTER}]`, 'g')

export interface BookHits {
  /** Whether the hits differ by a letter or two, for lack of exact ones. */
  isFuzzy: boolean
  /** Number of hits in each chapter that has any, by index in the reading order. */
  counts: { chapter: number; hits: number }[]
  /** A page of hits, in the order of the book. */
  hits: BookHit[]
  /** Value of `after` for the next page. */
  next: number | undefined
}

interface BookHit {
  /** Index in the reading order. */
  chapter: number
  /** Letter offset in the chapter, and length in letters. */
  start: number
  length: number
  before: string
  highlight: string
  after: string
}

/**
 * Finds consecutive words in a book; the last may be a prefix, unless a quote closes after it. Without an exact hit,
 * allows one edit (substitution, insertion, deletion or transposition) in words of four letters and two in words of
 * eight.
 */
export function searchBook(
  index: SearchIndex,
  query: string,
  { after = -1, limit }: { after?: number | undefined; limit: number },
): BookHits {
  const written = wordsOf(query).slice(0, MAX_QUERY_WORDS)
  const withoutNotes = wordsOf(query.replaceAll(NOTE_NUMBER, ' ')).slice(0, MAX_QUERY_WORDS)
  const isUnfinished = !CLOSING_QUOTE.test(query)
  const find = (words: string[], isFuzzy: boolean) => {
    if (words.length === 0) return undefined
    const wanted = isFuzzy ? findSimilar(index, words) : findWritten(index, words, isUnfinished)
    const found = collect(index, wanted, words.length, after, limit)
    return found.counts.length > 0 ? { isFuzzy, ...found } : undefined
  }
  const hasNotes = withoutNotes.join(' ') !== written.join(' ')
  return (
    find(written, false) ??
    (hasNotes ? find(withoutNotes, false) : undefined) ??
    find(written, true) ?? { isFuzzy: false, counts: [], hits: [], next: undefined }
  )
}

/** Bit mask for each word of the book: the words of the query that it matches. */
type WordMasks = Uint8Array

function findWritten({ words }: SearchIndex, query: string[], isUnfinished: boolean): WordMasks {
  const wanted = new Uint8Array(words.length)
  for (const [index, word] of query.entries()) {
    const isLast = index === query.length - 1
    for (let id = firstAtLeast(words.length, (at) => words[at]! >= word); id < words.length; id++) {
      if (isLast && isUnfinished && word.length > 1 ? !words[id]!.startsWith(word) : words[id] !== word) break
      wanted[id]! |= 1 << index
    }
  }
  return wanted
}

function findSimilar({ words }: SearchIndex, query: string[]): WordMasks {
  const wanted = new Uint8Array(words.length)
  let left = MAX_COMPARISONS
  for (const [index, word] of query.entries()) {
    const tolerance = word.length < 4 || word.length > MAX_FUZZY_LETTERS ? 0 : word.length < 8 ? 1 : 2
    for (const [id, other] of words.entries()) {
      if (Math.abs(other.length - word.length) > tolerance) continue
      if (other !== word && (tolerance === 0 || left-- <= 0 || !isWithin(word, other, tolerance))) continue
      wanted[id]! |= 1 << index
    }
  }
  return wanted
}

/** Whether the Damerau–Levenshtein distance of two words is within the tolerance. */
export function isWithin(one: string, other: string, tolerance: number): boolean {
  let [earlier, row, next] = rows as [Uint8Array, Uint8Array, Uint8Array]
  for (let j = 0; j <= other.length; j++) row[j] = j
  let rowBest = 0
  for (let i = 1; i <= one.length; i++) {
    next[0] = i
    let best = i
    for (let j = 1; j <= other.length; j++) {
      let cost = row[j - 1]! + (one[i - 1] === other[j - 1] ? 0 : 1)
      if (row[j]! < cost) cost = row[j]! + 1
      if (next[j - 1]! < cost) cost = next[j - 1]! + 1
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      if (isSwapped && earlier[j - 2]! < cost) cost = earlier[j - 2]! + 1
      next[j] = cost
      if (cost < best) best = cost
    }
    // The next row may still transpose from the previous one, at its best plus one.
    if (best > tolerance && rowBest >= tolerance) return false
    rowBest = best
    ;[earlier, row, next] = [row, next, earlier]
  }
  return row[other.length]! <= tolerance
}

/** Longer words of a query match only exactly. */
const MAX_FUZZY_LETTERS = 60
const rows = Array.from({ length: 3 }, () => new Uint8Array(MAX_FUZZY_LETTERS + 3))

function collect(index: SearchIndex, wanted: WordMasks, length: number, after: number, limit: number) {
  const { chapters, starts, wordIds, blocks } = index
  const counts: BookHits['counts'] = []
  const positions: number[] = []
  let next: number | undefined
  let chapter = 0
  let block = 0
  for (let at = 0; at + length <= wordIds.length; at++) {
    let matched = 0
    while (matched < length && wanted[wordIds[at + matched]!]! & (1 << matched)) matched++
    if (matched < length) continue
    while (starts[at]! >= chapters[chapter]!.start + chapters[chapter]!.letters) chapter++
    // Consecutive words must be in one paragraph.
    while (blocks[block]! <= starts[at]!) block++
    if (starts[at + length - 1]! >= blocks[block]!) continue
    const last = counts.at(-1)
    if (last?.chapter === chapter) last.hits++
    else counts.push({ chapter, hits: 1 })
    if (at <= after) continue
    if (positions.length < limit) positions.push(at)
    else next ??= positions.at(-1)
  }
  return { counts, next, hits: positions.map((at) => toHit(index, at, length)) }
}

function toHit(index: SearchIndex, at: number, length: number): BookHit {
  const { chapters, text, starts, words, wordIds, blocks } = index
  const start = starts[at]!
  const lastStart = starts[at + length - 1]!
  const nextStart = starts[at + length] ?? text.length
  // In the text a word may have more letters, by combining marks, than folded: find its end there.
  const end =
    lastStart +
    wordLength(text.slice(lastStart, Math.min(nextStart, lastStart + 4 * words[wordIds[at + length - 1]!]!.length + 8)))
  const found = chapters.findLastIndex((one) => one.start <= start && one.letters > 0)
  const chapter = Math.max(0, found)
  const block = firstAtLeast(blocks.length, (one) => blocks[one]! > start)
  const blockStart = Math.max(blocks[block - 1] ?? 0, chapters[chapter]!.start)
  const blockEnd = Math.max(end, blocks[block] ?? text.length)
  const from = sentenceStart(text, blockStart, start)
  const to = sentenceEnd(text, end, blockEnd)
  return {
    chapter,
    start: start - chapters[chapter]!.start,
    length: end - start,
    before: excerpt(index, from, start).trimStart(),
    highlight: excerpt(index, start, end),
    after: excerpt(index, end, to).trimEnd(),
  }
}

function wordLength(text: string): number {
  return /^[\p{L}\p{N}\p{M}]+/u.exec(text)?.[0].length ?? 1
}

function sentenceStart(text: string, blockStart: number, start: number): number {
  const from = Math.max(blockStart, start - BEFORE_LETTERS)
  const stops = [...text.slice(from, start).matchAll(FULL_STOP)]
  const last = stops.at(-1)
  if (last) return from + last.index + last[0].length
  return from === blockStart ? from : from + Math.max(0, text.slice(from, start).search(/\s/))
}

function sentenceEnd(text: string, end: number, blockEnd: number): number {
  const to = Math.min(blockEnd, end + AFTER_LETTERS)
  const [stop] = text.slice(end, to).matchAll(FULL_STOP)
  if (stop) return end + stop.index + stop[0].trimEnd().length
  return to === blockEnd ? to : end + Math.max(0, text.slice(end, to).search(/\s\S*$/))
}

/**
 * Renders a part of a paragraph: spaces between words, white space collapsed, and pictures, references to notes and
 * ruby removed.
 */
function excerpt({ text, gaps }: SearchIndex, from: number, to: number): string {
  let written = ''
  let at = from
  for (let next = firstAtLeast(gaps.length, (one) => gaps[one]! > from); gaps[next]! < to; next++) {
    written += `${text.slice(at, gaps[next])} `
    at = gaps[next]!
  }
  return (written + text.slice(at, to)).replaceAll(PLACEHOLDERS, '').replace(/\s+/g, ' ')
}

/** Returns the first index for which `isThere`, by binary search: it must hold for all later ones. */
function firstAtLeast(count: number, isThere: (index: number) => boolean): number {
  let low = 0
  let high = count
  while (low < high) {
    const middle = (low + high) >> 1
    if (isThere(middle)) high = middle
    else low = middle + 1
  }
  return low
}
