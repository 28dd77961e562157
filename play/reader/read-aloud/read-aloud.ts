import { batch, effect, type ReadonlySignal, signal, untracked } from '@preact/signals'
import { joinVoices } from '../../activity/one-voice.ts'
import { remember, remembered } from '../../device-memory.ts'
import type { ChapterText } from '../chapter-text.ts'
import type { Target } from '../position.ts'
import type { ReadAlongBook } from '../read-along/read-along-book.ts'
import { createSpokenWords } from '../read-along/spoken-words.ts'
import { type Sentence, splitSentences } from './sentences.ts'

const SPEEDS = [0.75, 1, 1.25, 1.5, 2]
/** After a turn by hand, the page is not turned back for this long, or until `moved` reports the turn. */
const HOLD_MS = 1000
/** Note references, page breaks and other parts that are not read aloud. */
const UNSPOKEN = '[aria-hidden="true"], [role="doc-noteref"], [role="doc-pagebreak"], [epub\\:type~="noteref"], rt, rp'

export type ReadAloud = ReturnType<typeof createReadAloud>

/** Reads an e-book aloud with a voice of the engine, and highlights each sentence as it is spoken. */
export function createReadAloud(
  { manifest, navigator, position, palette }: ReadAlongBook,
  engineVoice: SpeechSynthesisVoice,
) {
  // Below the baseline: this is called only where the engine has a voice.
  const engine = globalThis.speechSynthesis
  const isPlaying = signal(false)
  const isFollowing = signal(true)
  const hasFailed = signal(false)
  const stored = remembered('read-aloud')
  const speed = signal(SPEEDS.find((one) => one === stored) ?? 1)
  const words = createSpokenWords()
  const voices = joinVoices(pause)
  let at: { chapter: number; list: Sentence[]; index: number } | undefined
  /** The current utterance. Referenced here because Chromium drops the events of a garbage-collected one. */
  let spoken: SpeechSynthesisUtterance | undefined
  /** The letter being spoken. */
  let letter = 0
  let isTurning = false
  let isClosed = false
  let heldUntil = 0

  const stopDressing = effect(() => {
    void palette.value
    untracked(light)
  })

  /** Starts at a letter of the visible chapter: by default, the first of the visible page. */
  function begin(from = navigator.pageStart()?.start ?? 0) {
    const chapter = position.peek()?.chapter
    if (chapter === undefined) return
    hasFailed.value = false
    isFollowing.value = true
    const list = sentencesIn(navigator.currentText())
    const index = list.findIndex(({ end }) => end > from)
    if (index >= 0) speak({ chapter, list, index })
    else void nextChapter(chapter)
  }

  function speak(next: NonNullable<typeof at>) {
    at = next
    const sentence = at.list[at.index]!
    letter = sentence.start
    voices.begins()
    silence()
    isPlaying.value = true
    // Below the baseline: not reached without a voice.
    const utterance = new SpeechSynthesisUtterance(sentence.text)
    utterance.voice = engineVoice
    utterance.lang = engineVoice.lang
    utterance.rate = speed.value
    utterance.onend = () => utterance === spoken && void advance()
    utterance.onerror = () => utterance === spoken && fail()
    utterance.onboundary = ({ charIndex }) => {
      if (utterance !== spoken) return
      letter = Math.min(sentence.end - 1, sentence.start + charIndex)
      show()
    }
    spoken = utterance
    engine.speak(utterance)
    light()
    show()
  }

  /** Cancels the current utterance, without its `end` or `error` being handled. */
  function silence() {
    spoken = undefined
    // Chromium may drop the next utterance after a needless `cancel`.
    if (engine.speaking || engine.pending) engine.cancel()
  }

  function advance() {
    if (!at || isClosed) return
    const { chapter, list, index } = at
    if (list[index + 1]) return speak({ chapter, list, index: index + 1 })
    // The member has left the page: do not turn to the next chapter.
    if (!isFollowing.value) return pause()
    return nextChapter(chapter)
  }

  async function nextChapter(from: number) {
    for (let chapter = from + 1; chapter < manifest.readingOrder.length; chapter++) {
      await turn({ chapter, at: 'start' })
      if (isClosed || position.peek()?.chapter !== chapter) return pause()
      const list = sentencesIn(navigator.currentText())
      if (list.length > 0) return speak({ chapter, list, index: 0 })
    }
    pause()
    at = undefined
    words.clear()
  }

  function light() {
    const sentence = at?.list[at.index]
    const document = navigator.currentDocument()
    const text = navigator.currentText()
    if (!sentence || !document || !text || position.peek()?.chapter !== at!.chapter) return
    words.lightRange(document, text.rangeOf(sentence.start, sentence.end), palette.peek())
  }

  /** Turns to the page of the spoken letter. */
  function show() {
    if (!at || !isFollowing.value || isTurning || performance.now() < heldUntil) return
    if (!navigator.isVisible(at.chapter, letter)) void turn({ chapter: at.chapter, at: { letter } })
  }

  async function turn(target: Target) {
    isTurning = true
    await navigator.readOn(target)
    isTurning = false
    if (!isClosed) light()
  }

  /** The member turned the page: it is not turned back before `moved` reports it. */
  function turned() {
    heldUntil = performance.now() + HOLD_MS
  }

  /** The page moved. If the member moved it away from the voice, the voice continues and the page stays. */
  function moved() {
    heldUntil = 0
    if (!at || isTurning) return
    isFollowing.value = navigator.isVisible(at.chapter, letter)
    light()
  }

  /** Follows the member to another place of the book. */
  function jumped(_chapter: number, letter: number) {
    if (isPlaying.value) begin(letter)
  }

  function step(by: 1 | -1) {
    if (!at) return
    const { chapter, list, index } = at
    isFollowing.value = true
    if (list[index + by]) speak({ chapter, list, index: index + by })
    else if (by > 0) void nextChapter(chapter)
    else speak(at)
  }

  function fail() {
    silence()
    batch(() => {
      hasFailed.value = true
      isPlaying.value = false
    })
  }

  /** Stops instead of pausing, since engines lose their position: playback resumes at the start of the sentence. */
  function pause() {
    silence()
    isPlaying.value = false
  }

  function play() {
    hasFailed.value = false
    if (at && isFollowing.value) speak(at)
    else begin()
  }

  return {
    isPlaying: isPlaying as ReadonlySignal<boolean>,
    /** Whether the pages follow the voice. */
    isFollowing: isFollowing as ReadonlySignal<boolean>,
    hasFailed: hasFailed as ReadonlySignal<boolean>,
    speed: speed as ReadonlySignal<number>,
    speeds: SPEEDS,
    begin,
    play,
    toggle: () => (isPlaying.value ? pause() : play()),
    step,
    /** Leaves every tap to the page. */
    tap: () => false,
    turned,
    moved,
    jumped,
    /** Highlights again after a layout: inserting or removing soft hyphens collapses ranges. */
    laidOut: light,
    follow() {
      isFollowing.value = true
      heldUntil = 0
      show()
    },
    choose(change: { speed: number }) {
      speed.value = change.speed
      remember('read-aloud', change.speed)
      if (at && isPlaying.value) speak(at)
    },
    close() {
      isClosed = true
      pause()
      words.clear()
      stopDressing()
      voices.leave()
    },
  }
}

/** Splits the text of a chapter into sentences, paragraph by paragraph. */
function sentencesIn(text: ChapterText | undefined): Sentence[] {
  return text?.paragraphs(UNSPOKEN).flatMap(({ start, text }) => splitSentences(text, start)) ?? []
}
