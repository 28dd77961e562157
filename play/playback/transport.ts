import { batch, type ReadonlySignal, signal } from '@preact/signals'
import type { OpeningProblem } from '../open-publication.ts'

/** Whether playback of a recording is requested, and why it is silent. */
export function createTransport(sound: HTMLMediaElement) {
  const isPlaying = signal(false)
  const isWaiting = signal(false)
  const isFinished = signal(false)
  const problem = signal<OpeningProblem | undefined>()

  function rest() {
    batch(() => {
      isPlaying.value = false
      isWaiting.value = false
    })
  }

  return {
    /** Playback was requested: the button says `Pausar`. */
    isPlaying: isPlaying as ReadonlySignal<boolean>,
    /** Playback was requested, and the sound is not there yet. */
    isWaiting: isWaiting as ReadonlySignal<boolean>,
    isFinished,
    problem,
    request() {
      batch(() => {
        isPlaying.value = true
        isWaiting.value = true
      })
    },
    /** Asks the element to play: within the gesture, or browsers refuse. */
    start() {
      sound.play().catch((refusal: DOMException) => {
        // `AbortError`: a newer address or a pause interrupted the start. Other failures arrive as the element's
        // `error`.
        if (refusal.name === 'NotAllowedError') rest()
      })
    },
    /** Playback is no longer requested. */
    rest,
    /** The sound is missing. */
    wait() {
      isWaiting.value = isPlaying.value
    },
    /** The sound is there. */
    arrived() {
      isWaiting.value = false
    },
    fail(reason: OpeningProblem) {
      problem.value = reason
      isWaiting.value = false
    },
  }
}
