import type { ChapterFrame } from './chapter-frame.ts'
import { type ChapterText, chapterText } from './chapter-text.ts'
import { splitSentences } from './read-aloud/sentences.ts'

type Key = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>

interface Letters {
  start: number
  end: number
}

/** The most letters of a word that are selected at once. */
const MAX_WORD = 80

/**
 * Selects text by key, since browsers select with a pointer only: Shift and an arrow down or up selects the next or the
 * previous sentence on the page, Shift and an arrow to the side moves the end of the selection by a word. Returns false
 * for other keys.
 */
export function selectByKey(frame: ChapterFrame, { key, shiftKey, ctrlKey, metaKey, altKey }: Key): boolean {
  if (!shiftKey || ctrlKey || metaKey || altKey || !/^Arrow/.test(key)) return false
  const selection = frame.document.getSelection()
  const text = chapterText(frame.document.body)
  const selected = selection?.isCollapsed === false ? frame.lettersOf(selection.getRangeAt(0)) : undefined
  const isOnPage = ({ start, end }: Letters) => frame.boxesOf(start, end).length > 0
  const isSentence = key === 'ArrowDown' || key === 'ArrowUp'
  if (!isSentence && !selected) return false
  const found = isSentence
    ? findSentence(text, selected, key === 'ArrowDown' ? 1 : -1, isOnPage)
    : { start: selected!.start, end: moveEnd(text, selected!, key === 'ArrowRight' ? 1 : -1) }
  if (found && isOnPage(found)) {
    const { startContainer, startOffset, endContainer, endOffset } = text.rangeOf(found.start, found.end)
    selection?.setBaseAndExtent(startContainer, startOffset, endContainer, endOffset)
  }
  return true
}

function findSentence(
  text: ChapterText,
  selected: Letters | undefined,
  by: 1 | -1,
  isOnPage: (one: Letters) => boolean,
): Letters | undefined {
  const sentences = text.paragraphs('script, style').flatMap(splitSentences)
  if (!selected) return sentences.find(isOnPage)
  if (by > 0) return sentences.find(({ start }) => start >= selected.end)
  return sentences.findLast(({ start }) => start < selected.start)
}

/** Returns the end of the word after a selection, or of the last but one in it, if there are two. */
function moveEnd(text: ChapterText, { start, end }: Letters, by: 1 | -1): number {
  if (by > 0) return end + /^\s*\S*/.exec(text.lettersOf(end, Math.min(text.letters, end + MAX_WORD)))![0].length
  const words = text.lettersOf(start, end)
  return start + (words.trimEnd().replace(/\s+\S+$/, '').length || words.length)
}
