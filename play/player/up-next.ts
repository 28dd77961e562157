import type { Ending } from '@estante/contract/play/queue.ts'
import { computed, signal } from '@preact/signals'
import { autoplayForm, nextTitleOf } from '../ending/next-title.ts'
import type { Playback } from './playback.ts'

const COUNTDOWN_MS = 10_000
const TICK_MS = 250

export interface UpNextDependencies {
  /** Monotonic milliseconds. */
  now(): number
  timers: Pick<typeof globalThis, 'setInterval' | 'clearInterval'>
  /** Whether the member wants the next title to start by itself. */
  isWanted(): boolean
  /** Reads the titles offered at the end of a title; undefined without an answer. */
  readEnding(id: string): Promise<Ending | undefined>
  /** Plays another title in place of the ended one. */
  start(id: string, sleepMinutes: number | undefined): void
}

export type UpNext = ReturnType<typeof createUpNext>

/**
 * Starts the next title ten seconds after an audiobook played to its end, unless the member has turned that off,
 * cancels, goes back into the book, or set a sleep timer to the end of the chapter. A sleep timer with minutes left
 * continues.
 */
export function createUpNext(playback: Pick<Playback, 'id' | 'timerAtEnd'>, dependencies: UpNextDependencies) {
  const { setInterval, clearInterval } = dependencies.timers
  const next = signal<{ id: string; title: string; until: number } | undefined>()
  const now = signal(0)
  let ticking: ReturnType<typeof setInterval> | undefined
  /** Whether the book has ended, and nothing was cancelled since. */
  let isDue = false

  async function begin() {
    if (!dependencies.isWanted() || playback.timerAtEnd() === 'chapter') return
    isDue = true
    const ending = await dependencies.readEnding(playback.id)
    const form = ending && autoplayForm(ending)
    if (!form || !isDue) return
    now.value = dependencies.now()
    next.value = { id: form.id, title: nextTitleOf(ending)!.card.title, until: now.value + COUNTDOWN_MS }
    clearInterval(ticking)
    ticking = setInterval(() => {
      if (!dependencies.isWanted()) return cancel()
      now.value = dependencies.now()
      if (next.value && now.value >= next.value.until) startNow()
    }, TICK_MS)
  }

  function startNow() {
    const timer = playback.timerAtEnd()
    const id = next.value?.id
    cancel()
    if (id) dependencies.start(id, timer === 'chapter' ? undefined : timer)
  }

  function cancel() {
    isDue = false
    clearInterval(ticking)
    next.value = undefined
  }

  return {
    /** The title about to start; undefined when there is none. */
    title: computed(() => next.value?.title),
    secondsLeft: computed(() => (next.value ? Math.max(0, Math.ceil((next.value.until - now.value) / 1000)) : 0)),
    /** Starts the countdown when the book has ended; cancels it when the member goes back into the book. */
    follow: (hasEnded: boolean) => (hasEnded ? begin() : cancel()),
    startNow,
    cancel,
  }
}
