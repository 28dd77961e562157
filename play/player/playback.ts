import type { Locator } from '@estante/contract/locator.ts'
import { computed, type ReadonlySignal } from '@preact/signals'
import type { OpeningProblem } from '../open-publication.ts'
import { clockTime } from '../places/times.ts'
import { chapterIndexAt } from './chapters.ts'
import type { PlaybackDependencies } from './playback-dependencies.ts'
import { createRemoteSound } from './remote-playback.ts'
import { createSeeking } from './seeking.ts'
import { text } from './text.ts'
import { createTrackedSound } from './tracked-sound.ts'

export type Playback = ReturnType<typeof createPlayback>

/** Plays one audiobook for the member: `tracked-sound.ts` plays and reports it, `seeking.ts` moves in it. */
export function createPlayback(id: string, dependencies: PlaybackDependencies) {
  const { placeSync } = dependencies
  const tracked = createTrackedSound(id, dependencies)
  const { playhead, transport, listening, rewind, sleep, loading, sample, pause } = tracked
  const { manifest, time, chapters, chapter, duration } = playhead.timeline
  const { isWaiting, isFinished, problem } = transport
  /** Once the sound has failed, buttons and lock screens offer to play: it starts by itself only if the network returns. */
  const isPlaying = computed(() => transport.isPlaying.value && (isWaiting.value || problem.value === undefined))
  const isReady = computed(() => manifest.value !== undefined)
  /** Whether it was played to its end on this page. A title finished before opens at its beginning. */
  const hasEnded = computed(() => isFinished.value && time.value > 0 && time.value >= duration.value)
  const { moveTo, flush, close, ...seeking } = createSeeking({
    ...dependencies,
    ...tracked,
    skips: dependencies.listening,
  })
  const closing = new AbortController()
  const remote = createRemoteSound(dependencies.sound, closing.signal)

  /** Call it in the member's gesture: browsers refuse to play otherwise. */
  function play() {
    if (!isReady.value || problem.value === 'gone') return
    transport.request()
    loading.progressed()
    const isOver = isFinished.value || time.value >= duration.value - 0.5
    const from = isOver ? 0 : rewind.resumeFrom(time.value, chapter.value!.start)
    if (isOver || from < time.value) moveTo(from)
    rewind.forget()
    sleep.forgetSoon()
    // Another device may have moved on during the pause.
    void placeSync.refresh()
    // Ask the element within the gesture; a fresh address follows.
    transport.start()
    if (problem.value || loading.hasExpired()) loading.retry()
  }

  /** The page may be about to close. */
  function beforeLeaving() {
    placeSync.remember()
    if (!transport.isPlaying.value) return flush()
    sample()
    listening.report()
  }

  return {
    id,
    publication: tracked.publication,
    ...playhead.timeline,
    speed: tracked.speed,
    isPlaying,
    isWaiting,
    isWaitingLong: tracked.isWaitingLong,
    isFinished: isFinished as ReadonlySignal<boolean>,
    hasEnded,
    /** The time left on the sleep timer when the book ended: minutes, or `chapter` to stay silent. */
    timerAtEnd: sleep.atEnd,
    isReady,
    problem: problem as ReadonlySignal<OpeningProblem | undefined>,
    sleep: {
      ...sleep,
      backToBegin() {
        const began = sleep.takeBegin()
        if (began !== undefined) seeking.seek(began)
      },
    },
    remote,
    /** Whether the engine lets the page amplify the voice of this recording. */
    canBoost: tracked.canBoost,
    open: loading.open,
    retry: loading.retry,
    startOver: tracked.startOver,
    onOnline: loading.onOnline,
    play,
    pause,
    toggle: () => (isPlaying.value ? pause() : play()),
    ...seeking,
    /** Describes a place that was left: its chapter and its second. */
    describe: ({ title, locations: { time = 0 } }: Locator) => ({
      title: title || text.untitledChapter(chapterIndexAt(chapters.value, time) + 1),
      detail: clockTime(time),
    }),
    setSpeed: tracked.setSpeed,
    beforeLeaving,
    /** Stops for good: another title was opened, or the member session ended. */
    close() {
      if (closing.signal.aborted) return
      beforeLeaving()
      closing.abort()
      close()
      tracked.close()
    },
  }
}
