import type { Preferences } from '@estante/contract/play/preferences.ts'
import { computed, type ReadonlySignal, signal } from '@preact/signals'
import { remember, remembered } from '../../device-memory.ts'
import type { pagePreferences } from '../../preferences/page-preferences.ts'
import type { BookMap } from '../book-map.ts'
import type { Move, Position } from '../navigator/position.ts'
import { type FootMeasure, nextMeasure, toMeasure } from './foot-measure.ts'
import { createPaceMeter, toPages } from './pace-meter.ts'
import { minutesLeft } from './reading-pace.ts'

/** Measures the member's reading pace in a book, and estimates the time left, for the foot of the page. */
export function createBookPace(
  map: ReadonlySignal<BookMap | undefined>,
  position: ReadonlySignal<Position | undefined>,
  preferences: ReturnType<typeof pagePreferences>,
) {
  const meter = createPaceMeter(() => performance.now())
  const pages = signal(toPages(remembered('pace')))
  const measure = signal<FootMeasure>(toMeasure(remembered('foot')))
  /** Minutes; undefined where the book's letters were not counted. */
  const left = computed(() => {
    if (!position.value) return undefined
    const { chapter, locator, entry } = position.value
    const letters = map.value?.lettersLeft(chapter, locator.locations.progression ?? 0, entry)
    return letters && { inEntry: minutesOf(letters.inEntry), inBook: minutesOf(letters.inBook) }
  })
  /** The pages already stored in the preferences. */
  let storedPages = pages.value

  function minutesOf(letters: number) {
    return minutesLeft(letters, pages.value)
  }

  return {
    left,
    minutesOf,
    measure: measure as ReadonlySignal<FootMeasure>,
    changeMeasure() {
      measure.value = nextMeasure(measure.value, left.value !== undefined)
      remember('foot', measure.value)
      preferences.change({ foot: measure.value })
    },
    /** Applies the preferences that another device stored, or erased. */
    restore(stored: Preferences) {
      pages.value = storedPages = toPages(stored.pace)
      measure.value = toMeasure((stored as Record<string, unknown>).foot)
    },
    /** Call it before `position` changes to `next`. */
    moved({ chapter, locator }: Position, move: Move) {
      const at = map.value?.letterAt(chapter, locator.locations.progression ?? 0)
      // Laying a page out again is no move.
      if (!at || (move === 'none' && position.value)) return
      const next = meter.moved({ chapter, ...at }, move === 'turn', pages.value)
      if (next === pages.value) return
      pages.value = next
      remember('pace', next)
    },
    show: meter.show,
    hide() {
      meter.hide()
      if (pages.value !== storedPages) preferences.change({ pace: pages.value })
      storedPages = pages.value
    },
  }
}
