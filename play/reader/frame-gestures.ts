import { SCROLLER, SOFT_HYPHEN } from './chapter-text.ts'
import { createWheel, type Intent, isLevel, isTap, keyIntent, swipeIntent, tapIntent } from './gestures.ts'
import { pictureAround } from './pictures/picture.ts'

export interface FrameListeners {
  onIntent(intent: Intent): void
  /** A horizontal drag, in pixels to the right of its start. */
  onDrag(pixels: number): void
  /** The finger was lifted, after `onIntent` if it turned the page. */
  onRelease(): void
  onLink(link: HTMLAnchorElement | SVGAElement): void
  /** A tap outside links. Returns whether it was handled. */
  onTap(x: number, y: number): boolean
  /** A tap, or Enter, on a picture that can be opened. */
  onPicture(picture: Element): void
  /** Converts a point of the document to the container's coordinates: a fixed-layout page is scaled. */
  toContainer(x: number, y: number): { x: number; y: number }
  /** Handles a key before it can turn the page. Returns whether it was consumed. */
  onKey(event: KeyboardEvent): boolean
  /** In a scroll, the browser handles keys and the wheel. */
  isPaged(): boolean
  /** The end that a scroll has reached. */
  edge(): Edge
}

type Edge = 'start' | 'end' | 'both' | undefined

/** Pulling this far past the edge of a scroll goes on to the next chapter, or back to the previous one. */
const PULL_PX = 80
const STROKE_PAUSE_MS = 320

/** A tap this far beside a link opens it: a finger covers more than the number of a note. */
const FINGER_PX = 16

/** A second click of a mouse on the text within this time selects a word. */
const DOUBLE_CLICK_MS = 250

const CONTROLS = 'audio, video, button, input, select, textarea, summary, [contenteditable]'

/** Listens for gestures in a chapter's document. Selecting text is neither a tap nor a swipe. */
export function listenToFrame(document: Document, width: () => number, listeners: FrameListeners) {
  const wheelIntent = createWheel()
  let hadSelection = false
  let pointer: string | undefined
  let touch: { x: number; y: number; at: number; edge: Edge } | undefined
  let wheel: { at: number; edge: Edge } = { at: Number.NEGATIVE_INFINITY, edge: undefined }

  const placeOf = ({ clientX, clientY }: Touch) => listeners.toContainer(clientX, clientY)
  const isSelecting = () => document.getSelection()?.isCollapsed === false

  document.addEventListener(
    'pointerdown',
    ({ pointerType }) => {
      hadSelection = isSelecting()
      pointer = pointerType
    },
    { passive: true },
  )

  document.addEventListener('click', (event) => {
    const target = event.target as Element | null
    // By a control, or by a selection, which a tap dismisses.
    const isHandled = target?.closest(CONTROLS) || isSelecting() || hadSelection
    // A click by keyboard has no place.
    const isByFinger = pointer === 'touch' && event.detail > 0
    const link = linkAround(target) ?? (isByFinger && !isHandled ? linkNear(event) : undefined)
    if (link) {
      event.preventDefault()
      listeners.onLink(link)
      return
    }
    if (isHandled) return
    if (listeners.onTap(event.clientX, event.clientY)) return
    const intent = tapIntent(listeners.toContainer(event.clientX, event.clientY).x, width())
    const picture = pictureAround(target)
    if (picture && opens(picture, event.clientX, intent)) return listeners.onPicture(picture)
    if (intent === 'toggle-tools' || !listeners.isPaged()) listeners.onIntent('toggle-tools')
    else if (pointer === 'mouse' && hasText(target)) setTimeout(turnUnlessSelected, DOUBLE_CLICK_MS, intent)
    else listeners.onIntent(intent)
  })

  function turnUnlessSelected(intent: Intent) {
    const isClosed = document.defaultView === null
    if (!isClosed && !isSelecting()) listeners.onIntent(intent)
  }

  /** Whether a tap on a picture opens it. At the edges of one in the middle of the page, it turns the page. */
  function opens(picture: Element, tapX: number, intent: Intent) {
    if (intent === 'toggle-tools' || !listeners.isPaged()) return true
    // A table that continues on the next page has a box on each.
    const boxes = [...picture.getClientRects()]
    const { left, right, top } =
      boxes.find((box) => box.left <= tapX && tapX <= box.right) ?? picture.getBoundingClientRect()
    return tapIntent(listeners.toContainer((left + right) / 2, top).x, width()) !== 'toggle-tools'
  }

  // Below the baseline: a phone has no middle button.
  document.addEventListener('auxclick', (event) => {
    if ((event.target as Element | null)?.closest('a')) event.preventDefault()
  })
  document.addEventListener('submit', (event) => event.preventDefault())

  document.addEventListener(
    'touchstart',
    ({ touches, timeStamp, target }) => {
      const [finger] = touches
      const isOurs = touches.length === 1 && !(target as Element | null)?.closest(`.${SCROLLER}`)
      touch = isOurs && finger ? { ...placeOf(finger), at: timeStamp, edge: listeners.edge() } : undefined
    },
    { passive: true },
  )
  document.addEventListener(
    'touchmove',
    ({ touches }) => {
      const [finger] = touches
      if (!touch || !finger || !listeners.isPaged()) return
      if (touches.length > 1 || isSelecting()) {
        touch = undefined
        return listeners.onRelease()
      }
      const { x, y } = placeOf(finger)
      const moved = { x: x - touch.x, y: y - touch.y }
      if (isLevel(moved)) listeners.onDrag(moved.x)
    },
    { passive: true },
  )
  const letGo = () => {
    touch = undefined
    listeners.onRelease()
  }
  document.addEventListener('touchcancel', letGo, { passive: true })
  document.addEventListener(
    'touchend',
    (event) => {
      const [finger] = event.changedTouches
      if (!touch || !finger || isSelecting()) return letGo()
      const { x, y } = placeOf(finger)
      const moved = { x: x - touch.x, y: y - touch.y, ms: event.timeStamp - touch.at }
      const intent = listeners.isPaged() ? swipeIntent(moved, width()) : pullIntent(touch.edge, -moved.y)
      if (intent) listeners.onIntent(intent)
      else if (event.cancelable && isTap(moved)) turnByTap(event, finger)
      letGo()
    },
    { passive: false },
  )

  /** Finds the link at a tap, or else beside it. */
  function linkNear({ clientX, clientY }: { clientX: number; clientY: number }) {
    return [0, -FINGER_PX, FINGER_PX]
      .map((aside) => linkAround(document.elementFromPoint(clientX + aside, clientY)))
      .find((link) => link !== undefined)
  }

  /** Turns a page on `touchend`: on a slow phone the click comes two frames later, and is suppressed. */
  function turnByTap(event: TouchEvent, finger: Touch) {
    const { clientX, clientY } = finger
    const target = event.target as Element | null
    const intent = tapIntent(listeners.toContainer(clientX, clientY).x, width())
    if (intent === 'toggle-tools' || !listeners.isPaged() || hadSelection) return
    const picture = pictureAround(target)
    if (linkNear(finger) || target?.closest(CONTROLS) || (picture && opens(picture, clientX, intent))) return
    event.preventDefault()
    takeFocus(document)
    if (!listeners.onTap(clientX, clientY)) listeners.onIntent(intent)
  }

  document.addEventListener(
    // Below the baseline: a phone has no wheel.
    'wheel',
    (event) => {
      if (event.ctrlKey) return
      const isSideways = Math.abs(event.deltaX) > Math.abs(event.deltaY)
      if (isSideways && (event.target as Element | null)?.closest(`.${SCROLLER}`)) return
      const delta = isSideways ? event.deltaX : event.deltaY
      if (listeners.isPaged()) {
        event.preventDefault()
        const intent = wheelIntent(delta, event.timeStamp)
        if (intent) listeners.onIntent(intent)
        return
      }
      // Only a stroke that began at the edge goes on to the next chapter.
      const isNewStroke = event.timeStamp - wheel.at > STROKE_PAUSE_MS
      wheel = { at: event.timeStamp, edge: isNewStroke ? listeners.edge() : wheel.edge }
      if (pullIntent(wheel.edge, delta * PULL_PX) === undefined) return
      const intent = wheelIntent(delta, event.timeStamp)
      if (intent) listeners.onIntent(intent)
    },
    { passive: false },
  )

  document.addEventListener('copy', (event) => copyWithoutHyphens(event, document.getSelection()))

  document.addEventListener('keydown', (event) => {
    const target = event.target as Element | null
    if (target?.closest(CONTROLS)) return
    if (listeners.onKey(event)) return event.preventDefault()
    const picture = event.key === 'Enter' && event.target === pictureAround(target) && target
    const intent = keyIntent(event)
    if (picture) listeners.onPicture(picture)
    if (!intent || (!listeners.isPaged() && intent.startsWith('chapter'))) return
    event.preventDefault()
    listeners.onIntent(intent)
  })
}

