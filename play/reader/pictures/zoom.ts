interface Size {
  width: number
  height: number
}

interface Point {
  x: number
  y: number
}

/** Zoom of content that fits a viewport: its scale, and its offset from the viewport's centre in pixels. */
export interface Zoom extends Point {
  scale: number
}

/** Size of the content at scale 1, and of its viewport. */
export interface Sizes {
  fitted: Size
  room: Size
}

export const WHOLE: Zoom = { scale: 1, x: 0, y: 0 }
export const MAX_SCALE = 8
const DOUBLE_TAP_SCALE = 2.5
const DOUBLE_TAP_MS = 300
const DOUBLE_TAP_PX = 30
/** Zoom factor and pan distance of a key press. */
const KEY_FACTOR = 1.4
const KEY_PX = 80
const WHEEL_RATE = 0.0025
/** A trackpad reports a pinch as small wheel events with Ctrl. */
const PINCH_RATE = 0.012

/** Zooms by a factor around a fixed point, relative to the viewport's centre. */
export function zoomBy(zoom: Zoom, factor: number, at: Point, sizes: Sizes): Zoom {
  const scale = Math.min(MAX_SCALE, Math.max(1, zoom.scale * factor))
  const grown = scale / zoom.scale
  return clampToRoom({ scale, x: at.x - (at.x - zoom.x) * grown, y: at.y - (at.y - zoom.y) * grown }, sizes)
}

export function panBy(zoom: Zoom, x: number, y: number, sizes: Sizes): Zoom {
  return clampToRoom({ scale: zoom.scale, x: zoom.x + x, y: zoom.y + y }, sizes)
}

/** Clamps the offset: no gap at an edge, and content smaller than the viewport stays centred. */
function clampToRoom({ scale, x, y }: Zoom, { fitted, room }: Sizes): Zoom {
  const most = (length: number, space: number) => Math.max(0, (length * scale - space) / 2)
  const clamp = (value: number, limit: number) => Math.min(limit, Math.max(-limit, value)) + 0
  return { scale, x: clamp(x, most(fitted.width, room.width)), y: clamp(y, most(fitted.height, room.height)) }
}

type Key = Pick<KeyboardEvent, 'key' | 'altKey' | 'metaKey' | 'ctrlKey'>

/** Returns the zoom after a key press. Undefined for other keys; arrow keys apply only when zoomed. */
export function zoomByKey(zoom: Zoom, { key, altKey, metaKey, ctrlKey }: Key, sizes: Sizes): Zoom | undefined {
  if (altKey || metaKey || ctrlKey) return undefined
  const middle = { x: 0, y: 0 }
  if (key === '+' || key === '=') return zoomBy(zoom, KEY_FACTOR, middle, sizes)
  if (key === '-' || key === '_') return zoomBy(zoom, 1 / KEY_FACTOR, middle, sizes)
  if (zoom.scale === 1) return undefined
  if (key === '0') return WHOLE
  if (key === 'ArrowLeft') return panBy(zoom, KEY_PX, 0, sizes)
  if (key === 'ArrowRight') return panBy(zoom, -KEY_PX, 0, sizes)
  if (key === 'ArrowUp') return panBy(zoom, 0, KEY_PX, sizes)
  if (key === 'ArrowDown') return panBy(zoom, 0, -KEY_PX, sizes)
  return undefined
}

export function wheelFactor({ deltaY, ctrlKey }: Pick<WheelEvent, 'deltaY' | 'ctrlKey'>): number {
  return Math.exp(-deltaY * (ctrlKey ? PINCH_RATE : WHEEL_RATE))
}

/** Zooms in at a double tap, or resets the zoom. */
export function zoomByDoubleTap(zoom: Zoom, at: Point, sizes: Sizes): Zoom {
  return zoom.scale > 1 ? WHOLE : zoomBy(zoom, DOUBLE_TAP_SCALE, at, sizes)
}

/** Creates a detector that returns whether a tap is the second of a double tap. */
export function createDoubleTap(): (at: Point, now: number) => boolean {
  let last: { x: number; y: number; at: number } | undefined
  return ({ x, y }, now) => {
    const isSecond =
      last !== undefined && now - last.at < DOUBLE_TAP_MS && Math.hypot(x - last.x, y - last.y) < DOUBLE_TAP_PX
    last = isSecond ? undefined : { x, y, at: now }
    return isSecond
  }
}

const TAP_PX = 8

/** Handles gestures on `surface`: pinch, double tap and wheel zoom, a drag pans. Calls `onTap` for a single tap. */
export function listenForZoom(
  surface: HTMLElement,
  { zoom, sizes, onZoom, onTap }: { zoom(): Zoom; sizes(): Sizes; onZoom(next: Zoom): void; onTap?(): void },
): void {
  const isDoubleTap = createDoubleTap()
  const fingers = new Map<number, Point>()
  /** Distance moved since the first finger came down. */
  let moved = 0

  const fromMiddle = ({ clientX, clientY }: Pick<MouseEvent, 'clientX' | 'clientY'>): Point => {
    const { left, top, width, height } = surface.getBoundingClientRect()
    return { x: clientX - left - width / 2, y: clientY - top - height / 2 }
  }
  const pinch = () => {
    const [one, other] = [...fingers.values()]
    if (!one || !other) return undefined
    return {
      at: { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 },
      spread: Math.max(1, Math.hypot(one.x - other.x, one.y - other.y)),
    }
  }

  surface.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return
    if (fingers.size === 0) moved = 0
    fingers.set(event.pointerId, fromMiddle(event))
    surface.setPointerCapture(event.pointerId)
  })
  surface.addEventListener('pointermove', (event) => {
    const before = fingers.get(event.pointerId)
    if (!before) return
    const pinchBefore = pinch()
    const now = fromMiddle(event)
    fingers.set(event.pointerId, now)
    moved += Math.hypot(now.x - before.x, now.y - before.y)
    const pinchNow = pinch()
    if (!pinchBefore || !pinchNow) {
      if (moved > TAP_PX) onZoom(panBy(zoom(), now.x - before.x, now.y - before.y, sizes()))
      return
    }
    moved = Number.POSITIVE_INFINITY
    const spread = zoomBy(zoom(), pinchNow.spread / pinchBefore.spread, pinchBefore.at, sizes())
    onZoom(panBy(spread, pinchNow.at.x - pinchBefore.at.x, pinchNow.at.y - pinchBefore.at.y, sizes()))
  })
  const release = (event: PointerEvent) => {
    if (!fingers.delete(event.pointerId) || fingers.size > 0 || moved > TAP_PX || event.type !== 'pointerup') return
    const at = fromMiddle(event)
    if (isDoubleTap(at, event.timeStamp)) onZoom(zoomByDoubleTap(zoom(), at, sizes()))
    else onTap?.()
  }
  surface.addEventListener('pointerup', release)
  surface.addEventListener('pointercancel', release)
  surface.addEventListener(
    // Below the baseline: phones have no wheel.
    'wheel',
    (event) => {
      event.preventDefault()
      onZoom(zoomBy(zoom(), wheelFactor(event), fromMiddle(event), sizes()))
    },
    { passive: false },
  )
}
