import { effect, type ReadonlySignal, signal, untracked } from '@preact/signals'
import type { Target } from '../position.ts'
import type { Phrase } from './guided.ts'
import type { ReadAlongBook } from './read-along-book.ts'
import { createSpokenWords } from './spoken-words.ts'

/** How often to check whether a phrase has crossed the end of the page. */
const LOOK_MS = 150
/** After a turn by hand, the page is not turned back for this long, or until `moved` reports the turn. */
const HOLD_MS = 1000

/**
 * Highlights the spoken phrase, and turns to its page until the member turns to another. `time`: the second of its
 * recording.
 */
export function createSpokenPage({ map, navigator, position, palette }: ReadAlongBook, time: () => number) {
  const isFollowing = signal(true)
  const words = createSpokenWords()
  let phrase: Phrase | undefined
  let chapter: number | undefined
  let letters: { start: number; end: number } | undefined
  let isTurning = false
  let isClosed = false
  let lookedAt = 0
  let heldUntil = 0

  const stopDressing = effect(() => {
    void palette.value
    untracked(() => look())
  })

  function look(second = time()) {
    if (!phrase || chapter === undefined) return
    lookedAt = performance.now()
    const visible = position.peek()?.chapter
    if (visible === chapter) {
      const document = navigator.currentDocument()
      if (document) words.light(document, phrase.id, palette.peek())
      letters ??= navigator.lettersOf(chapter, phrase.id)
    }
    if (!isFollowing.value || isTurning || lookedAt < heldUntil) return
    if (visible !== chapter) return void turn({ chapter, at: phrase.id ? { id: phrase.id } : 'start' })
    const letter = spokenLetter(phrase, second)
    if (letter !== undefined && !navigator.isVisible(chapter, letter)) void turn({ chapter, at: { letter } })
  }

  /** Estimates the spoken letter of a phrase, which may continue on the next page, from the elapsed part of its time. */
  function spokenLetter({ start, end }: Phrase, second: number): number | undefined {
    if (!letters) return undefined
    const part = Math.min(0.99, Math.max(0, (second - start) / (end - start)))
    return Math.floor(letters.start + part * (letters.end - letters.start))
  }

  async function turn(target: Target) {
    isTurning = true
    await navigator.readOn(target)
    isTurning = false
    if (!isClosed) look()
  }

  return {
    /** Whether the pages follow the voice. */
    isFollowing: isFollowing as ReadonlySignal<boolean>,
    setPhrase(next: Phrase) {
      phrase = next
      chapter = map.chapterOf(next.href)
      letters = chapter === undefined ? undefined : navigator.lettersOf(chapter, next.id)
    },
    /** Highlights the phrase, and turns to its page, at a second of the recording. */
    look,
    isDue: () => performance.now() - lookedAt >= LOOK_MS,
    follow() {
      isFollowing.value = true
    },
    /** Turns back to the spoken phrase. */
    catchUp() {
      isFollowing.value = true
      heldUntil = 0
      look()
    },
    /** The member turned the page: it is not turned back before `moved` reports it. */
    turned() {
      heldUntil = performance.now() + HOLD_MS
    },
    /** The page moved. If the member moved it away from the voice, the voice continues and the page stays. */
    moved() {
      heldUntil = 0
      if (!phrase || chapter === undefined) return
      const letter = spokenLetter(phrase, time())
      isFollowing.value =
        position.peek()?.chapter === chapter && (letter === undefined || navigator.isVisible(chapter, letter))
    },
    clear() {
      words.clear()
      phrase = undefined
    },
    close() {
      isClosed = true
      words.clear()
      stopDressing()
    },
  }
}