/** Copies a selection without our soft hyphens. */
function copyWithoutHyphens(event: ClipboardEvent, selection: Selection | null) {
  const { clipboardData, target } = event
  const selected = selection?.toString() ?? ''
  if (!clipboardData || !selected.includes(SOFT_HYPHEN)) return
  const holder = (target as Node).ownerDocument!.createElement('div')
  holder.append(selection!.getRangeAt(0).cloneContents())
  clipboardData.setData('text/plain', selected.replaceAll(SOFT_HYPHEN, ''))
  clipboardData.setData('text/html', holder.innerHTML.replaceAll(SOFT_HYPHEN, ''))
  event.preventDefault()
}

/** Focuses the chapter, as the click would have: a focused toolbar stays over the page. */
function takeFocus({ defaultView }: Document) {
  const frame = defaultView?.frameElement as HTMLElement | null
  if (frame && frame.ownerDocument.activeElement !== frame) frame.focus({ preventScroll: true })
}

/** Whether an element has words of its own, which a double click could select. */
function hasText(element: Element | null) {
  return [...(element?.childNodes ?? [])].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim())
}

/** The link around an element, if a tap follows it. */
function linkAround(target: Element | null) {
  const link = target?.closest<HTMLAnchorElement | SVGAElement>('a')
  return link && linkTarget(link) !== null ? link : undefined
}

function pullIntent(edge: Edge, pulledPx: number): Intent | undefined {
  if ((edge === 'end' || edge === 'both') && pulledPx >= PULL_PX) return 'forward'
  return (edge === 'start' || edge === 'both') && pulledPx <= -PULL_PX ? 'back' : undefined
}

/** The `href` of a link as written; null for a mere anchor. */
export function linkTarget(link: HTMLAnchorElement | SVGAElement): string | null {
  return link.getAttribute('href') ?? link.getAttribute('xlink:href')
}
