import { type ReadonlySignal, signal } from '@preact/signals'

/** After this many pages at the destination of a jump, the way back is no longer offered. */
const SETTLED_AFTER_TURNS = 3

/** Creates the stack of the places that jumps left, latest last, until the member has read on. */
export function createJumpHistory<Place>() {
  const places = signal<readonly Place[]>([])
  let turns = 0

  return {
    places: places as ReadonlySignal<readonly Place[]>,
    push(place: Place) {
      turns = 0
      places.value = [...places.peek(), place]
    },
    pop(): Place | undefined {
      const place = places.peek().at(-1)
      places.value = places.peek().slice(0, -1)
      return place
    },
    /** Counts a page that the member turned. */
    turned() {
      turns += 1
      if (turns >= SETTLED_AFTER_TURNS && places.peek().length > 0) places.value = []
    },
  }
}
