import type { ChapterFrame } from './chapter-frame.ts'

const FOCUSABLE =
  'a[href], area[href], audio[controls], button, input, select, summary, textarea, video[controls], [tabindex]'
/** Holds the element's own `tabindex`, empty for none, while the element is on another page. */
const OFF_PAGE = 'data-estante-off-page'

/**
 * Keeps Tab on the visible page. From its last element Tab leads on to the chapter's next one, and from its first
 * Shift+Tab back to the one before, whose page the engine shows.
 */
export function leadTab(frame: ChapterFrame, { target, shiftKey }: KeyboardEvent) {
  const edge = limitTabToPage(frame).at(shiftKey ? 0 : -1)
  if (edge && target === edge) restoreBeside(edge, shiftKey)
}

/**
 * Removes the elements of other pages from the tab order: Tab would leave the visible page. Returns the elements that
 * remain.
 */
export function limitTabToPage(frame: ChapterFrame): HTMLElement[] {
  const elements = [...frame.document.querySelectorAll<HTMLElement>(FOCUSABLE)]
  return elements.filter((element) => {
    const isHere = isOnPage(frame, element)
    const isOff = element.hasAttribute(OFF_PAGE)
    if (isHere && isOff) restore(element)
    else if (!isHere && !isOff) {
      element.setAttribute(OFF_PAGE, element.getAttribute('tabindex') ?? '')
      element.setAttribute('tabindex', '-1')
    }
    return isHere && isTabStop(element)
  })
}

/** Focuses an element, which may be no control. */
export function focusElement(element: HTMLElement) {
  if (element.tabIndex < 0) element.tabIndex = -1
  element.focus({ preventScroll: true })
}

/** Returns the chapter's next or previous element, of another page, to the tab order. */
function restoreBeside(edge: Element, isBack: boolean) {
  const elements = [...edge.ownerDocument.querySelectorAll<HTMLElement>(`[${OFF_PAGE}]`)]
  const side = isBack ? Node.DOCUMENT_POSITION_PRECEDING : Node.DOCUMENT_POSITION_FOLLOWING
  for (const element of isBack ? elements.reverse() : elements) {
    if (!(edge.compareDocumentPosition(element) & side) || element.getClientRects().length === 0) continue
    restore(element)
    if (isTabStop(element)) return
  }
}

function restore(element: HTMLElement) {
  const own = element.getAttribute(OFF_PAGE)
  element.removeAttribute(OFF_PAGE)
  if (own) element.setAttribute('tabindex', own)
  else element.removeAttribute('tabindex')
}

function isTabStop(element: HTMLElement) {
  return element.tabIndex >= 0 && !element.matches(':disabled')
}

/** In a scroll, an element that fits counts only when wholly visible: else the engine would scroll to it. */
function isOnPage({ isFixed, isPaged, writing }: ChapterFrame, element: Element) {
  if (isFixed) return true
  const boxes = [...element.getClientRects()]
  const { innerWidth, innerHeight } = element.ownerDocument.defaultView!
  if (isPaged()) {
    return boxes.some(
      ({ left, right, top, bottom }) => right > 1 && left < innerWidth - 1 && bottom > 1 && top < innerHeight - 1,
    )
  }
  const { left, right, top, bottom } = element.getBoundingClientRect()
  const [start, end, length] = writing.isVertical ? [left, right, innerWidth] : [top, bottom, innerHeight]
  const isWhole = start > -1 && end < length + 1
  return boxes.length > 0 && (isWhole || (end - start > length && end > 1 && start < length - 1))
}
