import type { ChapterFrame } from '../chapter-frame.ts'
import {
  createDoubleTap,
  listenForZoom,
  WHOLE,
  wheelFactor,
  type Zoom,
  zoomBy,
  zoomByDoubleTap,
  zoomByKey,
} from './zoom.ts'

/** Enlarges pages of fixed layout where they stand. `isMiddle`: no tap there turns the page. */
export function createPageZoom(
  container: HTMLElement,
  { isMiddle, onTap }: { isMiddle(x: number): boolean; onTap(): void },
) {
  let page: ChapterFrame | undefined
  let zoom: Zoom = WHOLE
  /** Lies over a page that is enlarged: all that a hand does there moves it. */
  let surface: HTMLElement | undefined

  function sizes() {
    const room = { width: container.clientWidth, height: container.clientHeight }
    return { fitted: page?.fixedPage.fittedSize() ?? room, room }
  }

  function fromMiddle({ x, y }: { x: number; y: number }) {
    return { x: x - container.clientWidth / 2, y: y - container.clientHeight / 2 }
  }

  function enlarge(next: Zoom) {
    if (!page) return
    zoom = next
    page.fixedPage.setZoom(zoom)
    if (zoom.scale === 1) {
      surface?.remove()
      surface = undefined
    } else if (!surface) {
      surface = container.ownerDocument.createElement('div')
      surface.className = 'reader__zoom'
      listenForZoom(surface, { zoom: () => zoom, sizes, onZoom: enlarge, onTap })
      container.append(surface)
    }
  }

  /** Takes the first gesture on a page, which no surface lies over yet. */
  function listen(frame: ChapterFrame) {
    const { document } = frame
    const isDoubleTap = createDoubleTap()
    let pinch: { spread: number; at: { x: number; y: number } } | undefined
    const spreadOf = ([one, other]: TouchList) =>
      Math.hypot(one!.screenX - other!.screenX, one!.screenY - other!.screenY)

    document.addEventListener('click', (event) => {
      const at = frame.toContainer(event.clientX, event.clientY)
      if (page !== frame || !isMiddle(at.x) || !isDoubleTap(at, event.timeStamp)) return
      enlarge(zoomByDoubleTap(zoom, fromMiddle(at), sizes()))
    })
    document.addEventListener(
      'touchstart',
      ({ touches }) => {
        const [one, other] = touches
        if (page !== frame || touches.length !== 2 || !one || !other) return
        const at = frame.toContainer((one.clientX + other.clientX) / 2, (one.clientY + other.clientY) / 2)
        pinch = { spread: Math.max(1, spreadOf(touches)), at: fromMiddle(at) }
      },
      { passive: true },
    )
    document.addEventListener(
      'touchmove',
      ({ touches }) => {
        if (pinch && touches.length === 2) enlarge(zoomBy(WHOLE, spreadOf(touches) / pinch.spread, pinch.at, sizes()))
      },
      { passive: true },
    )
    for (const end of ['touchend', 'touchcancel'] as const) {
      document.addEventListener(
        end,
        () => {
          pinch = undefined
        },
        { passive: true },
      )
    }
    document.addEventListener(
      // Below the baseline: a phone has no wheel.
      'wheel',
      (event) => {
        if (page !== frame || !event.ctrlKey) return
        event.preventDefault()
        enlarge(zoomBy(zoom, wheelFactor(event), fromMiddle(frame.toContainer(event.clientX, event.clientY)), sizes()))
      },
      { passive: false },
    )
  }

  /** Whether a key was for the page that is enlarged, or enlarges it. */
  function key(event: KeyboardEvent): boolean {
    if (!page) return false
    const next = event.key === 'Escape' && zoom.scale > 1 ? WHOLE : zoomByKey(zoom, event, sizes())
    if (next) enlarge(next)
    return next !== undefined
  }

  return {
    listen,
    key,
    /** Another page is on show, or the same in another size: it is whole. */
    show(next: ChapterFrame) {
      enlarge(WHOLE)
      page = next.isFixed ? next : undefined
    },
  }
}
