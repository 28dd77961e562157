import { type Palette, type ResolvedAppearance, typefaceOf } from './appearance.ts'
import { declaredSize, writingOf } from './chapter-document.ts'
import { type ChapterScroll, createChapterScroll } from './chapter-scroll.ts'
import { type ChapterText, chapterText } from './chapter-text.ts'
import { createChapterTypefaces } from './chapter-typefaces.ts'
import { fitToPages, forgetFit } from './fit.ts'
import { createFixedPage } from './fixed-page.ts'
import { tightenFormulas } from './formulas.ts'
import { hyphenationOf } from './hyphenation.ts'
import { joinedScriptsOf } from './joined-scripts.ts'
import { barRoom, isShortWindow, type PageGeometry, pageGeometry, type Writing } from './page-geometry.ts'
import { LAYER, pageStyle, spacesOf } from './page-style.ts'
import { type BookPage, type Flow, fitsAcross, fitsColumn, ONLY_PAGE, paginate, startOf } from './pagination.ts'
import { markPictures } from './pictures/picture.ts'
import { sceneBreaksOf } from './scene-breaks.ts'
import type { Steps } from './steps.ts'
import { tightenTables } from './tables.ts'
import { resetTitles, shrinkTitles } from './wide-titles.ts'

export interface ChapterLook {
  appearance: ResolvedAppearance
  palette: Palette
  /** On white paper the book's own colours stay. */
  keepsColours: boolean
}

/** A chapter as it was last laid out. */
export interface ChapterLayout {
  readonly document: Document
  readonly writing: Writing
  readonly scroll: ChapterScroll
  /** Whether the chapter is a page with a size of its own, shown whole. */
  readonly isFixed: boolean
  look: ChapterLook
  isPaged: boolean
  /** Undefined for a fixed page. */
  text: ChapterText | undefined
  pages: BookPage[]
  /** Columns of text side by side. */
  columns: number
  /** In a scroll, where the last line of each segment begins, in pixels from the start of the chapter. */
  lineStarts: number[]
  /** In a scroll, how far below the top of the window its first line is: below the toolbar. */
  firstLine: number
  /** Where elements begin, by id; undefined for an id that the chapter does not have. */
  idStarts: Map<string, { pixels: number; pageIndex: number } | undefined>
}

const XHTML = 'http://www.w3.org/1999/xhtml'

/**
 * Lays out the document of `frame` in the size of `container`, as pages or as a scroll. `onTextMoved`: pictures or
 * fonts have come, or `details` was opened, and the chapter is to be laid out again.
 */
