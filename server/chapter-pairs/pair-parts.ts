import type { Link, Manifest } from '@estante/contract/manifest.ts'
import { toSearchText } from '../search-text.ts'

/** A part of a work, by its table of contents. In letters of an e-book, seconds of an audiobook. */
export interface WorkPart {
  title: string
  start: number
  length: number
}

/** Consecutive parts of a form, by the indices of the first and the last. */
interface PartRange {
  first: number
  last: number
}

/**
 * The same stretch of a work in its two forms: a track may hold two chapters, and a chapter may be in two tracks. Pairs
 * are in order; parts of only one form are in none.
 */
export type Pair = [one: PartRange, other: PartRange]

/** Bounds the time and the memory of the comparison of all pairs. */
const MAX_COMPARISONS = 1_000_000
/** Bounds the time to join parts: a form may have thousands of short ones beside a long one. */
const MAX_JOINTS = 20 * MAX_COMPARISONS
const SAME_TITLE = 3
const SIMILAR_TITLE = 1.5
/** A narrator is sometimes faster: smaller gains than this leave a part to one form. */
const WORTH_JOINING = 0.1
/** The least length of joined parts, as a share of the length that their counterpart suggests. */
const SHORTEST_JOINT = 0.7

/**
 * Aligns the parts of a work's two forms in order, by similar titles and proportional lengths: a part with one of the
 * other form, or with several that are as long together. Parts of only one form (a cover, a dedication, the publisher's
 * notice) are in no pair.
 */
export function pairParts(one: WorkPart[], other: WorkPart[]): Pair[] {
  if (Math.max(one.length * other.length, one.length ** 2 / 10, other.length ** 2 / 10) > MAX_COMPARISONS) return []
  const forms: Forms = [one, other]
  const titles = scoresOfTitles(forms)
  const pairs = align(forms, titles, sumOf(one) / sumOf(other))
  // Unpaired parts distorted the first estimate of the proportion: align again without them.
  return pairs.length > 0 ? align(forms, titles, medianRate(forms, pairs)) : pairs
}

/** Converts a position in one form to the other. `pairs`: of the parts of both. */
export function mapPlace(one: WorkPart[], other: WorkPart[], offset: number, pairs: Pair[]): number {
  const spanPairs = pairs.map((pair) => spansOf([one, other], pair))
  const at = spanPairs.findLastIndex(([from]) => from.start <= offset)
  const [from, to] = spanPairs[at] ?? []
  if (from && to && offset < from.end) {
    return to.start + ((offset - from.start) / (from.end - from.start)) * (to.end - to.start)
  }
  const next = spanPairs[at + 1]
  if (next) return next[1].start
  return to ? to.end : (offset / sumOf(one)) * sumOf(other)
}

interface Span {
  start: number
  end: number
}

/** A pair as spans of letters or seconds. */
type SpanPair = [one: Span, other: Span]
type Forms<Part = WorkPart> = [one: Part[], other: Part[]]

/** Returns the pairs' median proportion; with the forms in the other order, its inverse. */
function medianRate(forms: Forms, pairs: Pair[]): number {
  const rates = pairs
    .map((pair) => spansOf(forms, pair))
    .map(([one, other]) => Math.log2((one.end - one.start) / (other.end - other.start)))
    .sort((a, b) => a - b)
  return 2 ** ((rates[(rates.length - 1) >> 1]! + rates[rates.length >> 1]!) / 2)
}

function spansOf([one, other]: Forms, [a, b]: Pair): SpanPair {
  return [spanOf(one, a), spanOf(other, b)]
}

function spanOf(parts: WorkPart[], { first, last }: PartRange): Span {
  return { start: parts[first]!.start, end: parts[last]!.start + parts[last]!.length }
}

/**
 * Finds the sequence of pairs with the highest total score, each part in at most one:
 * https://en.wikipedia.org/wiki/Needleman–Wunsch_algorithm, with pairs of one part and several as in
 * https://aclanthology.org/J93-1004. `rate` is the proportion of the two forms.
 */
function align([one, other]: Forms, titles: Float64Array, rate: number): Pair[] {
  const width = other.length + 1
  const best = new Float64Array((one.length + 1) * width)
  const mostJoined = MAX_JOINTS / (one.length * other.length)
  /** The parts of each form that the pair at a cell has; 0 where a part is skipped. */
  const [counts, otherCounts] = [new Uint16Array(best.length), new Uint16Array(best.length)]

  function consider(cell: number, count: number, otherCount: number, score: number) {
    const total = score + best[cell + count * width + otherCount]!
    if (total <= best[cell]!) return
    best[cell] = total
    counts[cell] = count
    otherCounts[cell] = otherCount
  }

  for (let a = one.length - 1; a >= 0; a--) {
    for (let b = other.length - 1; b >= 0; b--) {
      const cell = a * width + b
      best[cell] = Math.max(best[cell + width]!, best[cell + 1]!)
      const expected = other[b]!.length * rate
      let title = titles[a * other.length + b]!
      consider(cell, 1, 1, title + scoreLengths(one[a]!.length, expected))
      // Joins parts of the form in which one is too short, until they are too long.
      const isOneShort = one[a]!.length < expected
      const target = isOneShort ? expected : one[a]!.length / rate
      const parts = isOneShort ? one : other
      const first = isOneShort ? a : b
      const stride = isOneShort ? other.length : 1
      const most = Math.min(mostJoined, parts.length - first)
      for (let count = 2; count <= most; count++) {
        const last = parts[first + count - 1]!
        title = Math.max(title, titles[a * other.length + b + (count - 1) * stride]!)
        const length = last.start + last.length - parts[first]!.start
        if (length < SHORTEST_JOINT * target) continue
        const score = title + scoreLengths(length, target) - WORTH_JOINING
        consider(cell, isOneShort ? count : 1, isOneShort ? 1 : count, score)
        if (length >= target) break
      }
    }
  }
  const pairs: Pair[] = []
  for (let [a, b] = [0, 0]; a < one.length && b < other.length; ) {
    const cell = a * width + b
    const [count, otherCount] = [counts[cell]!, otherCounts[cell]!]
    if (count > 0) {
      pairs.push([
        { first: a, last: a + count - 1 },
        { first: b, last: b + otherCount - 1 },
      ])
      a += count
      b += otherCount
    } else if (best[cell] === best[cell + width]) a++
    else b++
  }
  return pairs
}

