import { pictureAround } from '../pictures/picture.ts'
import type { ChapterFrame } from './chapter-frame.ts'
import { type FrameListeners, type Intent, tapIntent } from './gestures.ts'
import { selectedRange } from './selection.ts'

/** A tap this far beside a link opens it: a finger covers more than the number of a note. */
const FINGER_PX = 16

/** A second click of a mouse on the text within this time selects a word. */
const DOUBLE_CLICK_MS = 250

export const CONTROLS = 'audio, video, button, input, select, textarea, summary, [contenteditable]'

type Point = Pick<MouseEvent, 'clientX' | 'clientY'>

/** Listens for taps and clicks. Returns a function that turns a page by a tap before its click comes. */
export function listenForTaps(frame: ChapterFrame, width: () => number, listeners: FrameListeners) {
  const { document } = frame
  let hadSelection = false
  let pointer: string | undefined

  document.addEventListener('pointerdown', ({ pointerType }) => {
    hadSelection = selectedRange(document) !== undefined
    pointer = pointerType
  })

  document.addEventListener('click', (event) => {
    const target = event.target as Element | null
    // By a control, or by a selection, which a tap dismisses.
    const isHandled = target?.closest(CONTROLS) || selectedRange(document) || hadSelection
    // A click by keyboard has no place.
    const isByFinger = pointer === 'touch' && event.detail > 0
    const link = linkAround(target) ?? (isByFinger && !isHandled ? linkNear(event) : undefined)
    if (link) {
      event.preventDefault()
      return listeners.onLink(link)
    }
    if (isHandled || listeners.onTap(event.clientX, event.clientY)) return
    const intent = intentAt(event)
    const picture = pictureAround(target)
    if (picture && opens(picture, event.clientX, intent)) return listeners.onPicture(picture)
    if (intent === 'toggle-tools' || !frame.isPaged()) listeners.onIntent('toggle-tools')
    else if (pointer === 'mouse' && hasText(target)) setTimeout(turnUnlessSelected, DOUBLE_CLICK_MS, intent)
    else listeners.onIntent(intent)
  })

  // Below the baseline: a phone has no middle button.
  document.addEventListener('auxclick', (event) => {
    const link = linkAround(event.target as Element | null)
    if (event.button !== 1 || !link) return
    event.preventDefault()
    listeners.onLink(link)
  })

  function intentAt({ clientX, clientY }: Point) {
    return tapIntent(frame.toContainer(clientX, clientY).x, width())
  }

  function turnUnlessSelected(intent: Intent) {
    const isClosed = document.defaultView === null
    if (!isClosed && !selectedRange(document)) listeners.onIntent(intent)
  }

  /** Whether a tap on a picture opens it. At the edges of one in the middle of the page, it turns the page. */
  function opens(picture: Element, tapX: number, intent: Intent) {
    if (intent === 'toggle-tools' || !frame.isPaged()) return true
    // A table that continues on the next page has a box on each.
    const boxes = [...picture.getClientRects()]
    const { left, right, top } =
      boxes.find((box) => box.left <= tapX && tapX <= box.right) ?? picture.getBoundingClientRect()
    return intentAt({ clientX: (left + right) / 2, clientY: top }) !== 'toggle-tools'
  }

  /** Finds the link at a tap, or else beside it. */
  function linkNear({ clientX, clientY }: Point) {
    return [0, -FINGER_PX, FINGER_PX]
      .map((aside) => linkAround(document.elementFromPoint(clientX + aside, clientY)))
      .find((link) => link !== undefined)
  }

  /** Turns a page on `touchend`: on a slow phone the click comes two frames later, and is suppressed. */
  return function turnByTap(event: TouchEvent, finger: Touch) {
    const { clientX, clientY } = finger
    const target = event.target as Element | null
    const intent = intentAt(finger)
    if (intent === 'toggle-tools' || !frame.isPaged() || hadSelection) return
    const picture = pictureAround(target)
    if (linkNear(finger) || target?.closest(CONTROLS) || (picture && opens(picture, clientX, intent))) return
    event.preventDefault()
    takeFocus(frame.frame)
    if (!listeners.onTap(clientX, clientY)) listeners.onIntent(intent)
  }
}

/** Focuses the chapter, as the click would have: a focused toolbar stays over the page. */
function takeFocus(frame: HTMLIFrameElement) {
  if (frame.ownerDocument.activeElement !== frame) frame.focus({ preventScroll: true })
}

/** Whether an element has words of its own, which a double click could select. */
function hasText(element: Element | null) {
  return [...(element?.childNodes ?? [])].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim())
}

/** Finds the link around an element, if a tap follows it. */
export function linkAround(target: Element | null) {
  const link = target?.closest('a, area')
  return link && linkTarget(link) !== null ? link : undefined
}

/** Returns the `href` of a link as written; null for a mere anchor. */
export function linkTarget(link: Element): string | null {
  return link.getAttribute('href') ?? link.getAttribute('xlink:href')
}
