const voices = new Set<() => void>()

/**
 * Lets one recording at a time play on a page. Calls `silence` when another begins. The caller reports through the
 * returned functions when its own recording begins and when it is removed.
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
