import type { Locator } from '@estante/contract/locator.ts'
import type { Manifest } from '@estante/contract/manifest.ts'
import { chapterLocator } from '../publications/chapter-locator.ts'
import { mapPlace, type Pair, partsOfBook, partsOfSound, startsOfChapters } from './pair-parts.ts'

/** Seconds before its end from which the player starts a recording over. */
const OVER_SECONDS = 0.5

/**
 * Converts a place in an e-book to the audiobook, by the pairs of their chapters, [e-book, audiobook]. Undefined when
 * the e-book was never measured, or goes on after the recording has ended.
 */
export function toSoundPlace(
  book: Manifest,
  sound: Manifest,
  { href, letter = 0 }: { href?: string | undefined; letter?: number | undefined },
  pairs: Pair[],
): Locator | undefined {
  const parts = partsOfBook(book)
  const chapter = book.readingOrder.find((link) => link.href === href) ?? book.readingOrder[0]!
  const [recording] = sound.readingOrder
  if (parts.length === 0 || !recording) return undefined
  const letters = startsOfChapters(book.readingOrder).get(chapter.href)! + letter
  const time = Math.round(mapPlace(parts, partsOfSound(sound), letters, pairs) * 1000) / 1000
  const duration = sound.metadata.duration ?? 0
  if (duration > 0 && time >= duration - OVER_SECONDS) return undefined
  const { type } = recording
  const totalProgression = duration > 0 ? time / duration : 0
  return { href: recording.href, ...(type && { type }), locations: { time, totalProgression } }
}

/** Converts a moment of an audiobook to a place in the e-book. Undefined when the e-book was never measured. */
export function toBookPlace(book: Manifest, sound: Manifest, time: number, pairs: Pair[]): Locator | undefined {
  const parts = partsOfBook(book)
  if (parts.length === 0) return undefined
  const turned = pairs.map(([a, b]): Pair => [b, a])
  const place = mapPlace(partsOfSound(sound), parts, time, turned)
  const starts = [...startsOfChapters(book.readingOrder).values()]
  const hasLetters = (index: number) => book.readingOrder[index]!.properties!.letters! > 0
  const found = starts.findLastIndex((start, index) => start <= place && hasLetters(index))
  const at = Math.max(0, found)
  const letters = book.readingOrder[at]!.properties?.letters || 1
  return chapterLocator(book.readingOrder, at, Math.min(1, Math.max(0, (place - starts[at]!) / letters)))
}
