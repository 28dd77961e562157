import { fontSizeOf, ROUNDED } from './formulas.ts'
import { PORTUGUESE, TITLES } from './hyphenation.ts'

/** Marks text in a title that has a word longer than a line. `page-style.ts` has the rules. */
export const WIDE_TITLE = 'data-estante-title'

/**
 * A word in a script that is broken at spaces only, or words that no-break spaces join, with the punctuation that stays
 * on its line.
 */
const WORD =
  /[\p{Ps}\p{Pi}"'¿¡]*[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Georgian}\p{Script=Hebrew}\p{Script=Arabic}\p{M}\u00a0]{6,}[\p{Pe}\p{Pf}"'.,:;!?…]*/gu

/**
 * Shrinks a title whose words are longer than a line, where an engine would break them at any letter. Where it would be
 * smaller than the prose, the engine hyphenates them, if it can. `hyphenation.ts` divides Portuguese ones.
 */
export function shrinkTitles(body: HTMLElement) {
  const prose = fontSizeOf(body.ownerDocument.documentElement)
  // Measured before any is changed: an element within a shrunk title would be shrunk twice.
  const wide = [...body.querySelectorAll<HTMLElement>(`:is(${TITLES}):not(${PORTUGUESE})`)].flatMap(wideTexts)
  for (const { element, fittingPx } of wide) {
    const isLargerThanProse = fittingPx >= prose
    if (isLargerThanProse) element.style.setProperty('--estante-fitting', `${fittingPx.toFixed(2)}px`)
    element.setAttribute(WIDE_TITLE, isLargerThanProse ? 'shrunk' : 'hyphenated')
  }
}

/** Finds the elements of a title with broken words, and the size at which a line holds the longest, in pixels. */
function wideTexts(title: HTMLElement) {
  const { inlineSize, writingMode } = getComputedStyle(title)
  const isVertical = writingMode.startsWith('vertical')
  const range = title.ownerDocument.createRange()
  const texts = title.ownerDocument.createTreeWalker(title, NodeFilter.SHOW_TEXT)
  const wide = new Map<HTMLElement, number>()
  while (texts.nextNode()) {
    const { data, parentElement } = texts.currentNode as Text
    for (const { 0: word, index } of data.matchAll(WORD)) {
      range.setStart(texts.currentNode, index)
      range.setEnd(texts.currentNode, index + word.length)
      const lines = [...range.getClientRects()].map(({ width, height }) => (isVertical ? height : width))
      if (lines.length < 2) continue
      const fitting = (Number.parseFloat(inlineSize) / lines.reduce((sum, line) => sum + line)) * ROUNDED
      if (fitting < (wide.get(parentElement!) ?? 1)) wide.set(parentElement!, fitting)
    }
  }
  return [...wide].map(([element, fitting]) => ({ element, fittingPx: fontSizeOf(element) * fitting }))
}
