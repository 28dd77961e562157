import type { Locator } from '@estante/contract/locator.ts'
import type { ReadonlySignal } from '@preact/signals'
import { type BookMap, idOf } from './book-map.ts'
import { createJumpHistory } from './jump-history.ts'
import type { Navigator } from './navigator.ts'
import { type Position, type Target, targetOf } from './position.ts'

/** Moves to elsewhere in the book, each with a way back to where it began. */
export function createJumps(
  map: ReadonlySignal<BookMap | undefined>,
  position: ReadonlySignal<Position | undefined>,
  navigator: () => Pick<Navigator, 'goTo'> | undefined,
  onArrived: (target: Target) => void,
) {
  const history = createJumpHistory<Target>()

  /** Remembers the page on show as the start of a jump. */
  function leave() {
    const here = position.value
    if (here) history.push({ chapter: here.chapter, at: { progression: here.locator.locations.progression ?? 0 } })
  }

  function goTo(target: Target) {
    leave()
    void arrive(target)
  }

  async function arrive(target: Target) {
    await navigator()?.goTo(target)
    onArrived(target)
  }

  return {
    places: history.places,
    push: history.push,
    turned: history.turned,
    leave,
    goTo,
    /** An entry of the contents: `chapter3.xhtml#part-2`. */
    goToHref(href: string) {
      const chapter = map.value?.chapterOf(href)
      const id = idOf(href)
      if (chapter !== undefined) goTo({ chapter, at: id ? { id } : 'start' })
    },
    goToPlace(locator: Locator) {
      if (map.value) goTo(targetOf(map.value, locator))
    },
    /** Goes back to where the last jump began. */
    goBack() {
      const target = history.pop()
      if (target) void arrive(target)
    },
  }
}
