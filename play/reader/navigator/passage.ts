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

export function passageOf(
  chapter: number,
  frame: Pick<ChapterFrame, 'letters' | 'textOf'>,
  start: number,
  end: number,
): Passage {
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

/** Two letters of one word, in a script that is hyphenated. */
const WITHIN_WORD = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]{2}$/u

/** Returns the empty passage at the top of the page, with the first words on it. */
export function bookmarkPassage(
  chapter: number,
  frame: Pick<ChapterFrame, 'progression' | 'letters' | 'text' | 'textOf' | 'isVisible'>,
): Passage {
  const start = firstWord(frame, Math.round(frame.progression() * frame.letters()))
  const end = Math.min(frame.letters(), start + BOOKMARK_LETTERS)
  const excerpt = frame.text()?.lettersOf(start, end) ?? ''
  // Drops a word cut in half at the end.
  const half = end < frame.letters() ? (/\s+\S*$/u.exec(excerpt)?.[0].length ?? 0) : 0
  return { ...passageOf(chapter, frame, start, end - half), end: start }
}

/** Returns the letter of the first whole word of a page: a hyphenated word may begin on the page before. */
function firstWord(frame: Parameters<typeof bookmarkPassage>[1], start: number) {
  if (!WITHIN_WORD.test(frame.textOf(start - 1, start + 1))) return start
  const rest = /^\S+(?=\s\S)/u.exec(frame.textOf(start, start + BOOKMARK_LETTERS))?.[0].length ?? 0
  const space = /^\s*/u.exec(frame.text()?.lettersOf(start + rest, start + rest + BOOKMARK_LETTERS) ?? '')![0].length
  const next = start + rest + space
  return rest > 0 && frame.isVisible(next) ? next : start
}
