/** Kept at either end of a pause: the voice breathes for 0.3 s. */
const KEPT_SECONDS = 0.15
/** Skipping less would be heard more than it saves. */
const LEAST_SECONDS = 0.4

/** The pauses of a recording, read when they are first wanted. */
export function createSilences(read: () => Promise<readonly number[]>) {
  /** The start and end of each, in milliseconds, in order. */
  let silences: readonly number[] = []
  let isAsked = false

  return {
    async load() {
      if (isAsked) return
      isAsked = true
      try {
        silences = await read()
      } catch {
        // Asked again with the next title, or the next choice.
        isAsked = false
      }
    },
    /** Where the sound goes on from a second within a pause; undefined where nothing is to be skipped. */
    endOf(seconds: number): number | undefined {
      const pause = lastPauseBefore(silences, seconds * 1000)
      if (pause < 0) return undefined
      const from = silences[pause * 2]! / 1000 + KEPT_SECONDS
      const to = silences[pause * 2 + 1]! / 1000 - KEPT_SECONDS
      return seconds >= from && to - seconds >= LEAST_SECONDS ? to : undefined
    },
  }
}

/** The number of the last pause that began by then, by binary search; -1 for none. */
function lastPauseBefore(silences: readonly number[], ms: number): number {
  let [low, high] = [0, silences.length / 2]
  while (low < high) {
    const middle = (low + high) >> 1
    if (silences[middle * 2]! <= ms) low = middle + 1
    else high = middle
  }
  return low - 1
}
