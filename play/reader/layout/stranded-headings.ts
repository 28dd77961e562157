import { TITLES } from './hyphenation.ts'
import type { Steps } from './steps.ts'

/** Marks the headings that begin a page (`page-style.ts`). */
export const PAGE_START = 'data-estante-page-start'
const PICTURES = 'img, svg, video, math'

/**
 * Moves each heading that ends a page, with its text on the next, to the next: WebKit ignores `break-after: avoid`.
 * `columnOf`: the page, or the column of a spread, that a box begins on.
 */
export function* keepHeadings(body: HTMLElement, columnOf: (box: DOMRect) => number): Steps<void> {
  for (const heading of body.querySelectorAll<HTMLElement>(`${TITLES}, dt`)) {
    // A term heads its definition, not the next term.
    if (heading.matches('dt') && !heading.nextElementSibling?.matches('dd')) continue
    yield
    const text = textAfter(heading, body)
    if (!text || !isStranded(heading, text, columnOf)) continue
    const first = firstOfHeadings(heading)
    first.setAttribute(PAGE_START, '')
    // It filled the page, or an engine obeys no break there.
    if (isStranded(heading, text, columnOf)) first.removeAttribute(PAGE_START)
  }
}

/** Returns the first of the headings that follow each other without text between them. */
function firstOfHeadings(heading: HTMLElement): HTMLElement {
  let first = heading
  for (let before = heading.previousElementSibling; before?.matches(TITLES); before = before.previousElementSibling) {
    first = before as HTMLElement
  }
  return first
}

/** Finds the first visible text, or picture, after a heading. */
function textAfter(heading: HTMLElement, body: HTMLElement): Node | undefined {
  const nodes = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
  nodes.currentNode = heading
  for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
    if (heading.contains(node)) continue
    const isContent = node.nodeType === 3 ? node.nodeValue!.trim() !== '' : (node as Element).matches(PICTURES)
    if (isContent && boxesOf(node).length > 0) return node
  }
  return undefined
}

function isStranded(heading: HTMLElement, text: Node, columnOf: (box: DOMRect) => number) {
  const end = boxesOf(heading).at(-1)
  const start = boxesOf(text)[0]
  return end !== undefined && start !== undefined && columnOf(end) + 1 === columnOf(start)
}

function boxesOf(node: Node) {
  const range = node.ownerDocument!.createRange()
  range.selectNode(node)
  return [...range.getClientRects()]
}
