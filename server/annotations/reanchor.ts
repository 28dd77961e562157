/*
 * Finds the range of an annotation in a text that has changed: another revision of the book, or the same book in
 * another file. Positions are letters of a chapter, which a locator's progression counts
 * (`play/reader/layout/segments.ts`).
 */

/** The stored range of an annotation. `text` is a hint: its quote need not be in the book. */
export interface Anchor {
  href: string
  start: number
  end: number
  /** Progression in the chapter, for a range without a quote. */
  progression?: number | undefined
  /** For an empty range (`start` is `end`), `highlight` is the text that follows. */
  text?: Quote | undefined
}

interface Quote {
  before?: string | undefined
  highlight?: string | undefined
  after?: string | undefined
}

/** A chapter of the present book. */
export interface AnchorChapter {
  href: string
  /** Its letters; read only if the chapter is searched. */
  text: string
}

/** The fraction of a quote's letters that may differ. */
const WRONG_PART = 0.2
/** Letters nearest to an empty range by which it is found when the rest of its quote is gone. */
const NEAREST = 64
/** A shorter quote must match exactly. */
const FUZZY_FROM = 12
/** A shorter quote needs a part of its context as well. */
const COMMON_BELOW = 16
/** From this length on, a quote alone is certain in another chapter. */
const UNIQUE_FROM = 32
/** Letters of context that are compared. */
const CONTEXT = 32
const CONTEXT_PART = 0.3
/** Letters at either end of a long quote that are compared one by one. */
const COMPARED = 200
/** Letters by which the length of a long quote may change. */
const MAX_SLACK = 200
const SEEDS = 12
/** Letters of a range that are compared with its quote at a time. */
const FOLDED = 256
/** Places of a quote, in its own chapter or in all the others, that are compared letter by letter. */
const CANDIDATES = 16

/**
 * Finds the range now. Undefined when it is not found, or not with certainty. Yields after each step, which may take
 * milliseconds, so that the caller can do other work.
 */
export function* reanchor(
  chapters: Iterable<AnchorChapter>,
  anchor: Anchor,
): Generator<void, { href: string; start: number; end: number } | undefined> {
  const all = [...chapters]
  const home = all.find(({ href }) => href === anchor.href)
  if (home && isThere(home.text, anchor)) return { href: home.href, start: anchor.start, end: anchor.end }
  if (!anchor.text?.highlight) {
    if (!home || anchor.progression === undefined) return undefined
    const start = Math.round(anchor.progression * home.text.length)
    return { href: home.href, start, end: Math.min(home.text.length, start + anchor.end - anchor.start) }
  }
  const others = all.filter((chapter) => chapter !== home)
  for (const { quote, edge } of quotesOf(anchor)) {
    if (quote.pattern === '') continue
    const found =
      (home && (yield* findQuote([home], quote, anchor.start))) ?? (yield* findQuote(others, quote, anchor.start, true))
    if (!found) continue
    const { href, start, end } = found
    return edge ? { href, start: found[edge], end: found[edge] } : { href, start, end }
  }
  return undefined
}

/**
 * Returns the quotes by which a range is searched for. For an empty range, whose words are a hint of its place only:
 * also the nearest of them, and the words before it, with the edge of the quote that it is at.
 */
function quotesOf({ start, end, text = {} }: Anchor): { quote: FoldedQuote; edge?: 'start' | 'end' }[] {
  if (start !== end) return [{ quote: foldQuote(text) }]
  const { before, highlight = '' } = text
  const nearest = highlight.slice(0, NEAREST)
  return [
    { quote: foldQuote(text), edge: 'start' },
    { quote: foldQuote({ before, highlight: nearest, after: highlight.slice(NEAREST) }), edge: 'start' },
    { quote: foldQuote({ highlight: before, after: highlight }), edge: 'end' },
  ]
}

/** Whether the letters are unchanged, except for spaces, accents and case. */
function isThere(text: string, { start, end, text: quote }: Anchor): boolean {
  if (!quote?.highlight) return false
  const wanted = fold(quote.highlight).letters
  // For an empty range, as many letters as its quote, with room for spaces and pictures.
  const until = Math.min(text.length, start === end ? start + 2 * quote.highlight.length : end)
  let there = ''
  // Only as far as it is the quote: the range may be a whole chapter.
  for (let at = start; at < until && wanted.startsWith(there); at += FOLDED) {
    there += fold(text.slice(at, Math.min(until, at + FOLDED))).letters
  }
  const isSame = start === end ? there.startsWith(wanted) : there === wanted
  if (!isSame || wanted.length >= COMMON_BELOW) return isSame
  const before = fold(quote.before ?? '').letters.slice(-CONTEXT)
  return before === '' || fold(text.slice(Math.max(0, start - 2 * CONTEXT), start)).letters.endsWith(before.slice(-8))
}

