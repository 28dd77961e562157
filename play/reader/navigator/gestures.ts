/** The meaning of a gesture or key on the page. */
export type Intent = 'forward' | 'back' | 'left' | 'right' | 'chapter-start' | 'chapter-end' | 'toggle-tools'

export interface FrameListeners {
  onIntent(intent: Intent): void
  /** A horizontal drag, in pixels to the right of its start. */
  onDrag(pixels: number): void
  /** The finger was lifted, after `onIntent` if it turned the page. */
  onRelease(): void
  onLink(link: Element): void
  /** A tap outside links. Returns whether it was handled. */
  onTap(x: number, y: number): boolean
  /** A tap, or Enter, on a picture that can be opened. */
  onPicture(picture: Element): void
  /** Handles a key before it can turn the page. Returns whether it was consumed. */
  onKey(event: KeyboardEvent): boolean
}

/** Decides what a tap does: in the outer 30 % of either side it turns the page; between, it toggles the toolbar. */
export function tapIntent(x: number, width: number): Intent {
  if (x < width * 0.3) return 'left'
  return x > width * 0.7 ? 'right' : 'toggle-tools'
}

const CORNER_PX = 48

/** Whether a tap is in the corner where the ribbon of a bookmark is drawn. */
export function isRibbonCorner(tap: { x: number; y: number }, width: number): boolean {
  return tap.x > width - CORNER_PX && tap.y < CORNER_PX
}

const TAP_MAX_PX = 10
/** A longer press selects text, or opens a menu. */
const TAP_MAX_MS = 450

/** Whether a touch was short and did not move. */
export function isTap(moved: { x: number; y: number; ms: number }): boolean {
  return Math.max(Math.abs(moved.x), Math.abs(moved.y)) < TAP_MAX_PX && moved.ms < TAP_MAX_MS
}

const SWIPE_MIN_PX = 36
const SWIPE_MAX_MS = 900

/** A page dragged this far is turned, at any speed. */
const DRAG_MIN_PART = 0.3

/** Whether a move is mostly horizontal. */
export function isLevel(moved: { x: number; y: number }): boolean {
  return Math.abs(moved.y) <= Math.abs(moved.x) * 0.75
}

/** Recognises a swipe that turns a page of this width: mostly horizontal, and quick or long. */
export function swipeIntent(moved: { x: number; y: number; ms: number }, width: number): Intent | undefined {
  const least = moved.ms > SWIPE_MAX_MS ? width * DRAG_MIN_PART : SWIPE_MIN_PX
  if (Math.abs(moved.x) < least || !isLevel(moved)) return undefined
  return moved.x < 0 ? 'right' : 'left'
}

type Key = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>

export function keyIntent({ key, shiftKey, ctrlKey, metaKey, altKey }: Key): Intent | undefined {
  if (ctrlKey || metaKey || altKey) return undefined
  if (key === ' ') return shiftKey ? 'back' : 'forward'
  if (shiftKey) return undefined
  const intents: Record<string, Intent> = {
    ArrowRight: 'right',
    ArrowLeft: 'left',
    PageDown: 'forward',
    PageUp: 'back',
    Home: 'chapter-start',
    End: 'chapter-end',
  }
  return intents[key]
}

const WHEEL_PX = 50
const WHEEL_PAUSE_MS = 320

/** Reduces the events of a wheel or trackpad to one page for each stroke. */
export function createWheel() {
  let distance = 0
  let turnedAt = Number.NEGATIVE_INFINITY
  let movedAt = Number.NEGATIVE_INFINITY

  return function wheelIntent(delta: number, now: number): Intent | undefined {
    if (now - movedAt > WHEEL_PAUSE_MS) distance = 0
    movedAt = now
    if (now - turnedAt < WHEEL_PAUSE_MS) return undefined
    distance += delta
    if (Math.abs(distance) < WHEEL_PX) return undefined
    const intent = distance > 0 ? 'forward' : 'back'
    distance = 0
    turnedAt = now
    return intent
  }
}

/** Maps `left` and `right` to the order of a book: Hebrew and vertical Japanese go on to the left. */
export function inReadingOrder(intent: Intent, isRightToLeft: boolean): Intent {
  if (intent === 'right') return isRightToLeft ? 'back' : 'forward'
  if (intent === 'left') return isRightToLeft ? 'forward' : 'back'
  return intent
}
