import { type Flow, pageIndexOf, startOf, TOLERANCE_PX, windowLength } from './pagination.ts'

export type ChapterScroll = ReturnType<typeof createChapterScroll>

/** Scrolls a chapter's document along its flow. Offsets are pixels from the start of the chapter. */
export function createChapterScroll(document: Document) {
  const filler = document.createElementNS('http://www.w3.org/1999/xhtml', 'div')
  filler.setAttribute('aria-hidden', 'true')
  let flow: Flow = { axis: 'x', isReversed: false, width: 1, height: 1 }
  /** Where the chapter was last scrolled to by `to`: a difference is the member's own scrolling. */
  let target = 0
  /** How far from `target` a page is drawn while it is being turned. */
  let drift = 0

  function scroller() {
    return document.scrollingElement ?? document.documentElement
  }

  function offset() {
    const { scrollLeft, scrollTop } = scroller()
    return flow.axis === 'y' ? scrollTop : Math.abs(scrollLeft)
  }

  function extent() {
    return flow.axis === 'x' ? scroller().scrollWidth : scroller().scrollHeight
  }

  function to(pixels: number) {
    scroll(pixels)
    drift = 0
    target = offset()
  }

  function scroll(pixels: number) {
    if (flow.axis === 'y') scroller().scrollTop = pixels
    else scroller().scrollLeft = flow.isReversed ? -pixels : pixels
  }

  /** The filler is only moved, never added: adding an element makes WebKit paginate the text again. */
  function fillTo(pixels: number) {
    const [along, across] = flow.axis === 'y' ? ['top', 'left'] : [flow.isReversed ? 'right' : 'left', 'top']
    const size = { width: '1px', height: '1px', 'max-width': 'none', 'max-height': 'none' }
    const style = { position: 'absolute', [along]: `${pixels}px`, [across]: '0', ...size }
    const declarations = Object.entries(style).map(([property, value]) => `${property}: ${value} !important`)
    filler.setAttribute('style', declarations.join('; '))
    if (!filler.isConnected) (document.body ?? document.documentElement).append(filler)
  }

  return {
    flow: () => flow,
    windowLength: () => windowLength(flow),
    /** Where a box begins. For many boxes, pass an offset read once: each read may force a layout. */
    startOf: (box: DOMRect, from = offset()) => startOf(flow, box, from),
    pageIndexOf: (box: DOMRect, from = offset()) => pageIndexOf(flow, box, from),
    offset,
    extent,
    to,
    /** Goes back to the start, for a chapter that is about to be laid out along `next`. */
    reset(next: Flow, isPaged: boolean) {
      flow = next
      filler.remove()
      if (isPaged) fillTo(0)
      to(0)
    },
    /** The offset after a running page turn, during which nothing else scrolls. */
    settled: () => (drift === 0 ? offset() : target),
    target: () => target,
    /** Sets the page to turn to, without drawing: reading the offset after scrolling would force a layout. */
    aim(pixels: number) {
      drift += (drift === 0 ? offset() : target) - pixels
      target = pixels
    },
    /** Draws the content this many pixels further on, without leaving the page. */
    shift(pixels: number) {
      if (pixels === drift) return
      scroll(target + pixels)
      drift = pixels
      // Read back only at the end: it forces a layout. Where the engine stops short is no scrolling by hand.
      if (pixels === 0) target = offset()
    },
    wasMovedByHand: () => drift === 0 && Math.abs(offset() - target) > TOLERANCE_PX,
    /** Makes room to scroll to the last page, which two columns, or Firefox, may leave shorter than a window. */
    reachPage(index: number) {
      const end = (index + 1) * windowLength(flow)
      if (extent() < end - TOLERANCE_PX) fillTo(end - 1)
    },
  }
}
