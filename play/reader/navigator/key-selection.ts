import type { ChapterText } from '../layout/chapter-text.ts'
import { splitSentences } from '../read-aloud/sentences.ts'
import type { ChapterFrame } from './chapter-frame.ts'
import { selectedRange } from './selection.ts'
import type { SpreadPage } from './spreads.ts'

type Key = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>

interface Letters {
  start: number
  end: number
}

/** The most letters of a word that are selected at once. */
const MAX_WORD = 80

/**
 * Selects text by key, since browsers select with a pointer only: Shift and an arrow down or up selects the next or the
 * previous sentence on the visible pages, Shift and an arrow to the side moves the end of the selection by a word.
 * Returns the page with the selection; undefined for other keys.
 */
export function selectByKey(pages: readonly SpreadPage[], { key, shiftKey, ctrlKey, metaKey, altKey }: Key) {
  if (!shiftKey || ctrlKey || metaKey || altKey || !/^Arrow/.test(key)) return undefined
  const by = key === 'ArrowDown' || key === 'ArrowRight' ? 1 : -1
  const at = pages.findIndex(({ frame }) => selectedIn(frame))
  if (key === 'ArrowDown' || key === 'ArrowUp') return selectSentence(pages, at, by) ?? pages[Math.max(0, at)]
  const { frame } = pages[at] ?? {}
  const text = frame?.text()
  const selected = frame && selectedIn(frame)
  if (!text || !selected) return undefined
  select(frame, { start: selected.start, end: moveEnd(text, selected, by) })
  return pages[at]
}

/** Selects the sentence next to the selection on page `at`; past its last sentence, on the other page of the spread. */
function selectSentence(pages: readonly SpreadPage[], at: number, by: 1 | -1): SpreadPage | undefined {
  const others = by > 0 ? pages.slice(Math.max(0, at)) : pages.slice(0, Math.max(1, at + 1)).reverse()
  return others.find(({ frame }, index) => {
    const sentences = frame.text()?.paragraphs('script, style').flatMap(splitSentences) ?? []
    const selected = selectedIn(frame)
    const isVisible = (one: Letters) => isOnPage(frame, one)
    if (by < 0 && index > 0) return select(frame, sentences.findLast(isVisible))
    if (!selected) return select(frame, sentences.find(isVisible))
    const beside = ({ start }: Letters) => (by > 0 ? start >= selected.end : start < selected.start)
    return select(frame, by > 0 ? sentences.find(beside) : sentences.findLast(beside))
  })
}

/** Returns the selected letters of a chapter. */
export function selectedIn(frame: ChapterFrame): Letters | undefined {
  const range = selectedRange(frame.document)
  return range && frame.lettersOf(range)
}

function isOnPage(frame: ChapterFrame, { start, end }: Letters) {
  return frame.boxesOf(start, end).length > 0
}

/** Selects letters that are on the page. Returns whether it did. */
function select(frame: ChapterFrame, letters: Letters | undefined): boolean {
  if (!letters || !isOnPage(frame, letters)) return false
  selectLetters(frame, letters)
  return true
}

export function selectLetters(frame: ChapterFrame, { start, end }: Letters): void {
  const { startContainer, startOffset, endContainer, endOffset } = frame.text()!.rangeOf(start, end)
  frame.document.getSelection()?.setBaseAndExtent(startContainer, startOffset, endContainer, endOffset)
}

/** Returns the end of the word after a selection, or of the last but one in it, if there are two. */
function moveEnd(text: ChapterText, { start, end }: Letters, by: 1 | -1): number {
  if (by > 0) return end + /^\s*\S*/.exec(text.lettersOf(end, Math.min(text.letters, end + MAX_WORD)))![0].length
  const selected = text.lettersOf(start, end)
  return start + (selected.trimEnd().replace(/\s+\S+$/, '').length || selected.length)
}
