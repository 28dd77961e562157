import type { Steps } from './steps.ts'

/** Marks a block that is not displayed yet. `page-style.ts` has the rule. */
export const PENDING = 'data-estante-pending'

/** Firefox and WebKit lay out all earlier parts again with each part. Only Chromium, which does not, has this property. */
const isChromium = 'userAgentData' in navigator
/** The least letters of a part, of which a thousand fill about a page of a phone. */
export const PART_LETTERS = isChromium ? 10_000 : 30_000
const MAX_PARTS = isChromium ? 40 : 6

/**
 * Hides the blocks of a long chapter. Returns steps that display and lay them out part by part: an engine lays out
 * everything displayed in one task, of a second or more for a whole book on a slow phone.
 */
export function hideParts(body: HTMLElement): Steps<void> {
  const parts = partsOf(body)
  for (const block of parts.flat()) block.setAttribute(PENDING, '')
  return displayParts(body, parts)
}

function* displayParts(body: HTMLElement, parts: Element[][]): Steps<void> {
  for (const part of parts) {
    for (const block of part) block.removeAttribute(PENDING)
    body.getBoundingClientRect()
    yield
  }
}

/** Divides a chapter into consecutive blocks of about equal letters; none for a short one. */
function partsOf(body: HTMLElement): Element[][] {
  const letters = body.textContent.length
  const most = Math.max(PART_LETTERS, letters / MAX_PARTS)
  if (letters < most * 2) return []
  const parts: Element[][] = [[]]
  let room = most
  const add = (element: Element) => {
    const { length } = element.textContent
    if (length > most) return [...element.children].forEach(add)
    if (length > room) {
      parts.push([])
      room = most
    }
    parts.at(-1)!.push(element)
    room -= length
  }
  add(body)
  return parts
}
