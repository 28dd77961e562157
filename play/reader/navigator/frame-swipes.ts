import { SCROLLER } from '../layout/letter-boxes.ts'
import type { ChapterFrame } from './chapter-frame.ts'
import { createWheel, type FrameListeners, type Intent, isLevel, isTap, swipeIntent } from './gestures.ts'
import { selectedRange } from './selection.ts'

/** Pulling this far past the edge of a scroll goes on to the next chapter, or back to the previous one. */
const PULL_PX = 80
const STROKE_PAUSE_MS = 320

type ScrollEnds = ReturnType<typeof endsOf>

/** Listens for the moves of a finger. Selecting text is neither a tap nor a swipe. */
export function listenForSwipes(
  frame: ChapterFrame,
  width: () => number,
  { onIntent, onDrag, onRelease }: FrameListeners,
  onTap: (event: TouchEvent, finger: Touch) => void,
) {
  const { document } = frame
  let start: { x: number; y: number; at: number; ends: ScrollEnds } | undefined

  document.addEventListener(
    'touchstart',
    ({ touches, timeStamp, target }) => {
      const [finger] = touches
      const isOurs = touches.length === 1 && !(target as Element | null)?.closest(`.${SCROLLER}`)
      start = isOurs && finger ? { ...pointOf(finger), at: timeStamp, ends: endsOf(frame) } : undefined
    },
    { passive: true },
  )
  document.addEventListener(
    'touchmove',
    ({ touches }) => {
      const [finger] = touches
      if (!start || !finger || !frame.isPaged()) return
      if (touches.length > 1 || selectedRange(document)) return release()
      const { x, y } = pointOf(finger)
      const moved = { x: x - start.x, y: y - start.y }
      if (isLevel(moved)) onDrag(moved.x)
    },
    { passive: true },
  )
  document.addEventListener('touchcancel', release, { passive: true })
  document.addEventListener(
    'touchend',
    (event) => {
      const [finger] = event.changedTouches
      if (!start || !finger || selectedRange(document)) return release()
      const { x, y } = pointOf(finger)
      const moved = { x: x - start.x, y: y - start.y, ms: event.timeStamp - start.at }
      const intent = frame.isPaged() ? swipeIntent(moved, width()) : pullIntent(start.ends, -moved.y)
      if (intent) onIntent(intent)
      else if (event.cancelable && isTap(moved)) onTap(event, finger)
      release()
    },
    { passive: false },
  )

  function pointOf({ clientX, clientY }: Touch) {
    return frame.toContainer(clientX, clientY)
  }

  function release() {
    start = undefined
    onRelease()
  }
}

/** Listens for the wheel: one page for each stroke, or the next chapter at the end of a scroll. */
export function listenForWheel(frame: ChapterFrame, onIntent: (intent: Intent) => void) {
  const wheelIntent = createWheel()
  let stroke = { at: Number.NEGATIVE_INFINITY, ends: { start: false, end: false } }

  frame.document.addEventListener(
    // Below the baseline: a phone has no wheel.
    'wheel',
    (event) => {
      if (event.ctrlKey) return
      const isSideways = Math.abs(event.deltaX) > Math.abs(event.deltaY)
      const scroller = (event.target as Element | null)?.closest(`.${SCROLLER}`)
      if (scroller && (isSideways || scroller.scrollHeight > scroller.clientHeight)) return
      if (frame.isPaged()) {
        event.preventDefault()
        const intent = wheelIntent(isSideways ? event.deltaX : event.deltaY, event.timeStamp)
        if (intent) onIntent(isSideways ? (intent === 'forward' ? 'right' : 'left') : intent)
        return
      }
      const { isVertical, isRightToLeft } = frame.writing
      const sign = isRightToLeft ? -1 : 1
      const delta = isSideways ? event.deltaX * sign : event.deltaY
      // Only a stroke that began at the edge goes on to the next chapter.
      const isNew = event.timeStamp - stroke.at > STROKE_PAUSE_MS
      stroke = { at: event.timeStamp, ends: isNew ? endsOf(frame) : stroke.ends }
      if (!pullIntent(stroke.ends, delta * PULL_PX)) {
        // Engines scroll sideways only by a sideways stroke, which a common wheel lacks.
        if (isVertical && !isSideways) frame.document.defaultView!.scrollBy(delta * sign, 0)
        return
      }
      const intent = wheelIntent(delta, event.timeStamp)
      if (intent) onIntent(intent)
    },
    { passive: false },
  )
}

/** Returns the ends of a scroll that are on the screen. */
function endsOf(frame: ChapterFrame) {
  return { start: frame.isAtStart(), end: frame.isAtEnd() }
}

function pullIntent({ start, end }: ScrollEnds, pulledPx: number): Intent | undefined {
  if (end && pulledPx >= PULL_PX) return 'forward'
  return start && pulledPx <= -PULL_PX ? 'back' : undefined
}
