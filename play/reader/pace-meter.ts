import { addPage, LEAST_LETTERS } from '@estante/contract/reading-pace.ts'

/** Where somebody is, in letters; `chapterLetters` is how long the chapter is. */
export interface LetterPlace {
  chapter: number
  letter: number
  chapterLetters: number
}

/** Measures how fast pages are read, from the moment when one is in front until reading goes on to the next. */
export function createPaceMeter(now: () => number) {
  let from: LetterPlace | undefined
  let activeMs = 0
  /** Since when the page is in front; undefined while it is not. */
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
    shown() {
      since ??= now()
    },
    hidden() {
      measure()
      since = undefined
    },
    /** Somebody is elsewhere, for reading on (`isTurn`) or otherwise. Returns the pages that are remembered now. */
    moved(to: LetterPlace, isTurn: boolean, pages: readonly number[]): readonly number[] {
      measure()
      const letters = from && isTurn ? lettersRead(from, to) : undefined
      // A scroll moves by a line or less: what is read is gathered until it is enough to tell.
      if (letters !== undefined && letters >= 0 && letters < LEAST_LETTERS) return pages
      const next = letters === undefined ? pages : addPage(pages, letters, activeMs)
      restart(to)
      return next
    },
  }
}

/** Negative when somebody leafs back; undefined over more than the end of a chapter. */
function lettersRead(from: LetterPlace, to: LetterPlace) {
  if (to.chapter === from.chapter) return to.letter - from.letter
  return to.chapter === from.chapter + 1 ? from.chapterLetters - from.letter + to.letter : undefined
}

/** What is remembered of the last pages, where it is that. */
export function toPages(kept: unknown): readonly number[] {
  return Array.isArray(kept) ? kept.filter((pace) => Number.isSafeInteger(pace) && pace > 0) : []
}
