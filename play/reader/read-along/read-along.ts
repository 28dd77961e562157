import { computed, type ReadonlySignal, signal } from '@preact/signals'
import { levelOf } from '../../playback/levelling.ts'
import { createLongWait } from '../../playback/long-wait.ts'
import { listening } from '../../preferences/listening-choices.ts'
import { SPEEDS } from '../voice-preferences.ts'
import type { Structure } from './guided.ts'
import { createMediaControls } from './media-controls.ts'
import { type Cue, createNarration, phraseOf } from './narration.ts'
import { createPhraseSound } from './phrase-sound.ts'
import type { ReadAlongBook } from './read-along-book.ts'
import { createReadAlongSleep } from './read-along-sleep.ts'
import { createSpokenPage } from './spoken-page.ts'

export type ReadAlong = ReturnType<typeof createReadAlong>

/**
 * Plays the recording of an e-book with its words: `narration.ts` has the phrases, `phrase-sound.ts` plays them,
 * `spoken-page.ts` shows them.
 */
export function createReadAlong(book: ReadAlongBook) {
  const { navigator, position, preferences, isAtEnd } = book
  const { speed, skips } = preferences
  const hasFailed = signal(false)
  const hasEnded = signal(false)
  const structure = signal<Structure['kind'] | undefined>()
  const loudness = computed(() => book.publication.value?.sound?.loudness)
  const narration = createNarration(book, skips)
  const sound = createPhraseSound({
    ...book,
    speed,
    level: computed(() => (listening.levels.value ? levelOf(loudness.value) : 1)),
    onAdvanced,
    onEnded: advance,
    onRenewed: () => cue && speak(cue),
    onFailed() {
      hasFailed.value = true
    },
  })
  const page = createSpokenPage(book, sound.time)
  const { isPlaying, pause } = sound
  const sleep = createReadAlongSleep()
  const isBeginning = signal(false)
  const isWaiting = computed(() => isBeginning.value || sound.isWaiting.value)
  const longWait = createLongWait(isWaiting, book.now)
  const watching = setInterval(longWait.check, 1000)
  /** Counts calls of `begin`: one that hangs yields to a later one. */
  let begins = 0
  /** The media controls of the system and of a host, from the beginning of the narration to its end. */
  let controls: ReturnType<typeof createMediaControls> | undefined
  let cue: Cue | undefined

  /** Loads the phrases of the visible chapter ahead, for a tap on a sentence or on play. */
  function prepare() {
    const here = position.peek()?.chapter
    if (here !== undefined) void narration.load(here).catch(() => {})
  }

  /** Plays from the visible page, or from the next chapter with audio. */
  async function begin() {
    const here = position.peek()?.chapter
    const letter = navigator.pageStart()?.start ?? 0
    if (here === undefined) return
    const beginning = ++begins
    hasFailed.value = hasEnded.value = false
    isBeginning.value = true
    controls ??= createMediaControls(book, {
      isPlaying,
      isWaiting,
      speed,
      play,
      pause,
      step,
      nextChapter: () => cue && void nextChapter(cue),
      previousChapter: () => cue && speak({ ...cue, index: 0 }),
      seek: (second) => void seek(second),
    })
    const first = await narration.firstAfter(here, letter).catch(() => null)
    if (beginning !== begins) return
    isBeginning.value = false
    if (!controls) return
    if (first === null) hasFailed.value = true
    else if (!first) hasEnded.value = true
    else {
      page.follow()
      speak(first)
    }
  }

  function speak(next: Cue, { isNext = false } = {}) {
    if (!isNext) isAtEnd.value = false
    put(next, isNext)
    if (!isNext || sound.isPaused()) sound.start()
    page.look(phraseOf(next).start)
  }

  function put(next: Cue, isNext: boolean) {
    hasFailed.value = hasEnded.value = false
    cue = next
    structure.value = narration.escapeFrom(cue)?.kind
    const phrase = phraseOf(cue)
    page.setPhrase(phrase)
    sound.put(phrase, isNext)
    showTime()
  }

  /**
   * Follows the member to another place of the book, unless its chapter has no audio:
   * https://www.w3.org/TR/epub-rs/#mol-navigation
   */
  async function jumped(chapter: number, letter: number) {
    if (!cue) return
    const first = await narration.firstAfter(chapter, letter, chapter).catch(() => undefined)
    if (!first || !cue || position.peek()?.chapter !== chapter) return
    page.follow()
    if (isPlaying.value) speak(first)
    else showPaused(first)
  }

  /** Highlights a phrase and turns to it, for a sound that stays paused. */
  function showPaused(next: Cue) {
    put(next, false)
    page.look(phraseOf(next).start)
  }

  function showTime() {
    if (cue) controls?.update(cue.list[0]!.href, narration.startOf(cue) + sound.heard())
  }

  function onAdvanced(elapsedSeconds: number) {
    if (!cue) return
    if (sleep.advanced(elapsedSeconds)) return pause()
    if (sound.time() >= phraseOf(cue).end) return advance()
    if (!page.isDue()) return
    showTime()
    page.look()
  }

  function advance() {
    if (!cue) return
    const next = narration.beside(cue, 1)
    if (next) return speak(next, { isNext: true })
    leaveChapter(cue)
  }

  function leaveChapter(from: Cue) {
    if (sleep.chapterEnded()) return pause()
    void nextChapter(from)
  }

  async function nextChapter(from: Cue) {
    const wasPlaying = isPlaying.value
    try {
      const next = await narration.firstBeyond(from)
      if (cue?.list !== from.list) return
      const isPausedMeanwhile = wasPlaying && !isPlaying.value
      if (next && isPausedMeanwhile) return showPaused(next)
      if (next) return speak(next, { isNext: true })
      pause()
      if (!page.isFollowing.value || !book.finish()) hasEnded.value = true
    } catch {
      sound.fail()
    }
  }

  function step(by: 1 | -1) {
    if (!cue) return
    page.follow()
    const next = narration.beside(cue, by)
    if (next) speak(next)
    else if (by > 0) advance()
    else speak(cue)
  }

  function leaveStructure() {
    const out = cue && narration.escapeFrom(cue)
    if (!cue || !out) return
    if (out.beyond) speak(out.beyond)
    else leaveChapter(cue)
  }

  async function seek(second: number) {
    try {
      const there = await narration.at(second)
      if (there && controls) speak(there)
    } catch {
      sound.fail()
    }
  }

  function play() {
    hasFailed.value = false
    if (!cue || hasEnded.value || sound.hasEnded()) void begin()
    else if (sound.isLoaded()) sound.start()
    else speak(cue)
  }

  /** Loads the narration anew, for a member who has waited long for it. */
  function startOver() {
    longWait.restart()
    narration.forget()
    if (cue) sound.startOver()
    else void begin()
  }

  /** Stops and clears the highlight; it can start again elsewhere. */
  function end() {
    pause()
    page.clear()
    page.follow()
    hasEnded.value = false
    structure.value = undefined
    cue = undefined
    controls?.release()
    controls = undefined
  }

  return {
    isPlaying,
    /** Narration was requested, and is not heard yet. */
    isWaiting,
    isWaitingLong: longWait.isLong,
    isFollowing: page.isFollowing,
    hasFailed: hasFailed as ReadonlySignal<boolean>,
    /** No sentence from here on has audio, and the book goes on. */
    hasEnded: hasEnded as ReadonlySignal<boolean>,
    speed,
    speeds: SPEEDS,
    /** Whether notes and page numbers are skipped. */
    skips,
    /** Whether the narration was measured at import, and the engine lets the page set its volume. */
    canLevel: computed(() => sound.canLevel && loudness.value != null),
    sleep,
    prepare,
    begin,
    play,
    startOver,
    pause,
    toggle: () => (isPlaying.value ? pause() : play()),
    step,
    /** The table, list or figure that is read, which `leaveStructure` leaves; undefined at its last phrase. */
    structure: structure as ReadonlySignal<Structure['kind'] | undefined>,
    leaveStructure,
    /** Plays the sentence that was tapped. Returns false when it has no audio. */
    tap(chapter: number, x: number, y: number): boolean {
      const element = navigator.currentDocument()?.elementFromPoint(x, y)
      const tapped = cue && element && narration.cueAround(chapter, element)
      if (!tapped) return false
      page.follow()
      speak(tapped)
      return true
    },
    turned: page.turned,
    jumped,
    moved() {
      prepare()
      page.moved()
    },
    /** Highlights again after a layout, which may have replaced the document, and keeps the sentence in sight. */
    laidOut() {
      page.look()
    },
    follow: page.catchUp,
    choose(change: Parameters<typeof preferences.set>[0]) {
      preferences.set(change)
      sound.setSpeed()
    },
    end,
    close() {
      end()
      clearInterval(watching)
      sound.close()
      page.close()
    },
  }
}