interface FoldedText {
  letters: string
  /** The index of each letter in the text. */
  offsets: Int32Array
}

interface FoldedQuote {
  pattern: string
  before: string
  after: string
}

interface Match {
  href: string
  start: number
  end: number
  errors: number
  /** How much of the context matches, 0 to 1. */
  context: number
}

const foldedChapters = new WeakMap<AnchorChapter, FoldedText>()

/** Normalizes the text of a chapter, once for all the annotations that are searched in it. */
function foldChapter(chapter: AnchorChapter): FoldedText {
  const folded = foldedChapters.get(chapter) ?? fold(chapter.text)
  foldedChapters.set(chapter, folded)
  return folded
}

const folds = new Map<string, string>()

/** Normalizes a text: without spaces, accents, ruby and pictures, lower case, one kind of dash and quotation mark. */
function fold(text: string): FoldedText {
  const offsets = new Int32Array(text.length * 2)
  let letters = ''
  let count = 0
  for (let index = 0; index < text.length; index++) {
    const letter = text[index] as string
    let folded = folds.get(letter)
    if (folded === undefined) {
      folded = foldLetter(letter)
      folds.set(letter, folded)
    }
    // A letter becomes two at most: a ligature, or one with two lower-case letters.
    for (const one of folded.slice(0, 2)) {
      letters += one
      offsets[count++] = index
    }
  }
  return { letters, offsets }
}