export function createLayoutEngine(
  container: HTMLElement,
  frame: HTMLIFrameElement,
  document: Document,
  isFixed: boolean,
  firstLook: ChapterLook,
  onTextMoved: () => void,
) {
  const root = document.documentElement
  const body = document.body ?? root
  const style = addStyleElement(document)
  const writing = writingOf(document)
  const hyphenation = hyphenationOf(body)
  const sceneBreaks = sceneBreaksOf(body)
  const joinedScripts = joinedScriptsOf(body)
  const isFixedPage = isFixed || document.contentType.startsWith('image/')
  const declared = isFixedPage ? declaredSize(document) : undefined
  const fixedPage = createFixedPage(frame)
  const typefaces = createChapterTypefaces(document, invalidate)
  let isCurrent = false
  let size = { width: 0, height: 0 }
  const layout: ChapterLayout = {
    document,
    writing,
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
    const [width, height] = [Math.floor(container.clientWidth), Math.floor(container.clientHeight)]
    const isSameSize = size.width === width && size.height === height
    if (isSameSize && layout.look === look && isCurrent) return false
    layout.look = look
    size = { width, height }
    void addTypefaceOf(look)
    if (width === 0 || height === 0) return false
    isCurrent = true
    typefaces.beginLayout()
    for (const hiding of ['content-visibility', 'display']) frame.style.removeProperty(hiding)
    if (isFixedPage) layOutFixed()
    else yield* layOutUntilCurrent()
    typefaces.awaitMissing()
    return true
  }

  /** Begins again when pictures or fonts have come between two steps. */
  function* layOutUntilCurrent(): Steps<void> {
    let steps = layOutReflowable()
    while (!steps.next().done) {
      yield
      if (!isCurrent) steps = layOutReflowable()
      isCurrent = true
    }
  }

  function* layOutReflowable(): Steps<void> {
    const { width, height } = size
    Object.assign(frame.style, { width: `${width}px`, height: `${height}px` })
    const isShort = isShortWindow(container.ownerDocument.documentElement.clientHeight)
    const geometry = pageGeometry(width, height, writing, layout.look.appearance, { isShort })
    const boxes = yield* layOutText(geometry)
    // A short chapter: half of the spread would be bare.
    if (
      geometry.columns === 2 &&
      boxes.every((lines) => lines.every((box) => layout.scroll.startOf(box, 0) < width / 2))
    ) {
      yield* layOutText(pageGeometry(width, height, writing, layout.look.appearance, { isShort, isLone: true }))
    }
    markPictures(document)
  }

  /** Returns the boxes of each segment of the text, measured while nothing is scrolled. */
  function* layOutText(geometry: PageGeometry): Steps<DOMRect[][]> {
    const { appearance, palette, keepsColours } = layout.look
    const { paragraphSpacing, letterSpacing } = spacesOf(appearance)
    if (paragraphSpacing !== null) sceneBreaks.mark()
    if (letterSpacing !== null) joinedScripts.mark()
    style.textContent = pageStyle(geometry, writing, appearance, palette, keepsColours)
    forgetFit(body)
    resetTitles(body)
    hyphenation.insert(appearance)
    yield
    tightenTables(document, geometry, writing)
    tightenFormulas(document, geometry, writing)
    const text = layout.text ?? chapterText(body)
    const isPaged = appearance.flow === 'pages'
    // Pages of horizontal lines advance along x, of vertical lines along y; when scrolling it is the other axis.
    const axis = isPaged === writing.isVertical ? 'y' : 'x'
    const flow: Flow = { axis, isReversed: axis === 'x' && writing.isRightToLeft, ...size }
    const columnLength = (axis === 'x' ? size.width : size.height) / geometry.columns
    layout.scroll.reset(flow, isPaged)
    // Forces the layout, so that it is a step of its own.
    body.getBoundingClientRect()
    yield
    hyphenation.divideTitles()
    shrinkTitles(body)
    let boxes = fitToPages(body, text, {
      isAstray: (box) => !(isPaged ? fitsColumn(flow, box, columnLength) : fitsAcross(flow, box)),
      room: geometry.inlineSize / geometry.columns - geometry.inlineMargin * 2,
      depth: geometry.blockSize - geometry.blockMarginStart - geometry.blockMarginEnd,
    })
    typefaces.noteMissing()
    yield
    if (hyphenation.prune()) {
      yield
      boxes = text.segments.map(text.boxesOf)
      typefaces.noteMissing()
    }
    Object.assign(layout, {
      text,
      isPaged,
      pages: isPaged ? paginate(flow, text.segments, boxes) : [ONLY_PAGE],
      columns: geometry.columns,
      lineStarts: isPaged ? [] : boxes.map((lines) => Math.max(...lines.map((box) => startOf(flow, box, 0)))),
      firstLine: isPaged ? 0 : geometry.blockMarginStart,
      idStarts: new Map(),
    } satisfies Partial<ChapterLayout>)
    if (isPaged) layout.scroll.reachPage(layout.pages.at(-1)!.index)
    return boxes
  }

  function layOutFixed() {
    // Pinching zooms the whole page (`page-zoom.ts`), not the content of its frame.
    root.style.setProperty('touch-action', 'none', 'important')
    root.style.setProperty('overflow', 'hidden', 'important')
    // A browser that inflates text would break the layout fitted to the page.
    root.style.setProperty('-webkit-text-size-adjust', '100%', 'important')
    root.style.setProperty('text-size-adjust', '100%', 'important')
    const isShort = isShortWindow(container.ownerDocument.documentElement.clientHeight)
    const isPaged = layout.look.appearance.flow === 'pages'
    fixedPage.fit(declared ?? filledSize(), size, barRoom(size.width, isPaged, isShort))
  }

  /** The size of a page that fills the screen, or more where its content needs it. */
  function filledSize() {
    Object.assign(frame.style, { width: `${size.width}px`, height: `${size.height}px` })
    return { width: Math.max(size.width, root.scrollWidth), height: Math.max(size.height, root.scrollHeight) }
  }

  return { layout, layOut, fixedPage, addTypeface: () => addTypefaceOf(layout.look) }
}

/** Adds the element that holds our style sheet, and declares its layer before those of the book (`page-style.ts`). */
function addStyleElement(document: Document) {
  const head = document.head ?? document.documentElement
  const layer = document.createElementNS(XHTML, 'style')
  layer.textContent = `@layer ${LAYER};`
  head.prepend(layer)
  const style = document.createElementNS(XHTML, 'style')
  head.append(style)
  return style
}
