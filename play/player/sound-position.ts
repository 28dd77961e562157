const WITHIN_SECONDS = 0.5
const SEEKS = 3

/**
 * Moves the media element to the place of the playback after each new address. Until it is there, the element's own
 * time means nothing.
 */
export function createSoundPosition(sound: HTMLMediaElement, target: () => number) {
  let isSettled = false
  let seeks = 0

  return {
    get isSettled() {
      return isSettled
    },
    /** The element has a new address, or lost its sound. */
    reset() {
      isSettled = false
      seeks = 0
    },
    /**
     * Seeks if the element is elsewhere; call it again after each seek. `stuck`: the address cannot seek, as without
     * ranges.
     */
    settle(): 'settled' | 'seeking' | 'stuck' {
      isSettled = Math.abs(sound.currentTime - target()) <= WITHIN_SECONDS
      if (isSettled) return 'settled'
      seeks += 1
      if (seeks > SEEKS) return 'stuck'
      sound.currentTime = target()
      return 'seeking'
    },
  }
}
