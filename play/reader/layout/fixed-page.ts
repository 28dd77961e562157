import { WHOLE, type Zoom } from '../pictures/zoom.ts'
import { declaredSize } from './chapter-document.ts'

export interface Size {
  width: number
  height: number
}

export type Side = 'left' | 'right'

/** A page is shown beside another where that leaves it at least this part of its size. */
const MIN_SHARE_OF_SIZE = 0.7

/** Places the frame of a page of fixed layout in its container: alone or on a side of a spread, whole or enlarged. */
export function createFixedPage(frame: HTMLIFrameElement, document: Document, onMoved: () => void) {
  let page: Size = { width: 0, height: 0 }
  let room = page
  /** The height of the toolbar above the page. */
  let head = 0
  let fitted = { scale: 1, left: 0, top: 0 }
  let zoom = WHOLE
  let side: Side | undefined

  function placement() {
    const [x, y] = [room.width / 2, head + room.height / 2]
    return {
      left: x + zoom.x + (fitted.left - x) * zoom.scale,
      top: y + zoom.y + (fitted.top - y) * zoom.scale,
      scale: fitted.scale * zoom.scale,
    }
  }

  function setZoom(next: Zoom) {
    zoom = next
    const { left, top, scale } = placement()
    frame.style.transform = `translate(${left}px, ${top}px) scale(${scale})`
    onMoved()
  }

  function scaleIn(width: number) {
    return Math.min(width / page.width, room.height / page.height)
  }

  function position() {
    const scale = scaleIn(side ? room.width / 2 : room.width)
    const width = page.width * scale
    // The pages of a spread touch in the middle.
    const left = room.width / 2 - (side === 'left' ? width : side === 'right' ? 0 : width / 2)
    fitted = { scale, left, top: head + (room.height - page.height * scale) / 2 }
    Object.assign(frame.style, { width: `${page.width}px`, height: `${page.height}px`, transformOrigin: '0 0' })
    // A page without a background is drawn for white paper, also in a dark reader.
    frame.style.background = '#fff'
    setZoom(WHOLE)
  }

  /** Returns the size of a page that fills the screen, or more where its content needs it. */
  function filledSize({ width, height }: Size): Size {
    Object.assign(frame.style, { width: `${width}px`, height: `${height}px` })
    const { scrollWidth, scrollHeight } = document.documentElement
    return { width: Math.max(width, scrollWidth), height: Math.max(height, scrollHeight) }
  }

  return {
    /** Shows the whole page, as large as the room below `nextHead` allows. */
    fit(size: Size, nextHead: number) {
      const { style } = document.documentElement
      // Pinching zooms the whole page (`page-zoom.ts`), not the content of its frame.
      style.setProperty('touch-action', 'none', 'important')
      style.setProperty('overflow', 'hidden', 'important')
      // A browser that inflates text would break the layout fitted to the page.
      style.setProperty('-webkit-text-size-adjust', '100%', 'important')
      style.setProperty('text-size-adjust', '100%', 'important')
      page = declaredSize(document) ?? filledSize(size)
      head = nextHead
      room = { width: size.width, height: size.height - head }
      position()
    },
    /** Moves the page to a side of a spread, or back to the middle. */
    moveTo(next: Side | undefined) {
      if (next === side) return
      side = next
      position()
    },
    size: () => page,
    /** Whether half of the room leaves the page most of its size. */
    isWorthHalf: () => scaleIn(room.width / 2) >= scaleIn(room.width) * MIN_SHARE_OF_SIZE,
    /** The size of the page when it is shown whole. */
    fittedSize: (): Size => ({ width: page.width * fitted.scale, height: page.height * fitted.scale }),
    /** Where the room for the page begins and ends, in the container. */
    room: () => ({ ...room, top: head }),
    setZoom,
    /** Where a point of the page is in the container. */
    toContainer(x: number, y: number) {
      const { left, top, scale } = placement()
      return { x: left + x * scale, y: top + y * scale }
    },
    /** Where a point of the container is on the page. */
    toPage(x: number, y: number) {
      const { left, top, scale } = placement()
      return { x: (x - left) / scale, y: (y - top) / scale }
    },
  }
}
