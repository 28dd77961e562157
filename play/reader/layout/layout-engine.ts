import { areLaidOutAlike, typefaceOf } from '../appearance/appearance.ts'
import { appendLayer, writingOf } from './chapter-document.ts'
import type { ChapterLayout, ChapterLook } from './chapter-layout.ts'
import { createChapterScroll } from './chapter-scroll.ts'
import { chapterText } from './chapter-text.ts'
import { createChapterTypefaces } from './chapter-typefaces.ts'
import { createFixedPage, type Size } from './fixed-page.ts'
import { barRoom, isSmallWindow } from './page-geometry.ts'
import { fixedPageStyle } from './page-style.ts'
import { ONLY_PAGE } from './pagination.ts'
import { isText } from './segments.ts'
import { runNow, type Steps } from './steps.ts'
import { createTextLayout } from './text-layout.ts'

const WHOLE_WIDTH = { left: 0, scale: 1 }
/** Margin on both sides of a held page, whose container has become narrower than its layout. */
const HELD_MARGIN_PX = 16

/**
 * Lays out the document of `frame` in the size of `container`, as pages or as a scroll. `onTextMoved`: pictures or
 * fonts have come, or `details` was opened, and the chapter is to be laid out again; `hasLoaded`: its last picture has
 * come or failed.
 * `onPageMoved`: a fixed page was placed or zoomed.
 */
export function createLayoutEngine(
  container: HTMLElement,
  frame: HTMLIFrameElement,
  document: Document,
  isFixed: boolean,
  firstLook: ChapterLook,
  onTextMoved: (hasLoaded: boolean) => void,
  onPageMoved: () => void,
) {
  const isFixedPage = isFixed || document.contentType.startsWith('image/')
  const fixedPage = createFixedPage(frame, document, onPageMoved)
  const typefaces = createChapterTypefaces(document, () => invalidate())
  let isCurrent = false
  let isHeld = false
  let size: Size = { width: 0, height: 0 }
  /** The place of a text's frame in the container. */
  let placement = WHOLE_WIDTH
  const layout: ChapterLayout = {
    document,
    writing: writingOf(document),
    scroll: createChapterScroll(document),
    isFixed: isFixedPage,
    look: firstLook,
    isPaged: isFixedPage || firstLook.appearance.flow === 'pages',
    text: undefined,
    pages: [ONLY_PAGE],
    columns: 1,
    sideMargin: 0,
    lineStarts: [],
    firstLine: 0,
    idStarts: new Map(),
  }
  const text = isFixedPage ? undefined : createTextLayout(frame, layout, typefaces.noteLoaded)

  frame.addEventListener('load', invalidate)
  // `details` opened or closed: this event does not bubble.
  document.addEventListener('toggle', invalidate, { capture: true })

  function invalidate(event?: Event) {
    isCurrent = false
    onTextMoved(event?.type === 'load')
  }

  /** Adds the typeface that the look asks for. The chapter is laid out again when it comes late. */
  async function addTypefaceOf({ appearance }: ChapterLook) {
    const typeface = typefaceOf(appearance)
    if (!isFixedPage && typeface && (await typefaces.add(typeface)) && isCurrent) invalidate()
  }

  function isRendered() {
    return container.clientWidth > 0 && container.clientHeight > 0
  }

  /** Whether the letters are where a look places them in the present size of the container. */
  function isLaidOut({ appearance }: ChapterLook) {
    const isSameSize = size.width === container.clientWidth && size.height === container.clientHeight
    return isCurrent && (isSameSize || !isRendered()) && areLaidOutAlike(appearance, layout.look.appearance)
  }

  /**
   * Lays the chapter out in steps, as a generator, since the whole takes long on a slow phone. Returns false when
   * nothing has changed, or the container is not rendered, or no longer.
   */
  function* layOut(lookOf: () => ChapterLook): Steps<boolean> {
    if (isHeld || isLaidOut(lookOf())) return recolour(lookOf())
    if (!isRendered()) return false
    for (const hiding of ['content-visibility', 'display', 'transform']) frame.style.removeProperty(hiding)
    begin(lookOf())
    if (!text) layOutFixed()
    else if (!(yield* untilLaidOut(lookOf, text.layOutText))) return false
    typefaces.awaitMissing()
    return true
  }

  /**
   * Begins again when the look or the size has changed, or pictures or fonts have come, between two steps. Returns
   * false when the container is no longer rendered, where nothing has boxes to measure.
   */
  function* untilLaidOut(lookOf: () => ChapterLook, layOutText: (size: Size) => Steps<void>): Steps<boolean> {
    let steps = layOutText(size)
    while (!steps.next(false).done) {
      const isNewTask = yield
      // Within a task nothing changes, and reading the size of the container for each paragraph takes long.
      if (!isNewTask) continue
      if (!isRendered()) {
        isCurrent = false
        return false
      }
      if (isLaidOut(lookOf())) continue
      begin(lookOf())
      steps = layOutText(size)
    }
    return true
  }

  function begin(look: ChapterLook) {
    layout.look = look
    size = { width: container.clientWidth, height: container.clientHeight }
    placement = WHOLE_WIDTH
    isCurrent = true
    typefaces.beginLayout()
    void addTypefaceOf(look)
  }

  /** Applies the colours of a look. Returns false when the page already has them. */
  function recolour({ palette, preservesColours }: ChapterLook): boolean {
    const { look } = layout
    if (palette === look.palette && preservesColours === look.preservesColours) return false
    layout.look = { ...look, palette, preservesColours }
    text?.recolour()
    return true
  }

  /** Keeps the present layout until it is released, scaled down so that its lines fit a narrower container. */
  function hold() {
    isHeld = true
    const { clientWidth, clientHeight } = container
    const { isVertical } = layout.writing
    const linesWidth = size.width - layout.sideMargin * 2 + HELD_MARGIN_PX * 2
    const scale = Math.min(1, clientWidth / linesWidth, isVertical ? clientHeight / size.height : 1)
    placement = { left: (clientWidth - size.width * scale) / 2, scale }
    Object.assign(frame.style, {
      transform: `translate(${placement.left}px) scale(${scale})`,
      transformOrigin: '0 0',
    })
  }

  function layOutFixed() {
    const { appearance } = layout.look
    fixedPage.fit(size, barRoom(size.width, appearance.flow === 'pages', isSmallWindow(frame.ownerDocument)))
    layout.scroll.reset({ axis: 'x', isReversed: false, ...fixedPage.size() }, false)
    if (layout.text) return
    const words = runNow(chapterText(document.body ?? document.documentElement))
    if (!words.segments.some(({ node }) => isText(node))) return
    layout.text = words
    appendLayer(document).textContent = fixedPageStyle()
    // A selection dragged over the edge scrolls the overflow of the page.
    document.addEventListener('scroll', () => document.defaultView?.scrollTo(0, 0))
  }

  return {
    layout,
    layOut,
    isLaidOut,
    hold,
    release() {
      isHeld = false
      placement = WHOLE_WIDTH
      frame.style.removeProperty('transform')
    },
    fixedPage,
    addTypeface: () => addTypefaceOf(layout.look),
    /** Where a point of the document is in the container. */
    toContainer(x: number, y: number) {
      if (isFixedPage) return fixedPage.toContainer(x, y)
      return { x: placement.left + x * placement.scale, y: y * placement.scale }
    },
  }
}
