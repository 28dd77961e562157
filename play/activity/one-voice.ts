const voices = new Set<() => void>()

/**
 * Only one recording sounds on a page. `silence` is called when another begins. Returns what to call when this one begins,
 * and when it is gone.
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
