import { batch, effect, type ReadonlySignal, signal, untracked } from '@preact/signals'
import { joinExclusivePlayback } from '../../playback/exclusive-playback.ts'
import type { ChapterText } from '../layout/chapter-text.ts'
import { createPageFollowing } from '../read-along/page-following.ts'
import type { ReadAlongBook } from '../read-along/read-along-book.ts'
import { createReadAlongSleep } from '../read-along/read-along-sleep.ts'
import { createSpokenWords } from '../read-along/spoken-words.ts'
import { SPEEDS } from '../voice-preferences.ts'
import { type Sentence, splitSentences } from './sentences.ts'
import { createSpeech } from './speech.ts'

/**
 * Note references, page breaks and other parts that are not read aloud. `*|type` is `epub:type`; a link in superscript
 * is the number of a note in books without it.
 */
const UNSPOKEN =
  '[aria-hidden="true"], [role="doc-noteref"], [role="doc-pagebreak"], [*|type~="noteref"], [*|type~="pagebreak"], sup a, a sup, rt, rp'

export type ReadAloud = ReturnType<typeof createReadAloud>

/** Reads an e-book aloud with voices of the engine, and highlights each sentence as it is spoken. */
export function createReadAloud(
  { manifest, navigator, position, palette, preferences, spoken, now, isAtEnd, finish }: ReadAlongBook,
  engineVoice: SpeechSynthesisVoice,
) {
  const voice = signal(engineVoice)
  const isPlaying = signal(false)
  const following = createPageFollowing(navigator, now, highlight)
  const { isFollowing, turn } = following
  const hasFailed = signal(false)
  const { speed } = preferences
  const words = createSpokenWords()
  const exclusive = joinExclusivePlayback(pause)
  const speech = createSpeech(now, { onEnd: () => void advance(), onFailed: fail })
  let at: { chapter: number; list: Sentence[]; index: number } | undefined
  /** The letter being spoken. */
  let letter = 0
  /** When the sentence began. */
  let beganAt = 0
  const sleep = createReadAlongSleep()

  const stopRecolouring = effect(() => {
    void palette.value
    untracked(highlight)
  })

  // An engine speaks on without the page, up to the end of the sentence.
  addEventListener('pagehide', pause)

  /** Starts at a letter of the visible chapter: by default, the first of the visible page. */
  function begin(from = navigator.pageStart()?.start ?? 0) {
    const chapter = position.peek()?.chapter
    if (chapter === undefined) return
    hasFailed.value = false
    showText()
    const list = sentencesIn(navigator.currentText())
    const index = list.findIndex(({ end }) => end > from)
    if (index >= 0) speak({ chapter, list, index })
    else void nextChapter(chapter)
  }

  /** The member asked for the voice. */
  function showText() {
    isAtEnd.value = false
    following.follow()
  }

  function speak(next: NonNullable<typeof at>) {
    at = next
    const sentence = at.list[at.index]!
    letter = sentence.start
    exclusive.begins()
    hasFailed.value = false
    isPlaying.value = true
    beganAt = now()
    speech.speak(sentence.text, voice.value, speed.value, (index) => {
      letter = sentence.letters[index] ?? letter
      show()
    })
    highlight()
    show()
  }

  function advance() {
    if (!at) return
    const { chapter, list, index } = at
    if (sleep.advanced((now() - beganAt) / 1000)) return pause()
    if (list[index + 1]) return speak({ chapter, list, index: index + 1 })
    // The member has left the page: do not turn to the next chapter.
    if (sleep.chapterEnded() || !isFollowing.value) return pause()
    return nextChapter(chapter)
  }

  async function nextChapter(from: number) {
    isPlaying.value = true
    for (let chapter = from + 1; chapter < manifest.readingOrder.length; chapter++) {
      await turn({ chapter, at: 'start' })
      if (!isPlaying.value || position.peek()?.chapter !== chapter) return pause()
      const list = sentencesIn(navigator.currentText())
      if (list.length > 0) return speak({ chapter, list, index: 0 })
    }
    pause()
    at = undefined
    words.clear()
    spoken.value = undefined
    finish()
  }

  function highlight() {
    const sentence = at?.list[at.index]
    const document = navigator.currentDocument()
    const text = navigator.currentText()
    if (!sentence || !document || !text || position.peek()?.chapter !== at!.chapter) return
    words.highlightRange(document, text.rangeOf(sentence.start, sentence.end), palette.peek())
  }

  /** Turns to the page of the spoken letter. */
  function show() {
    if (!at) return
    if (!isFollowing.value && isSpokenHere()) following.follow()
    if (!following.canTurn()) return
    spoken.value = { chapter: at.chapter, letter }
    if (!isSpokenHere()) void turn({ chapter: at.chapter, at: { letter } })
  }

  function isSpokenHere() {
    return at !== undefined && navigator.isVisible(at.chapter, letter)
  }

  function moved() {
    const isTurning = following.isTurning()
    following.moved(isTurning || !at ? undefined : isSpokenHere())
    if (!isTurning) highlight()
  }

  function jumped(_chapter: number, letter: number) {
    if (isPlaying.value) begin(letter)
  }

  function step(by: 1 | -1) {
    if (!at) return
    const { chapter, list, index } = at
    showText()
    if (list[index + by]) speak({ chapter, list, index: index + by })
    else if (by > 0) void nextChapter(chapter)
    else speak(at)
  }

  function fail() {
    speech.silence()
    batch(() => {
      hasFailed.value = true
      isPlaying.value = false
    })
  }

  /** Stops instead of pausing, since engines lose their position: playback resumes at the start of the sentence. */
  function pause() {
    speech.silence()
    isPlaying.value = false
  }

  function play() {
    if (!at || !isFollowing.value) return begin()
    showText()
    speak(at)
  }

  return {
    isPlaying: isPlaying as ReadonlySignal<boolean>,
    isFollowing,
    hasFailed: hasFailed as ReadonlySignal<boolean>,
    speed,
    speeds: SPEEDS,
    voice: voice as ReadonlySignal<SpeechSynthesisVoice>,
    sleep,
    begin,
    play,
    toggle: () => (isPlaying.value ? pause() : play()),
    step,
    /** Leaves every tap to the page. */
    tap: () => false,
    turned: following.turned,
    moved,
    jumped,
    /** Highlights again after a layout: inserting or removing soft hyphens collapses ranges. */
    laidOut: highlight,
    follow() {
      following.catchUp()
      show()
    },
    choose(change: { speed: number }) {
      preferences.set(change)
      if (at && isPlaying.value) speak(at)
    },
    changeVoice(next: SpeechSynthesisVoice) {
      voice.value = next
      if (at && isPlaying.value) speak(at)
    },
    close() {
      removeEventListener('pagehide', pause)
      following.close()
      pause()
      words.clear()
      spoken.value = undefined
      stopRecolouring()
      exclusive.leave()
    },
  }
}

/** Splits the text of a chapter into sentences, paragraph by paragraph. */
function sentencesIn(text: ChapterText | undefined): Sentence[] {
  return text?.paragraphs(UNSPOKEN).flatMap(splitSentences) ?? []
}
