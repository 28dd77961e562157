/** The part of a pause played at either end: 0.3 s in all, for a natural breath. */
const MARGIN_SECONDS = 0.15
/** Shortest skip: a shorter one would be more audible than useful. */
const MIN_SECONDS = 0.4

/** Creates the list of the pauses of a recording, loaded on first use. */
export function createSilences(read: () => Promise<readonly number[]>) {
  /** The start and end of each, in milliseconds, in order. */
  let silences: readonly number[] = []
  let isRequested = false

  return {
    async load() {
      if (isRequested) return
      isRequested = true
      try {
        silences = await read()
      } catch {
        // Retried with the next title, or when the member turns skipping on again.
        isRequested = false
      }
    },
    /** Returns the second to skip to from a second within a pause; undefined where nothing is skipped. */
    endOf(seconds: number): number | undefined {
      const pause = lastPauseBefore(silences, seconds * 1000)
      if (pause < 0) return undefined
      const from = silences[pause * 2]! / 1000 + MARGIN_SECONDS
      const to = silences[pause * 2 + 1]! / 1000 - MARGIN_SECONDS
      return seconds >= from && to - seconds >= MIN_SECONDS ? to : undefined
    },
  }
}

/** Finds the index of the last pause that begins at `ms` or before, by binary search; -1 for none. */
function lastPauseBefore(silences: readonly number[], ms: number): number {
  let [low, high] = [0, silences.length / 2]
  while (low < high) {
    const middle = (low + high) >> 1
    if (silences[middle * 2]! <= ms) low = middle + 1
    else high = middle
  }
  return low - 1
}
