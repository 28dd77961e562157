import type { Steps } from './steps.ts'

/** Marks a block that is not displayed yet. `page-style.ts` has the rule. */
export const PENDING = 'data-estante-pending'

/** Firefox and WebKit lay out all earlier parts again with each part. Only Chromium, which does not, has this property. */
const isChromium = 'userAgentData' in navigator
/** Numbers of letters, of which a thousand fill about a page of a phone. */
const LETTERS = isChromium
  ? { undivided: 20_000, most: 12_000, least: 5_000 }
  : { undivided: 60_000, most: 30_000, least: 30_000 }
const MAX_PARTS = isChromium ? 60 : 6
/** With each part Chromium walks every block before it, each as long as it takes to lay out this many letters. */
const LETTERS_OF_A_WALK = 5

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

/** Divides a chapter into consecutive blocks that take about the same time each; none for a short one. */
function partsOf(body: HTMLElement): Element[][] {
  const letters = body.textContent.length
  if (letters < LETTERS.undivided) return []
  const least = Math.max(LETTERS.least, letters / MAX_PARTS)
  const most = Math.max(LETTERS.most, least)
  const parts: Element[][] = [[]]
  let room = most
  let blocks = 0
  const add = (element: Element) => {
    const { length } = element.textContent
    if (length > most) return [...element.children].forEach(add)
    if (length > room) {
      parts.push([])
      room = Math.max(least, most - blocks * LETTERS_OF_A_WALK)
    }
    parts.at(-1)!.push(element)
    blocks++
    room -= length
  }
  add(body)
  return parts
}
