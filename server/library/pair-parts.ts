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

/** Bounds the comparison of all pairs to some tens of milliseconds. */
const MAX_COMPARISONS = 1_000_000
const SAME_TITLE = 3
const SIMILAR_TITLE = 1.5
/** A narrator is sometimes faster: smaller gains than this leave a part to one form. */
const WORTH_JOINING = 0.1

/**
 * Aligns the parts of a work's two forms in order, by similar titles and proportional lengths. Parts of only one form
 * (a cover, a dedication, the publisher's notice) are skipped; other unpaired parts join a pair beside them.
 */
export function pairParts(one: WorkPart[], other: WorkPart[]): Pair[] {
  if (one.length * other.length > MAX_COMPARISONS) return []
  let aligned = align(one, other, sumOf(one) / sumOf(other))
  // Unpaired parts distorted the first estimate of the proportion: align again without them.
  const rates = aligned.map(([a, b]) => one[a]!.length / other[b]!.length).sort((a, b) => a - b)
  const rate = rates[rates.length >> 1]
  if (rate) aligned = align(one, other, rate)
  return joinNeighbours([one, other], aligned)
}

/** Converts a position in one form to the other. */
export function mapPlace(one: WorkPart[], other: WorkPart[], offset: number, pairs = pairParts(one, other)): number {
  const stretches = pairs.map((pair) => stretchOf([one, other], pair))
  const at = stretches.findLastIndex(([from]) => from.start <= offset)
  const [from, to] = stretches[at] ?? []
  if (from && to && offset < from.end) {
    return to.start + ((offset - from.start) / (from.end - from.start)) * (to.end - to.start)
  }
  const next = stretches[at + 1]
  if (next) return next[1].start
  return to ? to.end : (offset / sumOf(one)) * sumOf(other)
}

interface Span {
  start: number
  end: number
}

/** A pair as spans of letters or seconds. */
type Stretch = [one: Span, other: Span]
type Forms = [one: WorkPart[], other: WorkPart[]]

/**
 * Joins unpaired parts to the pairs beside them where the lengths then match better. Tries the proportion of the pairs,
 * and that of the whole forms, since all tracks may hold several chapters; keeps the result with the most alike pairs.
 */
function joinNeighbours(forms: Forms, aligned: [one: number, other: number][]): Pair[] {
  const unjoined = aligned.map(
    ([a, b]): Pair => [
      { first: a, last: a },
      { first: b, last: b },
    ],
  )
  const rateOfForms = Math.log(sumOf(forms[0]) / sumOf(forms[1]))
  const candidates = [medianRate(forms, unjoined), rateOfForms].map((rate) => {
    const pairs = structuredClone(unjoined)
    for (let at = 0; at <= pairs.length; at++) joinBetween(forms, pairs[at - 1], pairs[at], rate)
    const median = medianRate(forms, pairs)
    return { pairs, misfit: pairs.reduce((sum, pair) => sum + misfitOf(forms, pair, median), 0) }
  })
  return candidates.sort((a, b) => a.misfit - b.misfit)[0]!.pairs
}

/**
 * Joins the parts between two consecutive pairs to them, in the form that gains most: `before` takes the first parts,
 * `after` the last. Parts that fit neither are of one form only.
 */
function joinBetween(forms: Forms, before: Pair | undefined, after: Pair | undefined, rate: number): void {
  const unjoined = (before ? misfitOf(forms, before, rate) : 0) + (after ? misfitOf(forms, after, rate) : 0)
  let best = unjoined - WORTH_JOINING
  let join = () => {}
  for (const [form, parts] of forms.entries()) {
    const [from, to] = [before?.[form], after?.[form]]
    let last = from?.last ?? -1
    let lastMisfit = before ? misfitOf(forms, before, rate) : 0
    for (let edge = last; edge < (to?.first ?? parts.length); edge++) {
      const misfit = before ? misfitOf(forms, before.with(form, { ...from!, last: edge }) as Pair, rate) : 0
      if (before && misfit < lastMisfit) [last, lastMisfit] = [edge, misfit]
      const sum =
        lastMisfit + (after ? misfitOf(forms, after.with(form, { ...to!, first: edge + 1 }) as Pair, rate) : 0)
      if (sum >= best) continue
      best = sum
      const [lastBefore, firstAfter] = [last, edge + 1]
      join = () => {
        if (from) from.last = lastBefore
        if (to) to.first = firstAfter
      }
    }
  }
  join()
}

/** Returns the distance of a pair's proportion from another, both as logarithms. */
function misfitOf(forms: Forms, pair: Pair, rate: number): number {
  return Math.abs(rateOf(forms, pair) - rate)
}

function rateOf(forms: Forms, pair: Pair): number {
  const [one, other] = stretchOf(forms, pair)
  return Math.log((one.end - one.start) / (other.end - other.start))
}

/** Returns the mean of the two middle rates, which is the same whichever form is first. */
function medianRate(forms: Forms, pairs: Pair[]): number {
  const rates = pairs.map((pair) => rateOf(forms, pair)).sort((a, b) => a - b)
  return ((rates[(rates.length - 1) >> 1] ?? 0) + (rates[rates.length >> 1] ?? 0)) / 2
}

function stretchOf([one, other]: Forms, [a, b]: Pair): Stretch {
  return [spanOf(one, a), spanOf(other, b)]
}

function spanOf(parts: WorkPart[], { first, last }: PartRange): Span {
  return { start: parts[first]!.start, end: parts[last]!.start + parts[last]!.length }
}

/**
 * Finds the sequence of pairs with the highest total score, each part in at most one:
 * https://en.wikipedia.org/wiki/Needleman–Wunsch_algorithm
 */
function align(one: WorkPart[], other: WorkPart[], rate: number): [one: number, other: number][] {
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
  const pairs: [number, number][] = []
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

/** 1 for equal lengths, 0 when one is more than twice the other. */
function scoreLengths(one: number, other: number): number {
  if (one <= 0 || other <= 0) return 0
  return Math.max(0, 1 - Math.abs(Math.log2(one / other)))
}

/** Normalizes a title: “Capítulo IV – Um dever” equals “4. Um dever”. */
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

function sumOf(parts: WorkPart[]): number {
  const last = parts.at(-1)
  return last ? last.start + last.length : 0
}

/**
 * The parts of an e-book: its chapters, divided where its contents point into them. None when it was never measured.
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
