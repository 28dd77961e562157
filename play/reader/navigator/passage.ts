import type { ChapterFrame } from './chapter-frame.ts'

/** A range of letters of a chapter, and the text around it, as an annotation stores it. */
export interface Passage {
  chapter: number
  start: number
  end: number
  before: string
  highlight: string
  after: string
  /** Where it begins, as a part of the chapter from 0 to 1. */
  progression: number
}

/** Letters before and after a passage, by which it is found again when the book has changed. */
const CONTEXT_LETTERS = 64
/** Letters of text that a bookmark is listed with. */
const BOOKMARK_LETTERS = 120

export function passageOf(chapter: number, frame: ChapterFrame, start: number, end: number): Passage {
  const letters = frame.letters()
  return {
    chapter,
    start,
    end,
    before: frame.textOf(start - CONTEXT_LETTERS, start),
    highlight: frame.textOf(start, end),
    after: frame.textOf(end, Math.min(letters, end + CONTEXT_LETTERS)),
    progression: letters > 0 ? start / letters : 0,
  }
}

/** Returns the empty passage at the top of the page, with the first words on it. */
export function bookmarkPassage(chapter: number, frame: ChapterFrame): Passage {
  const start = Math.round(frame.progression() * frame.letters())
  const end = Math.min(frame.letters(), start + BOOKMARK_LETTERS)
  const excerpt = frame.text()?.lettersOf(start, end) ?? ''
  // Drops a word cut in half at the end.
  const half = end < frame.letters() ? (/\s+\S*$/u.exec(excerpt)?.[0].length ?? 0) : 0
  return { ...passageOf(chapter, frame, start, end - half), end: start }
}
