import type { Link, Manifest } from '@estante/contract/manifest.ts'
import { toSearchText } from '../search-text.ts'

/** A part of a work in one form, as its contents divide it. Letters of an e-book, seconds of an audiobook. */
export interface Part {
  title: string
  start: number
  length: number
}

/** Which part of the one form is which of the other, by index, in order. Parts of one form only are in no pair. */
export type Pair = [one: number, other: number]

/** Comparing every part with every other takes some tens of milliseconds at most. */
const MAX_COMPARISONS = 1_000_000
const SAME_TITLE = 3
const SIMILAR_TITLE = 1.5

/**
 * Pairs the parts of a work in its two forms, in order, so that titles agree and lengths are in proportion. What is before,
 * between or after them in one form only (a cover, a dedication, the words of the publisher) is passed over.
 */
export function pairParts(one: Part[], other: Part[]): Pair[] {
  if (one.length * other.length > MAX_COMPARISONS) return []
  let pairs = align(one, other, sumOf(one) / sumOf(other))
  // What only one form has was in the proportion: now it is known without.
  const rates = pairs.map(([a, b]) => one[a]!.length / other[b]!.length).sort((a, b) => a - b)
  const rate = rates[rates.length >> 1]
  if (rate) pairs = align(one, other, rate)
  return pairs
}

/** Where a place of the one form is in the other. */
export function mapPlace(one: Part[], other: Part[], place: number): number {
  const pairs = pairParts(one, other)
  const at = Math.max(
    0,
    one.findLastIndex(({ start }) => start <= place),
  )
  const pair = pairs.find(([a]) => a === at)
  if (pair) {
    const [from, to] = [one[pair[0]]!, other[pair[1]]!]
    return to.start + Math.min(1, Math.max(0, (place - from.start) / from.length)) * to.length
  }
  const next = pairs.find(([a]) => a > at)
  if (next) return other[next[1]]!.start
  const last = pairs.at(-1)
  if (last) return other[last[1]]!.start + other[last[1]]!.length
  return (place / sumOf(one)) * sumOf(other)
}

/** The sequence of pairs with the highest sum of scores, each part in one at most: https://en.wikipedia.org/wiki/Needleman–Wunsch_algorithm */
function align(one: Part[], other: Part[], rate: number): Pair[] {
  const [keys, otherKeys] = [one, other].map((parts) => parts.map(({ title }) => keyOf(title))) as [string[], string[]]
  const width = other.length + 1
  const best = new Float64Array((one.length + 1) * width)
  const score = (a: number, b: number) =>
    scoreTitles(keys[a]!, otherKeys[b]!) + scoreLengths(one[a]!.length / rate, other[b]!.length)
  for (let a = one.length - 1; a >= 0; a--) {
    for (let b = other.length - 1; b >= 0; b--) {
      const paired = best[(a + 1) * width + b + 1]! + score(a, b)
      best[a * width + b] = Math.max(paired, best[(a + 1) * width + b]!, best[a * width + b + 1]!)
    }
  }
  const pairs: Pair[] = []
  for (let [a, b] = [0, 0]; a < one.length && b < other.length; ) {
    const here = best[a * width + b]!
    if (here === best[(a + 1) * width + b]) a++
    else if (here === best[a * width + b + 1]) b++
    else pairs.push([a++, b++])
  }
  return pairs
}

function scoreTitles(one: string, other: string): number {
  if (one === '' || other === '') return 0
  if (one === other) return SAME_TITLE
  return ` ${one} `.includes(` ${other} `) || ` ${other} `.includes(` ${one} `) ? SIMILAR_TITLE : 0
}

/** One for lengths that agree, nothing for one that is more than double the other. */
function scoreLengths(one: number, other: number): number {
  if (one <= 0 || other <= 0) return 0
  return Math.max(0, 1 - Math.abs(Math.log2(one / other)))
}

/** “Capítulo IV – Um dever” and “4. Um dever” are called the same. */
function keyOf(title: string): string {
  const words = toSearchText(title).split(' ')
  const named = words.filter((word) => !/^(capitulo|cap|chapter|faixa|track)$/.test(word))
  return named
    .map((word) => (/^[ivxlc]+$/.test(word) ? String(romanValue(word)) : word.replace(/^0+(?=\d)/, '')))
    .join(' ')
}

function romanValue(numeral: string): number {
  const values = [...numeral].map((letter) => ({ i: 1, v: 5, x: 10, l: 50, c: 100 })[letter]!)
  return values.reduce((sum, value, at) => sum + (value < (values[at + 1] ?? 0) ? -value : value), 0)
}

function sumOf(parts: Part[]): number {
  const last = parts.at(-1)
  return last ? last.start + last.length : 0
}

/** The parts of an e-book: its chapters, and what its contents lead to inside of them. None when it was never measured. */
export function partsOfBook({ readingOrder, toc }: Manifest): Part[] {
  const starts = startsOfChapters(readingOrder)
  const chapters = readingOrder.map(({ href, title = '' }) => ({ title, start: starts.get(href)! }))
  const entries = flat(toc).flatMap(({ href, title = '', properties }) => {
    const start = starts.get(href.split('#')[0]!)
    return start === undefined ? [] : [{ title, start: start + (properties?.letter ?? 0) }]
  })
  const letters = readingOrder.reduce((sum, { properties }) => sum + (properties?.letters ?? 0), 0)
  return toParts([...entries, ...chapters], letters)
}

/** Letters of the book before each chapter, by its address. */
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

/** The parts of an audiobook. */
export function partsOfSound({ metadata, readingOrder, toc }: Manifest): Part[] {
  const entries = flat(toc).flatMap(({ href, title = '' }) => {
    const start = Number(/#t=([\d.]+)/.exec(href)?.[1] ?? 0)
    return Number.isFinite(start) ? [{ title, start }] : []
  })
  return toParts([...entries, { title: '', start: 0 }], metadata.duration ?? readingOrder[0]?.duration ?? 0)
}

/** Parts that begin at one place are one, called as the innermost entry of the contents there. */
function toParts(entries: { title: string; start: number }[], end: number): Part[] {
  const byStart = new Map<number, string>()
  for (const { title, start } of entries) if (start < end && !byStart.get(start)) byStart.set(start, title)
  const starts = [...byStart].sort(([one], [other]) => one - other)
  return starts.map(([start, title], at) => ({ title, start, length: (starts[at + 1]?.[0] ?? end) - start }))
}

function flat(links: Link[]): Link[] {
  return links.flatMap((link) => [...flat(link.children ?? []), link])
}
