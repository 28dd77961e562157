import type { ChapterText, Paragraph } from '../layout/chapter-text.ts'
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
const WORD = /[\p{L}\p{M}\p{N}]+(?:[-'’][\p{L}\p{M}\p{N}]+)*/gu

/**
 * Selects text by key, since browsers select with a pointer only: Shift and an arrow down or up selects the next or the
 * previous sentence on the visible pages, Shift and an arrow to the side moves the end of the selection by a word, and
 * with Control selects the next or the previous word alone. Returns the page with the selection; undefined for other
 * keys.
 */
export function selectByKey(pages: readonly SpreadPage[], { key, shiftKey, ctrlKey, metaKey, altKey }: Key) {
  if (!shiftKey || metaKey || altKey || !/^Arrow/.test(key)) return undefined
  const by = key === 'ArrowDown' || key === 'ArrowRight' ? 1 : -1
  const isLevel = key === 'ArrowLeft' || key === 'ArrowRight'
  if (ctrlKey && !isLevel) return undefined
  const at = pages.findIndex(({ frame }) => selectedIn(frame))
  if (ctrlKey) return selectBeside(pages, at, by, splitWords, isWordAfter) ?? pages[Math.max(0, at)]
  if (!isLevel) return selectBeside(pages, at, by, splitSentences, isAfter) ?? pages[Math.max(0, at)]
  const { frame } = pages[at] ?? {}
  const text = frame?.text()
  const selected = frame && selectedIn(frame)
  if (!text || !selected) return undefined
  select(frame, { start: selected.start, end: moveEnd(text, selected, by) })
  return pages[at]
}

/**
 * Selects the sentence or word next to the selection on page `at`; past the last one on it, on the other page of the
 * spread.
 */
function selectBeside(
  pages: readonly SpreadPage[],
  at: number,
  by: 1 | -1,
  split: (paragraph: Paragraph) => Letters[],
  isNext: (one: Letters, selected: Letters) => boolean,
): SpreadPage | undefined {
  const others = by > 0 ? pages.slice(Math.max(0, at)) : pages.slice(0, Math.max(1, at + 1)).reverse()
  return others.find(({ frame }, index) => {
    const selected = selectedIn(frame)
    const isVisible = (one: Letters) => isOnPage(frame, one)
    const isBack = by < 0 && (selected !== undefined || index > 0)
    const isWanted = (one: Letters) => {
      if (!selected) return isVisible(one)
      if (isBack) return one.start < selected.start
      // The selection may begin on the page before, and its words with it.
      return isNext(one, selected) && (one.start >= selected.end || isVisible(one))
    }
    const paragraphs = frame.text()?.paragraphs('script, style') ?? []
    // A book may be one chapter: split its paragraphs only until one has what is wanted.
    for (const paragraph of isBack ? paragraphs.reverse() : paragraphs) {
      const { start, text } = paragraph
      const end = start + text.length
      if (selected ? (isBack ? start >= selected.start : end <= selected.start) : !isVisible({ start, end })) continue
      const parts = split(paragraph)
      const found = isBack ? parts.findLast(isWanted) : parts.find(isWanted)
      if (found) return select(frame, found)
    }
    return false
  })
}

function isAfter({ start }: Letters, selected: Letters) {
  return start >= selected.end
}

/** Of a longer selection, the first word is the next. */
function isWordAfter({ start, end }: Letters, selected: Letters) {
  return start > selected.start || (start === selected.start && end < selected.end)
}

function splitWords({ start, text, gaps }: Paragraph): Letters[] {
  return [0, ...gaps].flatMap((from, part) =>
    [...text.slice(from, gaps[part]).matchAll(WORD)].map(({ 0: word, index }) => {
      const first = start + from + index
      return { start: first, end: first + word.length }
    }),
  )
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
