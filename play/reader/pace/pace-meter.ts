import { addPage, MIN_LETTERS } from './reading-pace.ts'

/** A position in letters; `chapterLetters` is the length of the chapter. */
export interface LetterPlace {
  chapter: number
  letter: number
  chapterLetters: number
}

/** Measures how long pages are visible until the member reads on. */
export function createPaceMeter(now: () => number) {
  let from: LetterPlace | undefined
  let activeMs = 0
  /** Since when the page is visible; undefined while it is hidden. */
  let since: number | undefined

  function measure() {
    if (since === undefined) return
    activeMs += now() - since
    since = now()
  }

  function restart(at: LetterPlace) {
    from = at
    activeMs = 0
    if (since !== undefined) since = now()
  }

  return {
    show() {
      since ??= now()
    },
    hide() {
      measure()
      since = undefined
    },
    /** The member moved, by reading on (`isTurn`) or otherwise. Returns the remembered pages. */
    moved(to: LetterPlace, isTurn: boolean, pages: readonly number[]): readonly number[] {
      measure()
      const letters = from && isTurn ? lettersRead(from, to) : undefined
      // A scroll moves by a line or less: add up until there is enough to measure.
      if (letters !== undefined && letters >= 0 && letters < MIN_LETTERS) return pages
      const next = letters === undefined ? pages : addPage(pages, letters, activeMs)
      restart(to)
      return next
    },
  }
}

/** Counts the letters between two positions: negative backwards; undefined across more than one chapter boundary. */
function lettersRead(from: LetterPlace, to: LetterPlace) {
  if (to.chapter === from.chapter) return to.letter - from.letter
  return to.chapter === from.chapter + 1 ? from.chapterLetters - from.letter + to.letter : undefined
}

export function toPages(stored: unknown): readonly number[] {
  return Array.isArray(stored) ? stored.filter((pace) => Number.isSafeInteger(pace) && pace > 0) : []
}
