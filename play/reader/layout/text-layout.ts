import { markDarkDrawings } from '../pictures/dark-drawings.ts'
import { markPictures } from '../pictures/picture.ts'
import { appendLayer, appendStyle } from './chapter-document.ts'
import type { ChapterLayout } from './chapter-layout.ts'
import { hideParts } from './chapter-parts.ts'
import { chapterText } from './chapter-text.ts'
import { FIT, fitToPages } from './fit.ts'
import type { Size } from './fixed-page.ts'
import { tightenFormulas } from './formulas.ts'
import { hyphenationOf } from './hyphenation.ts'
import { markJoinedScripts } from './joined-scripts.ts'
import { isSmallWindow, type PageGeometry, pageGeometry } from './page-geometry.ts'
import { colourStyle, pageStyle, RECOLOURED, spacesOf } from './page-style.ts'
import { type Flow, fitsAcross, fitsColumn, ONLY_PAGE, paginate, startOf, TOLERANCE_PX } from './pagination.ts'
import { markSceneBreaks } from './scene-breaks.ts'
import { mapInSteps, runInTasks, runNow, type Steps } from './steps.ts'
import { keepHeadings, PAGE_START } from './stranded-headings.ts'
import { tightenTables } from './tables.ts'
import { markVerse } from './verse.ts'
import { joinRows, keepRowsWhole } from './whole-rows.ts'
import { shrinkTitles, WIDE_TITLE } from './wide-titles.ts'

/**
 * Prepares the text of a chapter to be laid out as pages or as a scroll: `layOutText` does it in steps, and records the
 * result in `layout`. `onMeasuring`: the text is about to be measured, with the typefaces that are loaded.
 */
export function createTextLayout(frame: HTMLIFrameElement, layout: ChapterLayout, onMeasuring: () => void) {
  const { document, writing, scroll } = layout
  const body = document.body ?? document.documentElement
  const style = appendLayer(document)
  const colours = appendStyle(document)
  const hyphenation = hyphenationOf(body)
  const hasText = /\S/.test(body.textContent)
  let areBreaksMarked = false
  markVerse(body)

  function* layOutText(size: Size): Steps<void> {
    const { width, height } = size
    Object.assign(frame.style, { width: `${width}px`, height: `${height}px` })
    setColours()
    const isSmall = isSmallWindow(frame.ownerDocument)
    const geometry = pageGeometry(width, height, writing, layout.look.appearance, { isSmall })
    const boxes = yield* layOutPages(size, geometry)
    const isBefore = (end: number) => boxes.every((lines) => lines.every((box) => scroll.startOf(box, 0) < end))
    // A short chapter: half of the spread, or most of its second column, would be bare.
    if (geometry.columns === 2 && isBefore(width)) {
      const { appearance } = layout.look
      const isLone = isBefore(width / 2)
      yield* layOutPages(
        size,
        isLone
          ? pageGeometry(width, height, writing, appearance, { isSmall, isLone })
          : { ...geometry, isBalanced: true },
      )
    }
    markPictures(document)
    if (layout.look.palette.isDark) yield* markDarkDrawings(document)
  }

  /** Returns the boxes of each segment of the text, measured while nothing is scrolled. */
  function* layOutPages(size: Size, geometry: PageGeometry): Steps<DOMRect[][]> {
    const { appearance } = layout.look
    const { paragraphSpacing, letterSpacing } = spacesOf(appearance)
    if (paragraphSpacing !== null && !areBreaksMarked) {
      markSceneBreaks(body)
      areBreaksMarked = true
    }
    if (letterSpacing !== null) markJoinedScripts(body)
    const displaying = layout.text ? [] : hideParts(body)
    style.textContent = pageStyle(geometry, writing, appearance)
    // Remove the marks of the previous layout, at another size.
    for (const mark of [FIT, PAGE_START, WIDE_TITLE]) {
      for (const element of document.querySelectorAll(`[${mark}]`)) element.removeAttribute(mark)
    }
    joinRows(body)
    yield* hyphenation.insert(appearance)
    const isPaged = appearance.flow === 'pages'
    // Pages of horizontal lines advance along x, of vertical lines along y; when scrolling it is the other axis.
    const axis = isPaged === writing.isVertical ? 'y' : 'x'
    const flow: Flow = { axis, isReversed: axis === 'x' && writing.isRightToLeft, ...size }
    const columnLength = (axis === 'x' ? size.width : size.height) / geometry.columns
    yield
    scroll.reset(flow, isPaged)
    yield
    yield* displaying
    tightenTables(document, geometry, writing)
    tightenFormulas(document, geometry, writing)
    const text = layout.text ?? (yield* chapterText(body))
    yield
    // Forces the layout, so that it is a step of its own.
    body.getBoundingClientRect()
    yield
    onMeasuring()
    hyphenation.divideTitles()
    shrinkTitles(body)
    if (isPaged) {
      const columnOf = (box: DOMRect) => Math.floor((scroll.startOf(box, 0) + TOLERANCE_PX) / columnLength)
      yield* keepRowsWhole(body, geometry, columnOf)
      yield* keepHeadings(body, columnOf)
    }
    let boxes = yield* fitToPages(body, text, {
      isAstray: (box) => !(isPaged ? fitsColumn(flow, box, columnLength) : fitsAcross(flow, box)),
      room: geometry.room,
      depth: geometry.depth,
    })
    yield
    if (yield* hyphenation.prune()) {
      yield
      boxes = yield* mapInSteps(text.segments, text.boxesOf)
    }
    Object.assign(layout, {
      text,
      isPaged,
      pages: isPaged ? paginate(flow, text.segments, boxes) : [ONLY_PAGE],
      columns: geometry.columns,
      sideMargin: writing.isVertical ? geometry.blockMarginStart : geometry.inlineMargin,
      lineStarts: isPaged ? [] : boxes.map((lines) => Math.max(...lines.map((box) => startOf(flow, box, 0)))),
      firstLine: isPaged ? 0 : geometry.blockMarginStart,
      idStarts: new Map(),
    } satisfies Partial<ChapterLayout>)
    if (isPaged) scroll.reachPage(layout.pages.at(-1)!.index)
    return boxes
  }

  function setColours() {
    colours.textContent = colourStyle(layout.look.palette, { hasText })
    document.documentElement.toggleAttribute(RECOLOURED, !layout.look.preservesColours)
  }

  function isInSight(picture: Element) {
    const { left, top, right, bottom } = picture.getBoundingClientRect()
    const { innerWidth, innerHeight } = document.defaultView!
    return right > 0 && bottom > 0 && left < innerWidth && top < innerHeight
  }

  return {
    layOutText,
    recolour() {
      setColours()
      if (!layout.look.palette.isDark) return
      // Drawings in sight change with the colours; the others, of any size and number, while the member reads.
      runNow(markDarkDrawings(document, isInSight))
      void runInTasks(markDarkDrawings(document))
    },
  }
}
