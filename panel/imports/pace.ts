const WINDOW_MS = 15_000
/** Before that nobody can tell. */
const ENOUGH_MS = 2_000

/** How long what is left will take, in seconds, by what went through in the last moments; undefined when that says nothing. */
export function createPace() {
  const samples: { at: number; bytes: number }[] = []

  return function secondsLeft(now: number, sentBytes: number, totalBytes: number): number | undefined {
    // What was lost on the way is sent again: the past says nothing of it.
    while (samples.length > 0 && (samples[0]!.at < now - WINDOW_MS || samples.at(-1)!.bytes > sentBytes))
      samples.shift()
    samples.push({ at: now, bytes: sentBytes })
    const [first] = samples
    const passedMs = now - first!.at
    const sent = sentBytes - first!.bytes
    if (passedMs < ENOUGH_MS || sent <= 0) return undefined
    return Math.ceil(((totalBytes - sentBytes) / sent) * (passedMs / 1000))
  }
}
