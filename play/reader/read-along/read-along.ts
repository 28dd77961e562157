import type { GuidedNavigationDocument } from '@estante/contract/guided-navigation.ts'
import type { Manifest } from '@estante/contract/manifest.ts'
import type { PublicationDetail } from '@estante/contract/play/publications.ts'
import { batch, effect, type ReadonlySignal, signal, untracked } from '@preact/signals'
import { controlFromHostHere } from '../../activity/host-media.ts'
import { joinVoices } from '../../activity/one-voice.ts'
import { remember, remembered } from '../../device-memory.ts'
import type { Palette } from '../appearance.ts'
import type { Target } from '../navigator.ts'
import { guidedOf, nextIndex, type Phrase, phrasesOf } from './guided.ts'
import { controlFromSystem } from './media-session.ts'
import { chapterStarts, phraseAt, secondsBefore } from './narration-time.ts'
import { createSpokenWords } from './spoken-words.ts'

/** The book on the screen, as the voice needs it. */
export interface ReadAlongBook {
  manifest: Manifest
  /** Of what the manifest names, now: addresses are renewed. */
  address(href: string): string
  renew(): Promise<void>
  /** The chapter on show. */
  chapter(): number | undefined
  /** The first letter of it on show. */
  letter(): number
  chapterOf(href: string): number | undefined
  /** Of the chapter on show. */
  document(): Document | undefined
  lettersOf(chapter: number, id: string): { start: number; end: number } | undefined
  isOnShow(chapter: number, letter: number): boolean
  /** Turns to a place as a hand that reads on. */
  readOn(target: Target): Promise<void>
  palette(): Palette
  publication: ReadonlySignal<PublicationDetail | undefined>
  titleOf(chapter: number): string | undefined
}

/** `chapter`: until this one ends; a number: seconds of playback left. */
type Rest = 'chapter' | number | undefined

const SPEEDS = [0.75, 1, 1.25, 1.5, 2]
/** Up to this gap the next phrase follows without a seek. */
const GAP_SECONDS = 0.35
/** A phrase that goes over the end of the page is looked for this often. */
const LOOK_MS = 150
/** A page that is turned is told of once it is drawn. */
const HOLD_MS = 1000

export type ReadAlong = ReturnType<typeof createReadAlong>

