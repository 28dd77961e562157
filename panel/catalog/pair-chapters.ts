import type { ChapterPair, ChapterRange } from '@estante/contract/panel/chapter-pairs.ts'

/**
 * Pairs a chapter of the e-book with a track of the audiobook, or with none. A track that already has a chapter then
 * covers both, and all between them. Removes pairs that would cross the new one, since both forms have the same order,
 * and returns how many.
 */
export function pairChapter(
  pairs: readonly ChapterPair[],
  chapter: number,
  track: number | undefined,
): { pairs: ChapterPair[]; removedCount: number } {
  const current = pairs.find(({ ebook }) => includes(ebook, chapter))
  if (current && track !== undefined && includes(current.audiobook, track)) {
    // Only the first chapter of a pair can make it begin later; the others stay joined to it.
    const first = chapter === current.ebook.first ? track : current.audiobook.first
    const changed = { ...current, audiobook: { ...current.audiobook, first } }
    return { pairs: pairs.map((pair) => (pair === current ? changed : pair)), removedCount: 0 }
  }
  const others = pairs.flatMap((pair) => withoutChapter(pair, chapter))
  if (track === undefined) return { pairs: others, removedCount: 0 }
  let own: ChapterPair = { ebook: rangeOf(chapter), audiobook: rangeOf(track) }
  let removedCount = 0
  const kept: ChapterPair[] = []
  for (const pair of others) {
    if (includes(pair.audiobook, track)) own = join(own, pair)
    else if (pair.ebook.first < chapter === pair.audiobook.first < track) kept.push(pair)
    else removedCount++
  }
  return { pairs: [...kept, own].sort((one, other) => one.ebook.first - other.ebook.first), removedCount }
}

/** Joins a chapter to the pair of the chapter before it. */
export function joinToPrevious(pairs: readonly ChapterPair[], chapter: number) {
  const previous = pairs.find(({ ebook }) => includes(ebook, chapter - 1))
  return pairChapter(pairs, chapter, previous?.audiobook.last)
}

/** Makes a track the last one of a pair. */
export function endAtTrack(pairs: readonly ChapterPair[], pair: ChapterPair, track: number): ChapterPair[] {
  return pairs.map((one) => (one === pair ? { ...pair, audiobook: { ...pair.audiobook, last: track } } : one))
}

/** Returns the indexes of the audiobook's tracks that are in no pair. */
export function unpaired(pairs: readonly ChapterPair[], count: number): number[] {
  const paired = new Set(pairs.flatMap(({ audiobook }) => indexesOf(audiobook)))
  return indexesOf({ first: 0, last: count - 1 }).filter((track) => !paired.has(track))
}

export function isSamePairs(one: readonly ChapterPair[], other: readonly ChapterPair[]): boolean {
  return one.length === other.length && one.every((pair, at) => isSamePair(pair, other[at]!))
}

function indexesOf({ first, last }: ChapterRange): number[] {
  return Array.from({ length: last - first + 1 }, (_, at) => first + at)
}

function includes({ first, last }: ChapterRange, index: number): boolean {
  return first <= index && index <= last
}

/** Removes a chapter from a pair; unless it is the first, also the pair's chapters after it. */
function withoutChapter(pair: ChapterPair, chapter: number): ChapterPair[] {
  const { first, last } = pair.ebook
  if (!includes(pair.ebook, chapter)) return [pair]
  if (chapter > first) return [{ ...pair, ebook: { first, last: chapter - 1 } }]
  return first < last ? [{ ...pair, ebook: { first: first + 1, last } }] : []
}

function join(one: ChapterPair, other: ChapterPair): ChapterPair {
  return { ebook: smallestRange(one.ebook, other.ebook), audiobook: smallestRange(one.audiobook, other.audiobook) }
}

function smallestRange(one: ChapterRange, other: ChapterRange): ChapterRange {
  return { first: Math.min(one.first, other.first), last: Math.max(one.last, other.last) }
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
