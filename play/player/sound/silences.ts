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
      const pause = silences.findLastIndex((ms, index) => index % 2 === 0 && ms <= seconds * 1000)
      if (pause < 0) return undefined
      const from = silences[pause]! / 1000 + MARGIN_SECONDS
      const to = silences[pause + 1]! / 1000 - MARGIN_SECONDS
      return seconds >= from && to - seconds >= MIN_SECONDS ? to : undefined
    },
  }
}