/** Plays the recording of an e-book, and highlights its words as they are spoken. */
export function createReadAlong(book: ReadAlongBook) {
  const { readingOrder } = book.manifest
  const isPlaying = signal(false)
  const isFollowing = signal(true)
  const hasFailed = signal(false)
  const choices = toChoices(remembered('read-along'))
  const speed = signal(choices.speed)
  const skips = signal(choices.skips)
  const rest = signal<Rest>()
  const words = createSpokenWords()
  const sound = new Audio()
  const voice = joinVoices(pause)
  const lists = new Map<string, Phrase[]>()
  let at: { list: Phrase[]; index: number } | undefined
  /** The recording that the element has, and whether it stands where it is to begin. */
  let loaded: string | undefined
  let isPlaced = false
  let letters: { start: number; end: number } | undefined
  let isTurning = false
  let isClosed = false
  let hasRenewed = false
  let lookedAt = 0
  let heldUntil = 0
  let tickedAt = 0
  let frame = 0

  sound.preload = 'auto'
  // Below the baseline: iOS before 17.2 keeps the pitch by itself.
  sound.preservesPitch = true
  sound.addEventListener('loadedmetadata', putInPlace)
  sound.addEventListener('timeupdate', tick)
  sound.addEventListener('ended', advance)
  sound.addEventListener('error', () => void onError())
  sound.addEventListener('pause', () => {
    // A call, or a headset that was taken off.
    if (isPlaced && !sound.ended && sound.error === null) isPlaying.value = false
  })

  const stopDressing = effect(() => {
    book.palette()
    untracked(() => look(sound.currentTime))
  })
  const releaseSystem = controlFromSystem({ play, pause, step, isPlaying, title: book.manifest.metadata.title })

  const starts = chapterStarts(readingOrder)
  /** Seconds of the narration, from the start of the book. */
  const time = signal(0)
  const chapter = signal<{ title: string | undefined } | undefined>()
  const releaseHost = controlFromHostHere({
    publication: book.publication,
    chapter,
    isPlaying,
    isWaiting: signal(false),
    time,
    duration: signal(book.manifest.metadata.duration ?? 0),
    speed,
    play,
    pause,
    forward: () => step(1),
    back: () => step(-1),
    nextChapter: () => at && void nextList(at.list),
    previousChapter: () => at && say(at.list, 0),
    seek: (position) => void seek(position),
  })

  function readTime() {
    const phrase = at?.list[at.index]
    if (!at || !phrase) return
    const index = book.chapterOf(at.list[0]!.href) ?? 0
    const within = isPlaced ? Math.min(phrase.end, Math.max(phrase.start, sound.currentTime)) - phrase.start : 0
    batch(() => {
      time.value = starts[index]! + secondsBefore(at!.list, at!.index) + within
      if (!chapter.value || chapter.value.title !== book.titleOf(index)) chapter.value = { title: book.titleOf(index) }
    })
  }

  /** To a second of the narration. */
  async function seek(position: number) {
    const index = starts.findLastIndex((start, chapter) => start <= position && guidedOf(readingOrder[chapter]!))
    if (index < 0) return
    try {
      const list = await listOf(index)
      if (list.length > 0 && !isClosed) say(list, phraseAt(list, position - starts[index]!))
    } catch {
      fail()
    }
  }

  async function listOf(chapter: number): Promise<Phrase[]> {
    const link = readingOrder[chapter] && guidedOf(readingOrder[chapter])
    if (!link) return []
    const known = lists.get(link.href)
    if (known) return known
    const response = await fetch(book.address(link.href))
    if (!response.ok) throw new Error(`The guided navigation answered ${response.status}`)
    const list = phrasesOf((await response.json()) as GuidedNavigationDocument, link.href)
    lists.set(link.href, list)
    return list
  }

  /** So that a tap on a sentence, or on play, finds what is spoken. */
  function prepare() {
    const chapter = book.chapter()
    if (chapter !== undefined) void listOf(chapter).catch(() => {})
  }

  /** From the page on show on, or from the next chapter that is heard. */
  async function begin() {
    const here = book.chapter()
    const letter = book.letter()
    if (here === undefined) return
    hasFailed.value = false
    isFollowing.value = true
    try {
      for (let chapter = here; chapter < readingOrder.length; chapter++) {
        const list = await listOf(chapter)
        const index = list.findIndex((phrase) => {
          if (book.chapterOf(phrase.href) !== chapter || (skips.value && phrase.isSkippable)) return false
          return chapter > here || (book.lettersOf(chapter, phrase.id)?.end ?? 1) > letter
        })
        if (isClosed) return
        if (index >= 0) return say(list, index)
      }
      hasFailed.value = true
    } catch {
      hasFailed.value = true
    }
  }

  function say(list: Phrase[], index: number, { isNext = false } = {}) {
    const phrase = list[index]!
    at = { list, index }
    const chapter = book.chapterOf(phrase.href)
    letters = chapter === undefined ? undefined : book.lettersOf(chapter, phrase.id)
    const goesOn = isNext && loaded === phrase.audio && Math.abs(sound.currentTime - phrase.start) <= GAP_SECONDS
    if (loaded !== phrase.audio) {
      loaded = phrase.audio
      isPlaced = false
      sound.src = book.address(phrase.audio)
    } else if (!goesOn) {
      sound.currentTime = phrase.start
    }
    sound.defaultPlaybackRate = sound.playbackRate = speed.value
    readTime()
    if (!isNext || sound.paused) start()
    look(phrase.start)
  }

  function start() {
    voice.begins()
    isPlaying.value = true
    tickedAt = performance.now()
    sound.play().catch((refusal: DOMException) => {
      if (refusal.name === 'NotAllowedError') isPlaying.value = false
    })
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(onFrame)
  }

  function onFrame() {
    if (!isPlaying.value || isClosed) return
    tick()
    frame = requestAnimationFrame(onFrame)
  }

  /** A recording can be moved in once it is known. */
  function putInPlace() {
    const phrase = at?.list[at.index]
    if (!phrase || isPlaced) return
    isPlaced = true
    if (phrase.start > 0) sound.currentTime = phrase.start
    sound.playbackRate = speed.value
  }

  function tick() {
    const phrase = at?.list[at.index]
    if (!phrase || !isPlaced || !isPlaying.value || sound.seeking) return
    const now = performance.now()
    if (typeof rest.value === 'number') {
      rest.value = Math.max(0, rest.value - (now - tickedAt) / 1000)
      if (rest.value === 0) {
        rest.value = undefined
        return pause()
      }
    }
    tickedAt = now
    hasRenewed = false
    if (sound.currentTime >= phrase.end) advance()
    else if (now - lookedAt >= LOOK_MS) {
      readTime()
      look(sound.currentTime)
    }
  }

  function advance() {
    if (!at || isClosed) return
    const { list, index } = at
    const next = nextIndex(list, index, 1, skips.value)
    if (next !== undefined) return say(list, next, { isNext: true })
    if (rest.value === 'chapter') {
      rest.value = undefined
      return pause()
    }
    void nextList(list)
  }

  async function nextList(list: Phrase[]) {
    const last = Math.max(...list.map(({ href }) => book.chapterOf(href) ?? 0))
    try {
      for (let chapter = last + 1; chapter < readingOrder.length; chapter++) {
        const next = await listOf(chapter)
        const first = next === list ? undefined : nextIndex(next, -1, 1, skips.value)
        if (isClosed || at?.list !== list) return
        if (first !== undefined) return say(next, first, { isNext: true })
      }
      pause()
    } catch {
      fail()
    }
  }

  /** Highlights a phrase, and turns to its page. */
  function look(time: number) {
    const phrase = at?.list[at.index]
    const chapter = phrase && book.chapterOf(phrase.href)
    if (!phrase || chapter === undefined) return
    lookedAt = performance.now()
    const shown = book.chapter()
    if (shown === chapter) {
      const document = book.document()
      if (document) words.light(document, phrase.id, book.palette())
      letters ??= book.lettersOf(chapter, phrase.id)
    }
    if (!isFollowing.value || isTurning || lookedAt < heldUntil) return
    if (shown !== chapter) return void turn({ chapter, at: phrase.id ? { id: phrase.id } : 'start' })
    const letter = spokenLetter(phrase, time)
    if (letter !== undefined && !book.isOnShow(chapter, letter)) void turn({ chapter, at: { letter } })
  }

  /** Of a phrase over two pages, about where the voice is. */
  function spokenLetter({ start, end }: Phrase, time: number): number | undefined {
    if (!letters) return undefined
    const part = Math.min(0.99, Math.max(0, (time - start) / (end - start)))
    return Math.floor(letters.start + part * (letters.end - letters.start))
  }

  async function turn(target: Target) {
    isTurning = true
    await book.readOn(target)
    isTurning = false
    if (!isClosed) look(sound.currentTime)
  }

  /** A hand turns the page: until that is told, the page is not turned back. */
  function turned() {
    heldUntil = performance.now() + HOLD_MS
  }

  /** The page moved. Where a hand moved it away from the voice, the voice goes on, and the page stays. */
  function moved() {
    heldUntil = 0
    prepare()
    const phrase = at?.list[at.index]
    const chapter = phrase && book.chapterOf(phrase.href)
    if (!phrase || chapter === undefined) return
    const letter = spokenLetter(phrase, sound.currentTime)
    isFollowing.value = book.chapter() === chapter && (letter === undefined || book.isOnShow(chapter, letter))
  }

  /** Plays the sentence that was tapped. Returns false when it has no audio. */
  function tap(chapter: number, x: number, y: number): boolean {
    const link = readingOrder[chapter] && guidedOf(readingOrder[chapter])
    const list = link && lists.get(link.href)
    if (!list || !at) return false
    for (let element = book.document()?.elementFromPoint(x, y); element; element = element.parentElement) {
      const { id } = element
      const index = id ? list.findIndex((one) => one.id === id && book.chapterOf(one.href) === chapter) : -1
      if (index < 0) continue
      isFollowing.value = true
      say(list, index)
      return true
    }
    return false
  }

  function step(by: 1 | -1) {
    if (!at) return
    isFollowing.value = true
    const next = nextIndex(at.list, at.index, by, skips.value)
    if (next !== undefined) say(at.list, next)
    else if (by > 0) advance()
    else say(at.list, at.index)
  }

  async function onError() {
    // Taken away by `close`.
    if (isClosed || loaded === undefined) return
    if (hasRenewed || !at) return fail()
    hasRenewed = true
    const { list, index } = at
    try {
      await book.renew()
      loaded = undefined
      if (!isClosed && isPlaying.value) say(list, index)
    } catch {
      fail()
    }
  }

  function fail() {
    loaded = undefined
    batch(() => {
      hasFailed.value = true
      isPlaying.value = false
    })
    sound.pause()
  }

  function pause() {
    isPlaying.value = false
    sound.pause()
  }

  function play() {
    hasFailed.value = false
    if (!at || sound.ended) return void begin()
    if (loaded === undefined) return say(at.list, at.index)
    start()
  }

  function choose(change: Partial<{ speed: number; skips: boolean }>) {
    const next = { speed: speed.value, skips: skips.value, ...change }
    batch(() => {
      speed.value = next.speed
      skips.value = next.skips
    })
    sound.defaultPlaybackRate = sound.playbackRate = next.speed
    remember('read-along', next)
  }

  /** Stops and clears the highlight; it can start again elsewhere. */
  function end() {
    pause()
    words.clear()
    at = undefined
  }

  function close() {
    isClosed = true
    pause()
    cancelAnimationFrame(frame)
    words.clear()
    stopDressing()
    releaseSystem()
    releaseHost()
    voice.leave()
    sound.removeAttribute('src')
    sound.load()
  }

  return {
    isPlaying: isPlaying as ReadonlySignal<boolean>,
    /** The page shows what is spoken. */
    isFollowing: isFollowing as ReadonlySignal<boolean>,
    hasFailed: hasFailed as ReadonlySignal<boolean>,
    speed: speed as ReadonlySignal<number>,
    speeds: SPEEDS,
    /** Whether notes and page numbers are passed over. */
    skips: skips as ReadonlySignal<boolean>,
    rest: rest as ReadonlySignal<Rest>,
    prepare,
    begin,
    play,
    pause,
    toggle: () => (isPlaying.value ? pause() : play()),
    step,
    tap,
    turned,
    moved,
    follow() {
      isFollowing.value = true
      heldUntil = 0
      look(sound.currentTime)
    },
    choose,
    end,
    restAfter(next: Rest) {
      rest.value = next
    },
    close,
  }
}

/** What a device remembers is never trusted. */
function toChoices(value: unknown): { speed: number; skips: boolean } {
  const { speed, skips } = (value ?? {}) as { speed?: unknown; skips?: unknown }
  return { speed: SPEEDS.find((one) => one === speed) ?? 1, skips: skips !== false }
}
