import { WHOLE, type Zoom } from './pictures/zoom.ts'

interface Size {
  width: number
  height: number
}

/** Places the frame of a page of fixed layout in its container: whole, or enlarged. */
export function createFixedPage(frame: HTMLIFrameElement) {
  let page: Size = { width: 0, height: 0 }
  let room = page
  let fitted = { scale: 1, left: 0, top: 0 }
  let zoom = WHOLE

  function placement() {
    const [x, y] = [room.width / 2, room.height / 2]
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
  }

  return {
    /** Shows the whole page, as large as the room allows. */
    fit(nextPage: Size, nextRoom: Size) {
      page = nextPage
      room = nextRoom
      const scale = Math.min(room.width / page.width, room.height / page.height)
      fitted = { scale, left: (room.width - page.width * scale) / 2, top: (room.height - page.height * scale) / 2 }
      Object.assign(frame.style, { width: `${page.width}px`, height: `${page.height}px`, transformOrigin: '0 0' })
      setZoom(WHOLE)
    },
    /** The size of the page when it is shown whole. */
    fittedSize: (): Size => ({ width: page.width * fitted.scale, height: page.height * fitted.scale }),
    setZoom,
    /** Where a point of the page is in the container. */
    toContainer(x: number, y: number) {
      const { left, top, scale } = placement()
      return { x: left + x * scale, y: top + y * scale }
    },
  }
}
