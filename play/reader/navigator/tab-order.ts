import type { ChapterFrame } from './chapter-frame.ts'

const FOCUSABLE =
  'a[href], area[href], audio[controls], button, input, select, summary, textarea, video[controls], [tabindex]'
/** Holds the element's own `tabindex`, empty for none, while the element is on another page. */
const OFF_PAGE = 'data-estante-off-page'

/** Removes the elements of other pages from the tab order: Tab would lead off the page that is being read. */
export function keepTabOnPage({ document, isPaged, isFixed }: ChapterFrame) {
  for (const element of document.querySelectorAll(FOCUSABLE)) {
    const own = element.getAttribute(OFF_PAGE)
    const isHere = isFixed || !isPaged() || isOnScreen(element)
    if (isHere === (own === null)) continue
    if (!isHere) {
      element.setAttribute(OFF_PAGE, element.getAttribute('tabindex') ?? '')
      element.setAttribute('tabindex', '-1')
      continue
    }
    element.removeAttribute(OFF_PAGE)
    if (own) element.setAttribute('tabindex', own)
    else element.removeAttribute('tabindex')
  }
}

function isOnScreen(element: Element) {
  const { innerWidth, innerHeight } = element.ownerDocument.defaultView!
  return [...element.getClientRects()].some(
    ({ left, right, top, bottom }) => right > 1 && left < innerWidth - 1 && bottom > 1 && top < innerHeight - 1,
  )
}
