import { effect, untracked } from '@preact/signals'
import type { Phrase } from './guided.ts'
import { createPageFollowing } from './page-following.ts'
import type { ReadAlongBook } from './read-along-book.ts'
import { createSpokenWords } from './spoken-words.ts'

/** How often to check whether a phrase has crossed the end of the page. */
const LOOK_MS = 150

/**
 * Highlights the spoken phrase, and turns to its page until the member turns to another. `time`: the second of its
 * recording.
 */
export function createSpokenPage(
  { map, navigator, position, palette, spoken, now }: ReadAlongBook,
  time: () => number,
) {
  const following = createPageFollowing(navigator, now, () => look())
  const words = createSpokenWords()
  let phrase: Phrase | undefined
  let chapter: number | undefined
  let letters: { start: number; end: number } | undefined
  let lookedAt = 0

  const isChapterVisible = () => position.peek()?.chapter === chapter

  const stopRecolouring = effect(() => {
    void palette.value
    untracked(() => look())
  })

  function look(second = time()) {
    if (!phrase || chapter === undefined) return
    lookedAt = now()
    highlight()
    // The voice has come to the page to which the member turned away from it.
    if (!following.isFollowing.value && isOnPage()) following.follow()
    if (!following.canTurn()) return
    if (!isChapterVisible()) return void following.turn({ chapter, at: phrase.id ? { id: phrase.id } : 'start' })
    const letter = spokenLetter(phrase, second)
    if (letter === undefined) return
    spoken.value = { chapter, letter }
    if (!navigator.isVisible(chapter, letter)) void following.turn({ chapter, at: { letter } })
  }

  function highlight() {
    if (!phrase || chapter === undefined || !isChapterVisible()) return
    const document = navigator.currentDocument()
    if (document) words.highlight(document, phrase.id, palette.peek())
    letters ??= navigator.lettersOf(chapter, phrase.id)
  }

  /** Estimates the spoken letter of a phrase, which may continue on the next page, by the elapsed part of its time. */
  function spokenLetter({ start, end }: Phrase, second: number): number | undefined {
    if (!letters) return undefined
    const part = Math.min(0.99, Math.max(0, (second - start) / (end - start)))
    return Math.floor(letters.start + part * (letters.end - letters.start))
  }

  /** Whether the phrase is spoken on the visible page. Undefined without a phrase of the book. */
  function isOnPage(): boolean | undefined {
    if (!phrase || chapter === undefined) return undefined
    const letter = spokenLetter(phrase, time())
    return isChapterVisible() && (letter === undefined || navigator.isVisible(chapter, letter))
  }

  return {
    isFollowing: following.isFollowing,
    setPhrase(next: Phrase) {
      phrase = next
      chapter = map.chapterOf(next.href)
      letters = chapter === undefined ? undefined : navigator.lettersOf(chapter, next.id)
    },
    /** Highlights the phrase, and turns to its page, at a second of the recording. */
    look,
    isDue: () => now() - lookedAt >= LOOK_MS,
    follow: following.follow,
    /** Turns back to the spoken phrase. */
    catchUp() {
      following.catchUp()
      look()
    },
    turned: following.turned,
    moved: () => following.moved(isOnPage()),
    clear() {
      words.clear()
      phrase = undefined
      spoken.value = undefined
    },
    close() {
      following.close()
      words.clear()
      stopRecolouring()
    },
  }
}