/** Scores all pairs of titles: part `b` of the other form at `a * other.length + b`. */
function scoresOfTitles([one, other]: Forms): Float64Array {
  const [keys, otherKeys] = [one, other].map((parts) => parts.map(({ title }) => keyOf(title))) as Forms<string>
  return Float64Array.from(keys.flatMap((key) => otherKeys.map((otherKey) => scoreTitles(key, otherKey))))
}

function scoreTitles(one: string, other: string): number {
  if (one === '' || other === '') return 0
  if (one === other) return SAME_TITLE
  return ` ${one} `.includes(` ${other} `) || ` ${other} `.includes(` ${one} `) ? SIMILAR_TITLE : 0
}

/** Scores two lengths: 1 when equal, 0 when one is more than twice the other. */
function scoreLengths(one: number, other: number): number {
  return one < 2 * other && other < 2 * one ? 1 - Math.abs(Math.log2(one / other)) : 0
}

/** Normalizes a title: “Capítulo IV – Um dever” equals “4. Um dever”. */
function keyOf(title: string): string {
  const words = toSearchText(title).split(' ')
  // The number of a track is not that of a chapter.
  if (/^(faixa|track) \d+$/.test(words.slice(0, 2).join(' '))) words.splice(0, 2)
  const named = words.filter((word) => !/^(capitulo|cap|chapter)$/.test(word))
  return named
    .map((word) => (/^[ivxlc]+$/.test(word) ? String(romanValue(word)) : word.replace(/^0+(?=\d)/, '')))
    .join(' ')
}

function romanValue(numeral: string): number {
  const values = [...numeral].map((letter) => ({ i: 1, v: 5, x: 10, l: 50, c: 100 })[letter]!)
  return values.reduce((sum, value, at) => sum + (value < (values[at + 1] ?? 0) ? -value : value), 0)
}

function sumOf(parts: WorkPart[]): number {
  const last = parts.at(-1)
  return last ? last.start + last.length : 0
}

/**
 * Lists the parts of an e-book: its chapters, divided where its contents point into them. None when it was never
 * measured.
 */
export function partsOfBook({ readingOrder, toc }: Manifest): WorkPart[] {
  const starts = startsOfChapters(readingOrder)
  const chapters = readingOrder.map(({ href, title = '' }) => ({ title, start: starts.get(href)! }))
  const entries = flattenLinks(toc).flatMap(({ href, title = '', properties }) => {
    const start = starts.get(href.split('#')[0]!)
    return start === undefined ? [] : [{ title, start: start + (properties?.letter ?? 0) }]
  })
  const letters = readingOrder.reduce((sum, { properties }) => sum + (properties?.letters ?? 0), 0)
  return toParts([...entries, ...chapters], letters)
}

/** Counts the letters of the book before each chapter, by href. */
export function startsOfChapters(readingOrder: Link[]): Map<string, number> {
  let start = 0
  return new Map(
    readingOrder.map(({ href, properties }) => {
      const before = start
      start += properties?.letters ?? 0
      return [href, before]
    }),
  )
}

/** Returns the parts of an audiobook, in seconds. */
export function partsOfSound({ metadata, readingOrder, toc }: Manifest): WorkPart[] {
  const entries = flattenLinks(toc).flatMap(({ href, title = '' }) => {
    const start = Number(/#t=([\d.]+)/.exec(href)?.[1] ?? 0)
    return Number.isFinite(start) ? [{ title, start }] : []
  })
  return toParts([...entries, { title: '', start: 0 }], metadata.duration ?? readingOrder[0]?.duration ?? 0)
}

/** Merges parts that begin at the same place; the innermost entry of the contents names them. */
function toParts(entries: { title: string; start: number }[], end: number): WorkPart[] {
  const byStart = new Map<number, string>()
  for (const { title, start } of entries) if (start < end && !byStart.get(start)) byStart.set(start, title)
  const starts = [...byStart].sort(([one], [other]) => one - other)
  return starts.map(([start, title], at) => ({ title, start, length: (starts[at + 1]?.[0] ?? end) - start }))
}

function flattenLinks(links: Link[]): Link[] {
  return links.flatMap((link) => [...flattenLinks(link.children ?? []), link])
}
