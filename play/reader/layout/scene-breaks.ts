/** Marks a paragraph whose space the member's choice must not replace. `page-style.ts` has the rules. */
export const BREAK = 'data-estante-break'

/** How much more space than usual, in parts of the font size, sets a paragraph apart. */
const APART = 0.4

/**
 * Marks the paragraphs that the book sets apart: often only a wider space tells a change of scene. Call it before the
 * chapter has the member's space, which would be measured instead of the book's.
 */
export function markSceneBreaks(body: HTMLElement) {
  const view = body.ownerDocument.defaultView!
  const paragraphs = [...body.querySelectorAll('p')]
  const gaps = paragraphs.map((paragraph) => {
    const style = view.getComputedStyle(paragraph)
    const fontSize = Number.parseFloat(style.fontSize)
    return {
      start: Number.parseFloat(style.marginBlockStart) / fontSize,
      end: Number.parseFloat(style.marginBlockEnd) / fontSize,
    }
  })
  const usual = { start: median(gaps.map(({ start }) => start)), end: median(gaps.map(({ end }) => end)) }
  for (const [index, { start, end }] of gaps.entries()) {
    const isApart = start > usual.start + APART || end > usual.end + APART
    if (isApart) paragraphs[index]!.setAttribute(BREAK, '')
  }
}

/** Returns the lower one of two. */
function median(values: number[]): number {
  return values.sort((one, other) => one - other)[Math.ceil(values.length / 2) - 1] ?? 0
}
