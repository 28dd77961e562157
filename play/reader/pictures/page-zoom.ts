import { isKeyOff } from '../../preferences/letter-keys.ts'
import type { ChapterFrame } from '../navigator/chapter-frame.ts'
import { selectedRange } from '../navigator/selection.ts'
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
import { listenForText } from './zoomed-text.ts'

/**
 * Zooms pages of fixed layout in place. `isMiddle`: whether taps at this position turn no page. `onZoom`: overlays of
 * the pages must be moved.
 */
export function createPageZoom(
  container: HTMLElement,
  { isMiddle, onTap, onZoom }: { isMiddle(x: number): boolean; onTap(): void; onZoom(): void },
) {
  /** Handles a tap on a page, at a point of it. Returns whether it did. */
  const taps = new WeakMap<ChapterFrame, (x: number, y: number) => boolean>()
  /** One page, or the two of a spread. */
  let pages: ChapterFrame[] = []
  let zoom: Zoom = WHOLE
  /** Covers a zoomed page and receives all gestures. */
  let surface: HTMLElement | undefined

  function sizes() {
    const room = pages[0]!.fixedPage.room()
    const sizes = pages.map(({ fixedPage }) => fixedPage.fittedSize())
    const fitted = {
      width: Math.max(...sizes.map(({ width }) => width)) * pages.length,
      height: Math.max(...sizes.map(({ height }) => height)),
    }
    return { fitted, room }
  }

  function fromMiddle({ x, y }: { x: number; y: number }) {
    const { width, height, top } = pages[0]!.fixedPage.room()
    return { x: x - width / 2, y: y - top - height / 2 }
  }

  function enlarge(next: Zoom) {
    const isSame = zoom.scale === next.scale && zoom.x === next.x && zoom.y === next.y
    zoom = next
    if (!isSame) onZoom()
    for (const { fixedPage } of pages) fixedPage.setZoom(zoom)
    if (zoom.scale === 1) {
      surface?.remove()
      surface = undefined
    } else if (!surface) {
      surface = container.ownerDocument.createElement('div')
      surface.className = 'reader__zoom'
      surface.style.top = `${pages[0]!.fixedPage.room().top}px`
      const text = listenForText(
        surface,
        () => pages,
        (page, { x, y }) => taps.get(page)?.(x, y) ?? false,
      )
      listenForZoom(surface, { zoom: () => zoom, sizes, onZoom: enlarge, onTap: () => text.tap() || onTap() })
      container.append(surface)
    }
  }

  /** Listens for the first gesture on a page, which the surface does not cover yet. */
  function listen(frame: ChapterFrame, onTap: (x: number, y: number) => boolean) {
    const { document } = frame
    taps.set(frame, onTap)
    const isDoubleTap = createDoubleTap()
    const isVisible = () => pages.includes(frame)
    document.addEventListener('click', (event) => {
      const at = frame.toContainer(event.clientX, event.clientY)
      if (!isVisible() || !isMiddle(at.x) || !isDoubleTap(at, event.timeStamp)) return
      // The second click of a mouse has selected the word under it, or the nearest one.
      const range = selectedRange(document)
      if (range && frame.lettersOf(range) && isIn(range, event)) return
      document.getSelection()?.removeAllRanges()
      enlarge(zoomByDoubleTap(zoom, fromMiddle(at), sizes()))
    })
    listenForPinch(frame, isVisible, (factor, at) => enlarge(zoomBy(WHOLE, factor, fromMiddle(at), sizes())))
    document.addEventListener(
      // Below the baseline: phones have no wheel.
      'wheel',
      (event) => {
        if (!isVisible() || !event.ctrlKey) return
        event.preventDefault()
        enlarge(zoomBy(zoom, wheelFactor(event), fromMiddle(frame.toContainer(event.clientX, event.clientY)), sizes()))
      },
      { passive: false },
    )
  }

  /** Handles a key that zooms the page or pans a zoomed one. Returns whether it did. */
  function key(event: KeyboardEvent): boolean {
    const isSelecting = event.shiftKey && event.key.startsWith('Arrow')
    if (pages.length === 0 || isSelecting || isKeyOff(event)) return false
    const next = event.key === 'Escape' && zoom.scale > 1 ? WHOLE : zoomByKey(zoom, event, sizes())
    if (next) enlarge(next)
    return next !== undefined
  }

  return {
    listen,
    key,
    /** Resets the zoom when other pages are shown, or the same ones in another size. */
    show(...next: ChapterFrame[]) {
      enlarge(WHOLE)
      pages = next.filter(({ isFixed }) => isFixed)
    },
  }
}

function isIn(range: Range, { clientX: x, clientY: y }: MouseEvent): boolean {
  return [...range.getClientRects()].some(
    ({ left, right, top, bottom }) => x >= left && x <= right && y >= top && y <= bottom,
  )
}

/**
 * Listens for two fingers: `onPinch` receives the factor by which they spread, and the point between them at the start.
 */
function listenForPinch(
  { document, toContainer }: ChapterFrame,
  isVisible: () => boolean,
  onPinch: (factor: number, at: { x: number; y: number }) => void,
) {
  let pinch: { spread: number; at: { x: number; y: number } } | undefined
  const begin = ({ touches }: TouchEvent) => {
    const [one, other] = touches
    if (!isVisible() || touches.length !== 2 || !one || !other) return
    const at = toContainer((one.clientX + other.clientX) / 2, (one.clientY + other.clientY) / 2)
    pinch = { spread: Math.max(1, spreadOf(touches)), at }
  }
  const move = ({ touches }: TouchEvent) => {
    if (pinch && touches.length === 2) onPinch(spreadOf(touches) / pinch.spread, pinch.at)
  }
  const end = () => {
    pinch = undefined
  }
  document.addEventListener('touchstart', begin, { passive: true })
  document.addEventListener('touchmove', move, { passive: true })
  document.addEventListener('touchend', end, { passive: true })
  document.addEventListener('touchcancel', end, { passive: true })
}

function spreadOf([one, other]: TouchList): number {
  return Math.hypot(one!.screenX - other!.screenX, one!.screenY - other!.screenY)
}
