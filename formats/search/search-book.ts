import { PICTURE_LETTER, type SearchIndex, wordsOf } from './search-index.ts'

const MAX_QUERY_WORDS = 8
/** Words of the book that one search compares letter by letter with what was asked: some tens of milliseconds. */
const MAX_COMPARISONS = 400_000
/** How much of a sentence is shown before and after what was found. */
const BEFORE_LETTERS = 120
const AFTER_LETTERS = 180
const FULL_STOP = /[.!?…]["'”’»)\]]*\s+/g

export interface BookHits {
  /** None was there as asked: these have a letter or two of difference. */
  isFuzzy: boolean
  /** How many there are in each chapter that has one, by index in the reading order. */
  counts: { chapter: number; hits: number }[]
  /** A page of them, in the order of the book. */
  hits: BookHit[]
  /** What `after` must be for the next page. */
  next: number | undefined
}

interface BookHit {
  /** Index in the reading order. */
  chapter: number
  /** Letters of the chapter before it, and letters of it. */
  start: number
  length: number
  before: string
  highlight: string
  after: string
}

/**
 * Finds where words follow each other in a book, the last of them perhaps not written to its end. When that is nowhere,
 * a word of four letters may have one that is wrong, missing or too many, or two in each other's place, and one of eight two.
 */
export function searchBook(
  index: SearchIndex,
  query: string,
  { after = -1, limit }: { after?: number | undefined; limit: number },
): BookHits {
  const words = wordsOf(query).slice(0, MAX_QUERY_WORDS)
  const none = { isFuzzy: false, counts: [], hits: [], next: undefined }
  if (words.length === 0) return none
  for (const isFuzzy of [false, true]) {
    const wanted = isFuzzy ? findSimilar(index, words) : findWritten(index, words)
    const found = collect(index, wanted, words.length, after, limit)
    if (found.counts.length > 0) return { isFuzzy, ...found }
  }
  return none
}

/** For each word of the book, as bits, which words of the query it may stand for. */
type WordMasks = Uint8Array

function findWritten({ words }: SearchIndex, query: string[]): WordMasks {
  const wanted = new Uint8Array(words.length)
  for (const [place, word] of query.entries()) {
    const isLast = place === query.length - 1
    for (let id = firstAtLeast(words.length, (at) => words[at]! >= word); id < words.length; id++) {
      if (isLast && word.length > 1 ? !words[id]!.startsWith(word) : words[id] !== word) break
      wanted[id]! |= 1 << place
    }
  }
  return wanted
}

function findSimilar({ words }: SearchIndex, query: string[]): WordMasks {
  const wanted = new Uint8Array(words.length)
  let left = MAX_COMPARISONS
  for (const [place, word] of query.entries()) {
    const tolerance = word.length < 4 || word.length > MAX_FUZZY_LETTERS ? 0 : word.length < 8 ? 1 : 2
    for (const [id, other] of words.entries()) {
      if (Math.abs(other.length - word.length) > tolerance) continue
      if (other !== word && (tolerance === 0 || left-- <= 0 || !isWithin(word, other, tolerance))) continue
      wanted[id]! |= 1 << place
    }
  }
  return wanted
}

/** Whether so many letters put in, taken out, exchanged for another or with the next one make one word the other. */
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
    // Two letters in each other's place are still one more than the row before.
    if (best > tolerance && rowBest >= tolerance) return false
    rowBest = best
    ;[earlier, row, next] = [row, next, earlier]
  }
  return row[other.length]! <= tolerance
}

/** Longer words of a query are compared to nothing. */
const MAX_FUZZY_LETTERS = 60
const rows = Array.from({ length: 3 }, () => new Uint8Array(MAX_FUZZY_LETTERS + 3))

function collect(index: SearchIndex, wanted: WordMasks, length: number, after: number, limit: number) {
  const { chapters, starts, wordIds, blocks } = index
  const counts: BookHits['counts'] = []
  const places: number[] = []
  let next: number | undefined
  let chapter = 0
  let block = 0
  for (let at = 0; at + length <= wordIds.length; at++) {
    let matched = 0
    while (matched < length && wanted[wordIds[at + matched]!]! & (1 << matched)) matched++
    if (matched < length) continue
    while (starts[at]! >= chapters[chapter]!.start + chapters[chapter]!.letters) chapter++
    // Words that follow each other are of one paragraph.
    while (blocks[block]! <= starts[at]!) block++
    if (starts[at + length - 1]! >= blocks[block]!) continue
    const last = counts.at(-1)
    if (last?.chapter === chapter) last.hits++
    else counts.push({ chapter, hits: 1 })
    if (at <= after) continue
    if (places.length < limit) places.push(at)
    else next ??= places.at(-1)
  }
  return { counts, next, hits: places.map((at) => toHit(index, at, length)) }
}

function toHit(index: SearchIndex, at: number, length: number): BookHit {
  const { chapters, text, starts, words, wordIds, blocks } = index
  const start = starts[at]!
  const lastStart = starts[at + length - 1]!
  const nextStart = starts[at + length] ?? text.length
  // A word is written with as many letters as it has and marks of its own: up to where it stops being one.
  const end =
    lastStart +
    wordLength(text.slice(lastStart, Math.min(nextStart, lastStart + 4 * words[wordIds[at + length - 1]!]!.length + 8)))
  const chapter = Math.max(
    0,
    chapters.findLastIndex((one) => one.start <= start && one.letters > 0),
  )
  const block = firstAtLeast(blocks.length, (one) => blocks[one]! > start)
  const blockStart = Math.max(blocks[block - 1] ?? 0, chapters[chapter]!.start)
  const blockEnd = Math.max(end, blocks[block] ?? text.length)
  const from = sentenceStart(text, blockStart, start)
  const to = sentenceEnd(text, end, blockEnd)
  return {
    chapter,
    start: start - chapters[chapter]!.start,
    length: end - start,
    before: shown(index, from, start).trimStart(),
    highlight: shown(index, start, end),
    after: shown(index, end, to).trimEnd(),
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

/** A part of a paragraph as it is shown: words apart, white space as one space, nothing for pictures. */
function shown({ text, gaps }: SearchIndex, from: number, to: number): string {
  let written = ''
  let at = from
  for (let next = firstAtLeast(gaps.length, (one) => gaps[one]! > from); gaps[next]! < to; next++) {
    written += `${text.slice(at, gaps[next])} `
    at = gaps[next]!
  }
  return (written + text.slice(at, to)).replaceAll(PICTURE_LETTER, '').replace(/\s+/g, ' ')
}

/** Binary search: the first index for which `isThere`, which then is so for all that follow. */
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
