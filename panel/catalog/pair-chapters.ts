import type { ChapterPair, ChapterRange } from '@estante/contract/panel/chapter-pairs.ts'

export const WITH_PREVIOUS = 'with-previous'
/** The choice for a chapter: its first track, the tracks of the chapter before it (`WITH_PREVIOUS`), or none. */
export type Choice = number | typeof WITH_PREVIOUS | undefined

/**
 * Pairs a chapter of the e-book with a track of the audiobook, or with none: its pair begins at that track. If the track
 * is in another pair, the two pairs become one, with all chapters between them; only a later track of the pair before
 * divides that pair. Chapters joined to this one go along with it where they cannot stay. Removes pairs that would cross
 * the new one, since both forms have the same order.
 */
export function pairChapter(pairs: readonly ChapterPair[], chapter: number, choice: Choice): ChapterPair[] {
  const track = choice === WITH_PREVIOUS ? pairOf(pairs, chapter - 1)?.audiobook.first : choice
  const current = pairOf(pairs, chapter)
  const others = pairs.filter((pair) => pair !== current)
  if (track === undefined) return current ? sortPairs([...others, ...withoutChapter(current, chapter)]) : [...pairs]
  if (track === current?.audiobook.first) return [...pairs]
  let own: ChapterPair = { ebook: rangeOf(chapter), audiobook: rangeOf(track) }
  if (current) {
    const { ebook, audiobook } = current
    const [before, after] = [
      { first: ebook.first, last: chapter - 1 },
      { first: chapter + 1, last: ebook.last },
    ]
    if (ebook.first < chapter) others.push({ ebook: before, audiobook })
    if (track > audiobook.first) own.ebook.last = ebook.last
    else if (chapter < ebook.last) others.push({ ebook: after, audiobook })
    if (includes(audiobook, track)) own.audiobook.last = audiobook.last
  }
  const result: ChapterPair[] = []
  for (const pair of others) {
    const { first, last } = pair.audiobook
    const isBefore = pair.ebook.first < chapter
    if (!includes(pair.audiobook, track)) {
      if (isBefore === first < track) result.push(pair)
    } else if (isBefore && first < track) {
      result.push({ ...pair, audiobook: { first, last: track - 1 } })
      own = { ...own, audiobook: { first: track, last } }
    } else own = join(own, { ...pair, audiobook: { first: track, last } })
  }
  return sortPairs([...result, own])
}

/** Makes a track the last one of a pair. */
export function endAtTrack(pairs: readonly ChapterPair[], pair: ChapterPair, track: number): ChapterPair[] {
  return pairs.map((one) => (one === pair ? { ...pair, audiobook: { ...pair.audiobook, last: track } } : one))
}

/** Returns the choice for each chapter that is in a pair. */
export function choicesOf(pairs: readonly ChapterPair[]): Map<number, Exclude<Choice, undefined>> {
  const choices = new Map<number, Exclude<Choice, undefined>>()
  for (const { ebook, audiobook } of pairs) {
    for (const chapter of indexesOf(ebook)) {
      choices.set(chapter, chapter === ebook.first ? audiobook.first : WITH_PREVIOUS)
    }
  }
  return choices
}

/** Returns the other chapters whose choice differs after one was made for a chapter. */
export function sideEffects(before: readonly ChapterPair[], after: readonly ChapterPair[], chapter: number) {
  const [old, now] = [choicesOf(before), choicesOf(after)]
  const chapters = [...new Set([...old.keys(), ...now.keys()])]
    .filter((one) => one !== chapter && old.get(one) !== now.get(one))
    .sort((one, other) => one - other)
  return {
    unpaired: rangesOf(chapters.filter((one) => !now.has(one))),
    moved: rangesOf(chapters.filter((one) => now.has(one))),
  }
}

/** Returns the indexes of the audiobook's tracks that are in no pair. */
export function findUnpaired(pairs: readonly ChapterPair[], count: number): number[] {
  const paired = new Set(pairs.flatMap(({ audiobook }) => indexesOf(audiobook)))
  return indexesOf({ first: 0, last: count - 1 }).filter((track) => !paired.has(track))
}

export function isSamePairs(one: readonly ChapterPair[], other: readonly ChapterPair[]): boolean {
  return one.length === other.length && one.every((pair, at) => isSamePair(pair, other[at]!))
}

function pairOf(pairs: readonly ChapterPair[], chapter: number): ChapterPair | undefined {
  return pairs.find(({ ebook }) => includes(ebook, chapter))
}

export function indexesOf({ first, last }: ChapterRange): number[] {
  return Array.from({ length: last - first + 1 }, (_, at) => first + at)
}

function rangesOf(indexes: number[]): ChapterRange[] {
  const ranges: ChapterRange[] = []
  for (const index of indexes) {
    const range = ranges.at(-1)
    if (range?.last === index - 1) range.last = index
    else ranges.push(rangeOf(index))
  }
  return ranges
}

function includes({ first, last }: ChapterRange, index: number): boolean {
  return first <= index && index <= last
}

/** Removes a chapter from a pair; unless it is the first, also the pair's chapters after it. */
function withoutChapter(pair: ChapterPair, chapter: number): ChapterPair[] {
  const { first, last } = pair.ebook
  if (chapter > first) return [{ ...pair, ebook: { first, last: chapter - 1 } }]
  return first < last ? [{ ...pair, ebook: { first: first + 1, last } }] : []
}

function join(one: ChapterPair, other: ChapterPair): ChapterPair {
  return { ebook: smallestRange(one.ebook, other.ebook), audiobook: smallestRange(one.audiobook, other.audiobook) }
}

function smallestRange(one: ChapterRange, other: ChapterRange): ChapterRange {
  return { first: Math.min(one.first, other.first), last: Math.max(one.last, other.last) }
}

function sortPairs(pairs: ChapterPair[]): ChapterPair[] {
  return pairs.sort((one, other) => one.ebook.first - other.ebook.first)
}

function rangeOf(index: number): ChapterRange {
  return { first: index, last: index }
}

function isSamePair(one: ChapterPair, other: ChapterPair): boolean {
  return isSameRange(one.ebook, other.ebook) && isSameRange(one.audiobook, other.audiobook)
}

function isSameRange(one: ChapterRange, other: ChapterRange): boolean {
  return one.first === other.first && one.last === other.last
}
