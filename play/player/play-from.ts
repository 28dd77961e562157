import { effect, untracked } from '@preact/signals'
import type { Destination } from '../places/destination.ts'
import type { Playback } from './playback.ts'

/** `timeupdate` fires four times a second: a timer covers the last part of a clip. */
const LAST_SECONDS = 0.5
/** Further from the clip than this, the member has gone elsewhere. */
const SLACK_SECONDS = 1.5

/** Forgets the latest request: the title that it waits for, or the end of its clip. */
let forgetLatest = () => {}

/** Plays an audiobook from a second, once it is open; a clip pauses at its end. */
export function playFrom(playback: Playback, { locator, end, plays = false }: Destination) {
  const start = locator.locations.time ?? 0
  whenReady(playback, () => {
    playback.seek(start)
    if (plays) playback.play()
    if (end !== undefined && end > start) forgetLatest = stopAt(playback, start, end)
  })
}

/** Plays from where the member left it, once the title is open. */
export function playWhenReady(playback: Playback) {
  whenReady(playback, playback.play)
}

function whenReady({ isReady }: Playback, run: () => void) {
  forgetLatest()
  if (isReady.peek()) return run()
  forgetLatest = effect(() => {
    if (isReady.value) untracked(run)
  })
}

/** Pauses at a second, unless the member seeks or pauses before. */
function stopAt(playback: Playback, start: number, end: number) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let hasPlayed = false
  const stop = effect(() => {
    clearTimeout(timer)
    const time = playback.time.value
    const isPlaying = playback.isPlaying.value
    const left = (end - time) / playback.speed.value
    hasPlayed ||= isPlaying
    const isPaused = hasPlayed && !isPlaying && playback.problem.value === undefined
    if (time < start - SLACK_SECONDS || time > end + SLACK_SECONDS || isPaused) forget()
    else if (left <= 0) rest()
    else if (left <= LAST_SECONDS && isPlaying) timer = setTimeout(rest, left * 1000)
  })

  function rest() {
    forget()
    untracked(playback.pause)
  }

  function forget() {
    clearTimeout(timer)
    // Deferred: in the effect's first run `stop` is not assigned yet.
    queueMicrotask(() => stop())
  }

  return forget
}
