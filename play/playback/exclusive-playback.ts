const players = new Set<() => void>()

/**
 * Lets one recording at a time play on a page. Calls `silence` when another begins. The caller reports through the
 * returned functions when its own recording begins and when it is removed.
 */
export function joinExclusivePlayback(silence: () => void) {
  players.add(silence)
  return {
    begins() {
      for (const other of players) if (other !== silence) other()
    },
    leave() {
      players.delete(silence)
    },
  }
}
