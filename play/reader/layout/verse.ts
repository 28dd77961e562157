/** The attribute of verse. `page-style.ts` indents the continuation of a line that wraps. */
export const VERSE = 'data-estante-verse'

const MIN_BREAKS = 3
/** Maximum average length of a line of verse: longer lines are paragraphs of prose. */
const MAX_LETTERS = 60
/** Names of verse in classes and types, in English and in Portuguese. */
const NAMES = /poe[mst]|vers[eo]|stanza|strophe|estrofe|linegroup/i

/** Marks verse: blocks whose lines end with `<br>`, and lines that are blocks. Leaves those that the book indents. */
export function markVerse(body: HTMLElement) {
  const view = body.ownerDocument.defaultView!
  const blocks = new Set(
    [...body.querySelectorAll(':is(p, div, blockquote, li, dd) > br')].map((one) => one.parentElement!),
  )
  for (const block of blocks) {
    const breaks = [...block.children].filter(({ localName }) => localName === 'br').length
    if (breaks >= MIN_BREAKS && isShort(block, breaks + 1) && isAtStart(block)) block.setAttribute(VERSE, '')
  }
  for (const group of body.querySelectorAll('div, blockquote, section')) {
    const lines = [...group.children]
    if (lines.length <= MIN_BREAKS || !lines.every(isLine) || !isShort(group, lines.length)) continue
    if (isAtStart(lines[0]!) && view.getComputedStyle(lines[0]!).textIndent === '0px')
      for (const line of lines) line.setAttribute(VERSE, '')
  }

  function isAtStart(block: Element) {
    return !/center|right|end/.test(view.getComputedStyle(block).textAlign)
  }
}

function isShort({ textContent }: Element, lines: number) {
  return textContent.length <= MAX_LETTERS * lines
}

/** Whether a block has nothing but a line of text. A paragraph may be one of a dialogue: its group is named. */
function isLine(block: Element) {
  if (block.localName !== 'div' && !(block.localName === 'p' && isNamed(block))) return false
  return block.textContent.trim() !== '' && !block.querySelector('div, p, ul, ol, dl, table, img, svg, br')
}

function isNamed({ parentElement, className }: Element) {
  return NAMES.test(`${className} ${parentElement!.className} ${parentElement!.getAttribute('epub:type')}`)
}
