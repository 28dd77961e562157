import { typefaceOf } from '../appearance/appearance.ts'
import { appendLayer, writingOf } from './chapter-document.ts'
import type { ChapterLayout, ChapterLook } from './chapter-layout.ts'
import { createChapterScroll } from './chapter-scroll.ts'
import { chapterText, isText } from './chapter-text.ts'
import { createChapterTypefaces } from './chapter-typefaces.ts'
import { createFixedPage } from './fixed-page.ts'
import { barRoom, isShortWindow } from './page-geometry.ts'
import { fixedPageStyle } from './page-style.ts'
import { ONLY_PAGE } from './pagination.ts'
import { runNow, type Steps } from './steps.ts'
import { createTextLayout } from './text-layout.ts'

/**
 * Lays out the document of `frame` in the size of `container`, as pages or as a scroll. `onTextMoved`: pictures or
 * fonts have come, or `details` was opened, and the chapter is to be laid out again.
 * `onPageMoved`: a fixed page was placed or zoomed.
 */
export function createLayoutEngine(
  container: HTMLElement,
  frame: HTMLIFrameElement,
  document: Document,
  isFixed: boolean,
  firstLook: ChapterLook,
  onTextMoved: () => void,
  onPageMoved: () => void,
) {
  const isFixedPage = isFixed || document.contentType.startsWith('image/')
  const fixedPage = createFixedPage(frame, document, onPageMoved)
  const typefaces = createChapterTypefaces(document, invalidate)
  let isCurrent = false
  let size = { width: 0, height: 0 }
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
    lineStarts: [],
    firstLine: 0,
    idStarts: new Map(),
  }
  const layOutText = isFixedPage ? undefined : createTextLayout(frame, layout, typefaces.noteMissing)

  frame.addEventListener('load', invalidate)
  // `details` opened or closed: this event does not bubble.
  document.addEventListener('toggle', invalidate, { capture: true })

  function invalidate() {
    isCurrent = false
    onTextMoved()
  }

  /** Adds the typeface that the look asks for. The chapter is laid out again when it comes late. */
  async function addTypefaceOf({ appearance }: ChapterLook) {
    const typeface = typefaceOf(appearance)
    if (!isFixedPage && typeface && (await typefaces.add(typeface)) && isCurrent) invalidate()
  }

  /**
   * Lays the chapter out in steps, as a generator, since the whole takes long on a slow phone. Returns false when the
   * layout is current, or the container is not rendered.
   */
  function* layOut(look: ChapterLook): Steps<boolean> {
    const { clientWidth: width, clientHeight: height } = container
    if (isCurrent && layout.look === look && size.width === width && size.height === height) return false
    layout.look = look
    size = { width, height }
    void addTypefaceOf(look)
    if (width === 0 || height === 0) return false
    isCurrent = true
    typefaces.beginLayout()
    for (const hiding of ['content-visibility', 'display']) frame.style.removeProperty(hiding)
    if (layOutText) yield* untilCurrent(() => layOutText(size))
    else layOutFixed(look)
    typefaces.awaitMissing()
    return true
  }

  function layOutFixed({ appearance }: ChapterLook) {
    fixedPage.fit(size, barRoom(size.width, appearance.flow === 'pages', isShortWindow(frame.ownerDocument)))
    layout.scroll.reset({ axis: 'x', isReversed: false, ...fixedPage.size() }, false)
    if (layout.text) return
    const text = runNow(chapterText(document.body ?? document.documentElement))
    if (!text.segments.some(({ node }) => isText(node))) return
    layout.text = text
    appendLayer(document).textContent = fixedPageStyle()
    // A selection dragged over the edge scrolls the overflow of the page.
    document.addEventListener('scroll', () => document.defaultView?.scrollTo(0, 0))
  }

  /** Begins again when pictures or fonts have come between two steps. */
  function* untilCurrent(begin: () => Steps<void>): Steps<void> {
    let steps = begin()
    while (!steps.next().done) {
      yield
      if (!isCurrent) steps = begin()
      isCurrent = true
    }
  }

  return { layout, layOut, fixedPage, addTypeface: () => addTypefaceOf(layout.look) }
}
