import { batch, type ReadonlySignal, signal } from '@preact/signals'
import { controlFromHostHere } from '../../activity/host-media.ts'
import { remember, remembered } from '../../device-memory.ts'
import { controlFromSystem } from './media-session.ts'
import { type Cue, createNarration, phraseOf } from './narration.ts'
import { createPhraseSound } from './phrase-sound.ts'
import type { ReadAlongBook } from './read-along-book.ts'
import { createSpokenPage } from './spoken-page.ts'

/** The sleep timer. `chapter`: until this chapter ends; a number: seconds of playback left. */
type Rest = 'chapter' | number | undefined

const SPEEDS = [0.75, 1, 1.25, 1.5, 2]

export type ReadAlong = ReturnType<typeof createReadAlong>

/**
 * Plays the recording of an e-book with its words: `narration.ts` has the phrases, `phrase-sound.ts` plays them,
 * `spoken-page.ts` shows them.
 */
export function createReadAlong(book: ReadAlongBook) {
  const { map, navigator, position } = book
  const { metadata } = book.manifest
  const choices = toChoices(remembered('read-along'))
  const speed = signal(choices.speed)
  const skips = signal(choices.skips)
  const hasFailed = signal(false)
  const rest = signal<Rest>()
  /** Seconds of the narration, from the start of the book. */
  const time = signal(0)
  const chapter = signal<{ title: string | undefined } | undefined>()
  const narration = createNarration(book, skips)
  const sound = createPhraseSound({ ...book, speed, onAdvanced, onEnded: advance, onRenewed: repeat, onFailed })
  const page = createSpokenPage(book, sound.time)
  const { isPlaying, pause } = sound
  let cue: Cue | undefined
  let isClosed = false

  const releaseSystem = controlFromSystem({ play, pause, step, isPlaying, title: metadata.title })
  const releaseHost = controlFromHostHere({
    publication: book.publication,
    chapter,
    isPlaying,
    isWaiting: signal(false),
    time,
    duration: signal(metadata.duration ?? 0),
    speed,
    play,
    pause,
    forward: () => step(1),
    back: () => step(-1),
    nextChapter: () => cue && void nextChapter(cue),
    previousChapter: () => cue && say({ ...cue, index: 0 }),
    seek: (second) => void seek(second),
  })

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
    hasFailed.value = false
    page.follow()
    try {
      const first = await narration.firstFrom(here, ({ href, id }, chapter) => {
        if (map.chapterOf(href) !== chapter) return false
        return chapter > here || (navigator.lettersOf(chapter, id)?.end ?? 1) > letter
      })
      if (isClosed) return
      if (first) say(first)
      else hasFailed.value = true
    } catch {
      hasFailed.value = true
    }
  }

  function say(next: Cue, { isNext = false } = {}) {
    cue = next
    const phrase = phraseOf(cue)
    page.say(phrase)
    sound.put(phrase, isNext)
    tellTime()
    if (!isNext || sound.isPaused()) sound.start()
    page.look(phrase.start)
  }

  function tellTime() {
    if (!cue) return
    const title = map.titleOf(map.chapterOf(cue.list[0]!.href) ?? 0)
    const second = narration.startOf(cue) + sound.heard()
    batch(() => {
      time.value = second
      if (!chapter.value || chapter.value.title !== title) chapter.value = { title }
    })
  }

  function onAdvanced(elapsedSeconds: number) {
    if (!cue) return
    if (typeof rest.value === 'number') {
      rest.value = Math.max(0, rest.value - elapsedSeconds)
      if (rest.value === 0) return takeRest()
    }
    if (sound.time() >= phraseOf(cue).end) return advance()
    if (!page.isDue()) return
    tellTime()
    page.look()
  }

  function takeRest() {
    rest.value = undefined
    pause()
  }

  function advance() {
    if (!cue) return
    const next = narration.beside(cue, 1)
    if (next) return say(next, { isNext: true })
    if (rest.value === 'chapter') return takeRest()
    void nextChapter(cue)
  }

  async function nextChapter(from: Cue) {
    const last = Math.max(...from.list.map(({ href }) => map.chapterOf(href) ?? 0))
    try {
      const next = await narration.firstFrom(last + 1, (_phrase, _chapter, list) => list !== from.list)
      if (isClosed || cue?.list !== from.list) return
      if (next) say(next, { isNext: true })
      else pause()
    } catch {
      sound.fail()
    }
  }

  function step(by: 1 | -1) {
    if (!cue) return
    page.follow()
    const next = narration.beside(cue, by)
    if (next) say(next)
    else if (by > 0) advance()
    else say(cue)
  }

  /** Plays from a second of the whole narration. */
  async function seek(second: number) {
    try {
      const there = await narration.at(second)
      if (there && !isClosed) say(there)
    } catch {
      sound.fail()
    }
  }

  function repeat() {
    if (cue) say(cue)
  }

  function onFailed() {
    hasFailed.value = true
  }

  function play() {
    hasFailed.value = false
    if (!cue || sound.hasEnded()) void begin()
    else if (sound.isLoaded()) sound.start()
    else say(cue)
  }

  return {
    isPlaying,
    isFollowing: page.isFollowing,
    hasFailed: hasFailed as ReadonlySignal<boolean>,
    speed: speed as ReadonlySignal<number>,
    speeds: SPEEDS,
    /** Whether notes and page numbers are skipped. */
    skips: skips as ReadonlySignal<boolean>,
    rest: rest as ReadonlySignal<Rest>,
    prepare,
    begin,
    play,
    pause,
    toggle: () => (isPlaying.value ? pause() : play()),
    step,
    /** Plays the sentence that was tapped. Returns false when it has no audio. */
    tap(chapter: number, x: number, y: number): boolean {
      if (!cue) return false
      let element = navigator.currentDocument()?.elementFromPoint(x, y) ?? null
      for (; element; element = element.parentElement) {
        const tapped = element.id && narration.cueOf(chapter, element.id)
        if (!tapped) continue
        page.follow()
        say(tapped)
        return true
      }
      return false
    },
    turned: page.turned,
    moved() {
      prepare()
      page.moved()
    },
    follow: page.catchUp,
    choose(change: Partial<{ speed: number; skips: boolean }>) {
      const next = { speed: speed.value, skips: skips.value, ...change }
      batch(() => {
        speed.value = next.speed
        skips.value = next.skips
      })
      sound.setSpeed()
      remember('read-along', next)
    },
    /** Stops and clears the highlight; it can start again elsewhere. */
    end() {
      pause()
      page.clear()
      cue = undefined
    },
    restAfter(next: Rest) {
      rest.value = next
    },
    close() {
      isClosed = true
      sound.close()
      page.close()
      releaseSystem()
      releaseHost()
    },
  }
}

/** Parses the choices stored on the device, which are never trusted. */
function toChoices(value: unknown): { speed: number; skips: boolean } {
  const { speed, skips } = (value ?? {}) as { speed?: unknown; skips?: unknown }
  return { speed: SPEEDS.find((one) => one === speed) ?? 1, skips: skips !== false }
}