function foldLetter(letter: string): string {
  if (/[\s\u00ad\ufffa\ufffc\ufeff\u200b-\u200d]/.test(letter)) return ''
  if (/["\u201c-\u201f\u00ab\u00bb]/.test(letter)) return '"'
  if (/['\u2018-\u201b]/.test(letter)) return "'"
  if (/\p{Pd}/u.test(letter)) return '-'
  return letter.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}

function foldQuote({ before = '', highlight = '', after = '' }: Quote): FoldedQuote {
  return {
    pattern: fold(highlight).letters,
    before: fold(before).letters.slice(-CONTEXT),
    after: fold(after).letters.slice(0, CONTEXT),
  }
}

/**
 * Finds the best match of a quote in chapters; of equal ones, the nearest to the stored range. Elsewhere than in the
 * quote's own chapter, a short quote must match exactly and have its context. Yields after each chapter.
 */
function* findQuote(
  chapters: AnchorChapter[],
  quote: FoldedQuote,
  near: number,
  isElsewhere = false,
): Generator<void, Match | undefined> {
  const { pattern } = quote
  const isLong = pattern.length >= (isElsewhere ? UNIQUE_FROM : FUZZY_FROM)
  const leastContext = leastContextOf(quote, isElsewhere)
  let exact: Match | undefined
  for (const chapter of chapters) {
    const matches = findExactly(foldChapter(chapter).letters, pattern).map((range) => toMatch(chapter, range, quote))
    exact = bestOf([...(exact ? [exact] : []), ...matches.filter(({ context }) => context >= leastContext)], near)
    yield
  }
  if (exact || !isLong) return exact

  const candidates: Candidate[] = []
  for (const chapter of chapters) {
    candidates.push(...findCandidates(chapter, pattern, near))
    yield
  }
  // The best of all chapters: to compare a long quote takes longer than to search a chapter for its parts.
  candidates.sort(byVotes)
  const similar: Match[] = []
  for (const { chapter, start } of candidates.slice(0, CANDIDATES)) {
    const range = matchNear(foldChapter(chapter).letters, pattern, start, 2 * slackOf(pattern))
    if (range) similar.push(toMatch(chapter, range, quote))
    yield
  }
  return bestOf(
    similar.filter(({ context }) => context >= leastContext),
    near,
  )
}

/** Returns the part of its context that a short quote needs. */
function leastContextOf({ pattern, before, after }: FoldedQuote, isElsewhere: boolean): number {
  if (isElsewhere && pattern.length < UNIQUE_FROM) return 0.5
  return pattern.length < COMMON_BELOW && (before !== '' || after !== '') ? CONTEXT_PART : 0
}

function findExactly(letters: string, pattern: string): Range[] {
  const found: Range[] = []
  for (let from = letters.indexOf(pattern); from >= 0; from = letters.indexOf(pattern, from + 1)) {
    found.push({ from, to: from + pattern.length, errors: 0 })
  }
  return found
}

/** A range of normalized letters. */
interface Range {
  from: number
  to: number
  errors: number
}

function toMatch(chapter: AnchorChapter, { from, to, errors }: Range, quote: FoldedQuote): Match {
  const { letters, offsets } = foldChapter(chapter)
  return {
    href: chapter.href,
    start: offsets[from] as number,
    end: (offsets[to - 1] as number) + 1,
    errors,
    context: contextAt(letters, from, to, quote),
  }
}

function bestOf(matches: Match[], near: number): Match | undefined {
  return matches.reduce<Match | undefined>((best, one) => (best && !isBetter(one, best, near) ? best : one), undefined)
}

function isBetter(one: Match, other: Match, near: number): boolean {
  if (one.errors !== other.errors) return one.errors < other.errors
  if (Math.abs(one.context - other.context) > 0.1) return one.context > other.context
  return Math.abs(one.start - near) < Math.abs(other.start - near)
}

function contextAt(letters: string, from: number, to: number, { before, after }: FoldedQuote): number {
  const all = before.length + after.length
  if (all === 0) return 0
  let same = 0
  while (same < before.length && letters[from - 1 - same] === before.at(-1 - same)) same++
  let next = 0
  while (next < after.length && letters[to + next] === after[next]) next++
  return (same + next) / all
}

/** A place where some parts of a quote match exactly: as many as its votes. */
interface Candidate {
  chapter: AnchorChapter
  start: number
  votes: number
  /** From the stored range. */
  distance: number
}

function byVotes(one: Candidate, other: Candidate): number {
  return other.votes - one.votes || one.distance - other.distance
}

function findCandidates(chapter: AnchorChapter, pattern: string, near: number): Candidate[] {
  const { letters, offsets } = foldChapter(chapter)
  const length = Math.max(4, Math.min(12, Math.floor(pattern.length / 4)))
  const slack = slackOf(pattern)
  const votes = new Map<number, number>()
  const step = Math.max(1, Math.floor((pattern.length - length) / (SEEDS - 1)))
  for (let offset = 0; offset + length <= pattern.length; offset += step) {
    const seed = pattern.slice(offset, offset + length)
    for (let at = letters.indexOf(seed); at >= 0; at = letters.indexOf(seed, at + 1)) {
      // Votes for starts a few letters apart count together.
      const start = Math.round((at - offset) / slack) * slack
      votes.set(start, (votes.get(start) ?? 0) + 1)
    }
  }
  return [...votes]
    .map(([start, votes]) => ({ chapter, start, votes, distance: Math.abs((offsets[Math.max(0, start)] ?? 0) - near) }))
    .sort(byVotes)
    .slice(0, CANDIDATES)
}

function slackOf(pattern: string): number {
  return Math.min(Math.floor(pattern.length * WRONG_PART), MAX_SLACK)
}

/** Compares the beginning and end of a long quote: exact parts were already found between them. */
function matchNear(letters: string, pattern: string, start: number, slack: number): Range | undefined {
  const isLong = pattern.length > 2 * COMPARED
  const [head, tail] = isLong ? [pattern.slice(0, COMPARED), pattern.slice(-COMPARED)] : [pattern, '']
  const first = align(letters, head, start - slack, start + head.length + slack)
  const last = tail
    ? align(letters, tail, start + pattern.length - tail.length - slack, start + pattern.length + slack)
    : first
  const errors = tail ? first.errors + last.errors : first.errors
  const isFound = errors <= (head.length + tail.length) * WRONG_PART && last.to > first.from
  return isFound ? { from: first.from, to: last.to, errors } : undefined
}

/** Finds the substring with the smallest edit distance to the quote, by Sellers' algorithm. */
function align(letters: string, pattern: string, from: number, to: number) {
  const begin = Math.max(0, from)
  const rows = pattern.length + 1
  let errors = Int32Array.from({ length: rows }, (_, row) => row)
  let starts = new Int32Array(rows).fill(begin)
  let [nextErrors, nextStarts] = [new Int32Array(rows), new Int32Array(rows)]
  let best = { from: begin, to: begin, errors: pattern.length }
  for (let index = begin; index < Math.min(to, letters.length); index++) {
    nextErrors[0] = 0
    nextStarts[0] = index + 1
    for (let row = 1; row < rows; row++) {
      const replaced = errors[row - 1]! + (letters[index] === pattern[row - 1] ? 0 : 1)
      const added = errors[row]! + 1
      const missing = nextErrors[row - 1]! + 1
      const least = Math.min(replaced, added, missing)
      nextErrors[row] = least
      nextStarts[row] = least === replaced ? starts[row - 1]! : least === added ? starts[row]! : nextStarts[row - 1]!
    }
    const last = rows - 1
    if (nextErrors[last]! < best.errors) best = { from: nextStarts[last]!, to: index + 1, errors: nextErrors[last]! }
    ;[errors, nextErrors] = [nextErrors, errors]
    ;[starts, nextStarts] = [nextStarts, starts]
  }
  return best
}
