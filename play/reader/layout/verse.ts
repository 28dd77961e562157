/** The attribute of verse. `page-style.ts` indents the continuation of a line that wraps. */
export const VERSE = 'data-estante-verse'

const MIN_BREAKS = 3
/** Maximum average length of a line of verse: longer lines are paragraphs of prose. */
const MAX_LETTERS = 60

/** Marks the blocks of verse whose lines end with `<br>`. Where each line is an element, books indent it themselves. */
export function markVerse(body: HTMLElement) {
  const blocks = new Set(
    [...body.querySelectorAll(':is(p, div, blockquote, li, dd) > br')].map((one) => one.parentElement!),
  )
  for (const block of blocks) {
    const breaks = [...block.children].filter(({ localName }) => localName === 'br').length
    if (breaks < MIN_BREAKS || block.textContent.length > MAX_LETTERS * (breaks + 1)) continue
    const { textAlign } = body.ownerDocument.defaultView!.getComputedStyle(block)
    if (!/center|right|end/.test(textAlign)) block.setAttribute(VERSE, '')
  }
}
