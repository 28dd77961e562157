import { type ReadonlySignal, signal } from '@preact/signals'

/** After this many pages at the destination of a jump, the way back is no longer offered. */
const SETTLED_AFTER_TURNS = 3

/** Creates the stack of the places that jumps left, latest last, until the member has read on. */
export function createJumpHistory<Place>() {
  const places = signal<readonly Place[]>([])
  /** The places once the present jump has arrived: its chapter may not load. */
  let next: readonly Place[] | undefined
  let turns = 0

  return {
    places: places as ReadonlySignal<readonly Place[]>,
    /** Begins a jump from a place. */
    leave(place: Place) {
      next = [...places.peek(), place]
    },
    /** Begins the way back to the latest place, and returns that. */
    goBack(): Place | undefined {
      next = places.peek().slice(0, -1)
      return places.peek().at(-1)
    },
    arrived() {
      if (!next) return
      places.value = next
      next = undefined
      turns = 0
    },
    /** Counts a page that the member turned. */
    turned() {
      turns += 1
      if (turns >= SETTLED_AFTER_TURNS && places.peek().length > 0) places.value = []
    },
  }
}
