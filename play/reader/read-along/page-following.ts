import { type ReadonlySignal, signal } from '@preact/signals'
import type { Navigator } from '../navigator/navigator.ts'
import type { PositionTarget } from '../navigator/position.ts'

/** After a turn by hand, the page is not turned back for this long, or until `moved` reports the turn. */
const HOLD_MS = 1000

/** Turns the pages with a voice until the member turns away from it. `onTurned`: the voice has turned the page. */
export function createPageFollowing(navigator: Pick<Navigator, 'readOn'>, now: () => number, onTurned: () => void) {
  const isFollowing = signal(true)
  let isTurning = false
  let isClosed = false
  let heldUntil = 0

  return {
    isFollowing: isFollowing as ReadonlySignal<boolean>,
    isTurning: () => isTurning,
    /** Whether the voice may turn the page now. */
    canTurn: () => isFollowing.value && !isTurning && now() >= heldUntil,
    async turn(target: PositionTarget) {
      isTurning = true
      await navigator.readOn(target)
      isTurning = false
      if (!isClosed) onTurned()
    },
    follow() {
      isFollowing.value = true
    },
    /** Follows at once, even after a turn by hand. */
    catchUp() {
      isFollowing.value = true
      heldUntil = 0
    },
    /** The member turned the page: it is not turned back before `moved` reports it. */
    turned() {
      heldUntil = now() + HOLD_MS
    },
    /**
     * The page moved. `isSpoken`: whether the voice is on it, if known. Otherwise the member has moved away: the voice
     * continues and the page stays.
     */
    moved(isSpoken: boolean | undefined) {
      heldUntil = 0
      if (isSpoken !== undefined) isFollowing.value = isSpoken
    },
    close() {
      isClosed = true
    },
  }
}
