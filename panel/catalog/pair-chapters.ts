import type { ChapterPair } from '@estante/contract/panel/chapter-pairs.ts'

/**
 * Pairs a chapter of the e-book with one of the audiobook, or with none. Removes pairs that would cross the new one,
 * since both forms have the same order.
 */
export function pairChapters(
  pairs: readonly ChapterPair[],
  ebook: number,
  audiobook: number | undefined,
): { pairs: ChapterPair[]; undone: number } {
  const others = pairs.filter((pair) => pair.ebook !== ebook)
  if (audiobook === undefined) return { pairs: others, undone: 0 }
  const compatible = others.filter((pair) =>
    pair.ebook < ebook ? pair.audiobook < audiobook : pair.audiobook > audiobook,
  )
  const next = [...compatible, { ebook, audiobook }].sort((one, other) => one.ebook - other.ebook)
  return { pairs: next, undone: others.length - compatible.length }
}

/** Returns the indexes of the audiobook's chapters that are in no pair. */
export function unpaired(pairs: readonly ChapterPair[], count: number): number[] {
  const paired = new Set(pairs.map(({ audiobook }) => audiobook))
  return Array.from({ length: count }, (_, index) => index).filter((index) => !paired.has(index))
}

export function isSamePairs(one: readonly ChapterPair[], other: readonly ChapterPair[]): boolean {
  return (
    one.length === other.length &&
    one.every(({ ebook, audiobook }, at) => ebook === other[at]?.ebook && audiobook === other[at]?.audiobook)
  )
}
