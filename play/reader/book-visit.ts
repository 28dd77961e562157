import type { Locator } from '@estante/contract/locator.ts'
import type { CurrentPlace } from '@estante/contract/play/places.ts'
import type { ReadonlySignal } from '@preact/signals'
import { now } from '../activity/clock.ts'
import { beforeLeaving, pageHeartbeats } from '../activity/page-heartbeats.ts'
import { createReading } from '../activity/reading.ts'
import { placeSyncOf } from '../places/page-places.ts'
import { isSamePage } from './book-map.ts'
import type { Move, Position } from './navigator/position.ts'

const TICK_MS = 1000

interface VisitHost {
  position: ReadonlySignal<Position | undefined>
  /** A problem that is shown in place of the book. */
  problem: ReadonlySignal<unknown>
  /** A page of the book is visible. */
  onShow(): void
  /** The book leaves the screen, or the page may be about to close. Runs before the rest is reported. */
  onHide(): void
  /** The view is visible again. */
  onReturn(): void
}

/** Creates a visit to a book, from its opening to its closing: counts the member's reading, and keeps their place. */
export function createBookVisit(id: string, { position, problem, onShow, onHide, onReturn }: VisitHost) {
  const placeSync = placeSyncOf(id, isSamePage)
  const reading = createReading(pageHeartbeats(), now, id, placeSync)
  const closing = new AbortController()
  const { signal: closed } = closing
  const ticking = setInterval(reading.tick, TICK_MS)
  const stopReporting = beforeLeaving(hide)
  document.addEventListener('visibilitychange', () => (document.hidden ? hide() : comeBack()), { signal: closed })
  addEventListener('pageshow', comeBack, { signal: closed })

  /** Starts counting, once a page of the book is visible in a visible tab. */
  function show() {
    if (closed.aborted || document.hidden || !position.value || problem.value) return
    reading.show(position.value.chapter, position.value.facing)
    onShow()
  }

  function hide() {
    onHide()
    reading.hide()
  }

  /** Another device may have moved the place meanwhile. */
  function comeBack() {
    show()
    if (document.hidden) return
    void placeSync.refresh()
    onReturn()
  }

  return {
    show,
    /** Stops counting while no page is visible, as during a problem. */
    pause: reading.hide,
    /** The book was opened with this place of the server. Returns the place to show. */
    open(current: CurrentPlace | null): Locator | undefined {
      const here = position.value?.locator
      if (!here) return placeSync.opened(current)
      placeSync.receive(current)
      return here
    },
    receive: placeSync.receive,
    /** Records a new position. `from`: the start of a jump. */
    move({ locator }: Position, move: Move, from: Locator | undefined) {
      if (move === 'sync') placeSync.arrived()
      if (move === 'none' || move === 'sync') return placeSync.setDisplayed(locator)
      placeSync.moved(locator, move === 'jump' ? from : undefined)
      placeSync.remember()
      reading.moved()
    },
    /** Another device's place, until the member decides between the two. */
    question: placeSync.question,
    goThere: placeSync.go,
    stayHere() {
      placeSync.stay()
      reading.report()
    },
    close() {
      hide()
      closing.abort()
      clearInterval(ticking)
      stopReporting()
    },
  }
}
