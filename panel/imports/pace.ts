const WINDOW_MS = 15_000
/** Shorter than this is too little to estimate. */
const ENOUGH_MS = 2_000

/** Estimates the seconds left from the recent speed; undefined when that is unknown. */
export function createPace() {
  const samples: { at: number; bytes: number }[] = []

  return function secondsLeft(now: number, sentBytes: number, totalBytes: number): number | undefined {
    // Data that was lost is sent again: samples from before it no longer tell the speed.
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
