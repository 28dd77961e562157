import type { Listening } from '../activity/listening.ts'
import type { PlaceSync } from '../places/place-sync.ts'
import type { createTransport } from '../playback/transport.ts'
import { nextChapterStart, previousChapterStart } from './chapters.ts'
import { createJumpUndo, isFar } from './jump-undo.ts'
import { resumeTime } from './place.ts'
import type { createPlayhead } from './playhead.ts'
import type { createSmartRewind } from './smart-rewind.ts'

/** A place chosen while paused is reported after this long without another. */
const SETTLED_MS = 1500

interface SeekingHost {
  timers: Pick<typeof globalThis, 'setTimeout' | 'clearTimeout'>
  playhead: ReturnType<typeof createPlayhead>
  transport: ReturnType<typeof createTransport>
  rewind: ReturnType<typeof createSmartRewind>
  listening: Listening
  placeSync: PlaceSync
  /** Seconds of the skip buttons. */
  skips: Record<'skipBack' | 'skipForward', { readonly value: number }>
  /** Moves the sound there. */
  put(seconds: number): void
}

/** Moves the playhead by hand: by seconds, chapters, back from a jump, and to another device's place. */
export function createSeeking(host: SeekingHost) {
  const { playhead, transport, rewind, listening, placeSync, skips, put } = host
  const { isPlaying, isFinished } = transport
  const { time, chapters, duration, manifest } = playhead.timeline
  const { setTimeout, clearTimeout } = host.timers
  const jumpUndo = createJumpUndo(host.timers)
  let settling: ReturnType<typeof setTimeout> | undefined
  let isClosed = false

  function moveTo(seconds: number, isJump = isFar(time.value, seconds)) {
    const from = isJump ? playhead.locator() : undefined
    put(seconds)
    placeSync.moved(playhead.locator(), from)
    placeSync.remember()
  }

  /** A place chosen by hand is exact: no rewind follows. */
  function seek(seconds: number, isJump = isFar(time.value, seconds)) {
    // At the end there is nothing to resume.
    if (!manifest.value || (isFinished.value && seconds >= duration.value)) return
    isFinished.value = false
    rewind.forget()
    jumpUndo.record(time.value, seconds, isJump)
    moveTo(seconds, isJump)
    clearTimeout(settling)
    if (!isPlaying.value) settling = setTimeout(report, SETTLED_MS)
  }

  function goToChapter(start: number) {
    seek(start, true)
  }

  function report() {
    clearTimeout(settling)
    settling = undefined
    listening.report()
  }

  return {
    /** Moves without a request of the member. */
    moveTo,
    seek,
    skipBack: skips.skipBack,
    skipForward: skips.skipForward,
    back: () => seek(time.value - skips.skipBack.value),
    forward: () => seek(time.value + skips.skipForward.value),
    previousChapter: () => goToChapter(previousChapterStart(chapters.value, time.value)),
    goToChapter,
    nextChapter() {
      const start = nextChapterStart(chapters.value, time.value)
      if (start !== undefined) goToChapter(start)
    },
    /** The second before a jump, while it can be undone. */
    jumpedFrom: jumpUndo.from,
    undoJump() {
      if (jumpUndo.from.value !== undefined) seek(jumpUndo.from.value)
    },
    /** Another device's place, until the member decides between the two. */
    question: placeSync.question,
    async goThere() {
      const there = await placeSync.go()
      if (!there || isClosed || !manifest.value) return
      isFinished.value = false
      rewind.forget()
      put(resumeTime(manifest.value, there))
      placeSync.arrived()
    },
    stayHere() {
      placeSync.stay()
      listening.report()
    },
    /** Reports a place chosen while paused at once. */
    flush() {
      if (settling !== undefined) report()
    },
    close() {
      isClosed = true
      clearTimeout(settling)
      jumpUndo.close()
    },
  }
}
