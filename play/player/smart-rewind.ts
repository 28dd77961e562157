/** Lengths of a pause, and the rewind from each on, so that the listener can follow. */
const steps = [
  { awayMs: 24 * 60 * 60_000, seconds: 30 },
  { awayMs: 60 * 60_000, seconds: 20 },
  { awayMs: 5 * 60_000, seconds: 10 },
  { awayMs: 60_000, seconds: 5 },
  { awayMs: 10_000, seconds: 2 },
]

/** Knows where to resume after a pause, by how long it was. `now`: a monotonic clock in milliseconds. */
export function createSmartRewind(now: () => number) {
  let awayFrom: number | undefined

  return {
    /** Playback paused so many milliseconds ago. */
    paused(agoMs = 0) {
      awayFrom = now() - agoMs
    },
    /** The place was chosen by hand, which is exact. */
    forget() {
      awayFrom = undefined
    },
    resumeFrom: (time: number, chapterStart: number) =>
      awayFrom === undefined ? time : rewindFrom(time, now() - awayFrom, chapterStart),
  }
}

/** Returns the second to resume from after `awayMs`, never before the start of the chapter. */
export function rewindFrom(time: number, awayMs: number, chapterStart: number): number {
  const step = steps.find((candidate) => awayMs >= candidate.awayMs)
  return step ? Math.max(Math.min(chapterStart, time), time - step.seconds) : time
}
