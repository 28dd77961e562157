const voices = new Set<() => void>()

/**
 * Lets one recording at a time play on a page. `silence` is called when another begins. Returns functions to call when
 * this one begins, and when it is removed.
 */
export function joinVoices(silence: () => void) {
  voices.add(silence)
  return {
    begins() {
      for (const other of voices) if (other !== silence) other()
    },
    leave() {
      voices.delete(silence)
    },
  }
}
