import type { Link } from '@estante/contract/manifest.ts'
import { guidedOf, type Phrase } from './guided.ts'

/** Returns the second of the whole narration at which each chapter begins. An unknown duration counts as zero. */
export function chapterStarts(readingOrder: readonly Link[]): number[] {
  let seconds = 0
  return readingOrder.map((link) => {
    const start = seconds
    seconds += guidedOf(link)?.duration ?? 0
    return start
  })
}

/** Returns the seconds of a chapter's narration before a phrase. */
export function secondsBefore(phrases: readonly Phrase[], index: number): number {
  return phrases.slice(0, index).reduce((sum, phrase) => sum + lengthOf(phrase), 0)
}

/** Returns the index of the phrase at a second of a chapter's narration; the last one after its end. */
export function phraseAt(phrases: readonly Phrase[], seconds: number): number {
  let end = 0
  const index = phrases.findIndex((phrase) => {
    end += lengthOf(phrase)
    return seconds < end
  })
  return index < 0 ? phrases.length - 1 : index
}

function lengthOf({ start, end }: Phrase) {
  return Number.isFinite(end) ? end - start : 0
}
