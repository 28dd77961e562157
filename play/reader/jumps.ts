import type { Locator } from '@estante/contract/locator.ts'
import { nextTask } from '@estante/design/next-task.ts'
import type { Destination } from '../places/destination.ts'
import { idOf, isSamePage } from './book-map.ts'
import { createJumpHistory } from './jump-history.ts'
import { type Move, type PositionTarget, targetOf } from './navigator/position.ts'
import type { OpenBook } from './open-book.ts'

export type Jumps = ReturnType<typeof createJumps>

/** Moves to elsewhere in the book, each with a way back to where it began. The page, or the element there, gets the focus. */
export function createJumps({ map, position, navigator }: OpenBook, onArrived: (target: PositionTarget) => void) {
  const history = createJumpHistory<PositionTarget>()
  /** The member's own place, when the book was opened at another. */
  let openedFrom: Locator | undefined

  /** Remembers the page on show as the start of a jump. */
  function leave() {
    navigator()?.flushTurn()
    const here = position.value
    if (here) history.leave({ chapter: here.chapter, at: { progression: here.locator.locations.progression ?? 0 } })
  }

  function goTo(target: PositionTarget) {
    leave()
    void arrive(target)
  }

  async function arrive(target: PositionTarget, move?: Move) {
    if (!(await navigator()?.goTo(target, move))) return
    onArrived(target)
    // A sheet that led here returns the focus to its button when it closes.
    await nextTask()
    // Unless the member has opened another one meanwhile.
    if (!document.querySelector('dialog[open]')) navigator()?.focus(target.at)
  }

  return {
    places: history.places,
    turned: history.turned,
    arrived: history.arrived,
    /** The place that a jump begins at. */
    from: () => position.value?.locator ?? openedFrom,
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
    sync(locator: Locator) {
      leave()
      void arrive(targetOf(map.value!, locator), 'sync')
    },
    /** Opens the book at a destination, with a way back to the member's own place. */
    async open({ locator, letter }: Destination, previous: Locator | undefined) {
      openedFrom = previous
      if (previous && !isSamePage(previous, locator)) history.leave(targetOf(map.value!, previous))
      const target = targetOf(map.value!, locator)
      const at = letter === undefined ? target.at : { letter }
      await navigator()?.goTo({ ...target, at })
      navigator()?.focus(at)
    },
    /** Goes back to where the last jump began. */
    goBack() {
      const target = history.goBack()
      if (target) void arrive(target)
    },
  }
}
