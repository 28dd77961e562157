import { type Palette, type ShownAppearance, type Typeface, typefaceOf } from './appearance.ts'
import { adaptBookStyle } from './book-style.ts'
import { createChapterMarks, type Mark } from './chapter-marks.ts'
import { type ChapterText, chapterText, type Piece, trimRange } from './chapter-text.ts'
import { fitToPages, forgetFit } from './fit.ts'
import { hyphenationOf } from './hyphenation.ts'
import { isShortWindow, type PageGeometry, pageGeometry, type Writing } from './page-geometry.ts'
import { LAYER, pageStyle } from './page-style.ts'
import { supportsScriptlessFrameEvents } from './scriptless-frames.ts'
import { addTypeface } from './typefaces.ts'

/** `unreachable`: no answer came. `refused`: the address is no longer (or not) good. */
export class ChapterError extends Error {
  readonly kind: 'unreachable' | 'refused'

  constructor(kind: 'unreachable' | 'refused') {
    super(`The chapter was ${kind}`)
    this.kind = kind
  }
}

export interface ChapterLook {
  appearance: ShownAppearance
  palette: Palette
  /** On white paper the book's own colours stay. */
  keepsColours: boolean
}

/** A page with something on it. */
interface Page {
  /** From the start of the chapter. */
  index: number
  /** What begins it. */
  first: Piece | undefined
  /** Letters before what begins it, and up to the end of what reaches furthest: all that it shows is between. */
  from: number
  to: number
  /** Its first letter, once that was looked for. */
  place?: number
}

export type ChapterFrame = Awaited<ReturnType<typeof loadChapter>>

/** A chapter whose pictures are still on their way is shown after this long, and laid out again when they are there. */
const SHOW_AFTER_MS = 3000
/** A typeface that takes longer does not keep a page from being read. */
const TYPEFACE_WAIT_MS = 120
const LAST_PIXEL = 2
const ONLY_PAGE = { index: 0, first: undefined, from: 0, to: Number.POSITIVE_INFINITY }
/** `Node.DOCUMENT_POSITION_FOLLOWING`. */
const FOLLOWING = 4
const XHTML = 'http://www.w3.org/1999/xhtml'

/**
 * One chapter in a frame of its own, laid out in pages or as a scroll. The frame is sandboxed without scripts, and its
 * address answers with `script-src 'none'`: a book can draw, and nothing else. `onTextMoved`: it is to be laid out again.
 */
export async function loadChapter(
  container: HTMLElement,
  address: string,
  about: { title: string; language: string | undefined; isRightToLeft: boolean; isFixed: boolean },
  firstLook: ChapterLook,
  onTextMoved: () => void,
) {
  const frame = takeBegunFrame(container, address) ?? beginFrame(container, address)
  frame.title = about.title
  frame.className = 'reader-frame'

  let document: Document
  try {
    document = await documentOf(frame)
  } catch (problem) {
    frame.remove()
    throw problem
  }

  const root = document.documentElement
  const body = document.body ?? root
  if (!root.lang && about.language) root.lang = about.language
  const direction = document.defaultView!.getComputedStyle(body).direction
  if (about.isRightToLeft && !root.dir && !body.dir && direction === 'ltr' && isRightToLeftScript(about.language)) {
    root.dir = 'rtl'
  } else if (body.dir && !root.dir) {
    root.dir = body.dir
  }
  adaptBookStyle(document)
  const layer = document.createElementNS(XHTML, 'style')
  layer.textContent = `@layer ${LAYER};`
  ;(document.head ?? root).prepend(layer)
  const style = document.createElementNS(XHTML, 'style')
  ;(document.head ?? root).append(style)
  const writing = writingOf(document)
  const hyphenation = hyphenationOf(body)
  const fixed = about.isFixed || document.contentType.startsWith('image/') ? fixedSize(document, body) : undefined

  let look = firstLook
  let text: ChapterText | undefined
  let width = 0
  let height = 0
  /** Pages are turned along x, except vertical lines, whose columns are stacked along y. A scroll is the other way. */
  let axis: 'x' | 'y' = 'x'
  let pageSize = 1
  let pages: Page[] = [ONLY_PAGE]
  /** In a scroll, where the first line to read is: below the bar of tools. */
  let firstLine = 0
  /** Where the text was last put, to tell scrolling by hand from ours. */
  let putAt = 0
  /** How far what is shown is from there, while a page is on its way. */
  let drift = 0
  /** In a scroll, where each piece of the text last begins a line. */
  let lastStarts: number[] = []
  const marks = createChapterMarks(frame, document)
  /** Typefaces of ours that the document has, or waits for. */
  const typefaces = new Set<Typeface>()
  const filler = document.createElementNS(XHTML, 'div')
  filler.setAttribute('aria-hidden', 'true')
  let isLaidOut = false
  const startsOfIds = new Map<string, { pixels: number; page: number } | undefined>()
  frame.addEventListener('load', layOutAgain)
  // Never `fonts.ready`: iOS before 17 ends the page when a style changes while a font loads that is waited for
  // (https://github.com/readest/readest/pull/5654).
  document.fonts?.addEventListener('loadingdone', layOutAgain)
  // `details` opened or closed: this event does not bubble.
  document.addEventListener('toggle', layOutAgain, { capture: true })

  /** Pictures or fonts came, or a part was folded: the text has moved. */
  function layOutAgain() {
    isLaidOut = false
    onTextMoved()
  }

  /** Adds the typeface that the look asks for. One that is late is laid out when it comes. */
  async function takeTypeface(appearance: ShownAppearance) {
    const typeface = typefaceOf(appearance)
    if (fixed || !typeface || typefaces.has(typeface)) return
    typefaces.add(typeface)
    try {
      await addTypeface(document, typeface)
      if (isLaidOut) layOutAgain()
    } catch {
      typefaces.delete(typeface)
    }
  }

  /** Lays the chapter out, unless it stands so already and nothing of it came since. */
  function layOut(nextLook: ChapterLook) {
    const isAsItWas = width === Math.floor(container.clientWidth) && height === Math.floor(container.clientHeight)
    if (isAsItWas && look === nextLook && isLaidOut) return
    look = nextLook
    void takeTypeface(look.appearance)
    width = Math.floor(container.clientWidth)
    height = Math.floor(container.clientHeight)
    if (width === 0 || height === 0) return
    isLaidOut = true
    if (fixed) return layOutFixed(fixed)
    frame.style.width = `${width}px`
    frame.style.height = `${height}px`
    const isShort = isShortWindow(container.ownerDocument.documentElement.clientHeight)
    const geometry = pageGeometry(width, height, writing, look.appearance, { isShort })
    const boxes = layOutText(geometry)
    // A short chapter: half of the spread would be bare.
    if (geometry.columns === 2 && boxes.every((lines) => lines.every((box) => startOf(box, 0) < pageSize / 2))) {
      layOutText(pageGeometry(width, height, writing, look.appearance, { isShort, isLone: true }))
    }
    marks.draw(text, look.palette)
  }

  /** Returns the boxes of each piece of the text, while nothing is scrolled. */
  function layOutText(geometry: PageGeometry) {
    style.textContent = pageStyle(geometry, writing, look.appearance, look.palette, look.keepsColours)
    forgetFit(body)
    hyphenation.insert(look.appearance)
    tightenTables(geometry)
    const ofChapter = text ?? chapterText(body)
    text = ofChapter
    const isPaged = look.appearance.flow === 'pages'
    axis = isPaged === writing.isVertical ? 'y' : 'x'
    pageSize = axis === 'x' ? width : height
    firstLine = isPaged ? 0 : geometry.blockMarginStart
    startsOfIds.clear()
    filler.remove()
    if (isPaged) fillUpTo(0)
    scrollTo(0)
    let boxes = fitToPages(body, ofChapter, {
      isAstray: isPaged ? (box) => isAcross(box, pageSize / geometry.columns) : isAside,
      room: geometry.inlineSize / geometry.columns - geometry.inlineMargin * 2,
      depth: geometry.blockSize - geometry.blockMarginStart - geometry.blockMarginEnd,
    })
    if (hyphenation.prune()) boxes = ofChapter.pieces.map(ofChapter.boxesOf)
    pages = isPaged ? findPages(ofChapter, boxes) : [ONLY_PAGE]
    if (isPaged) reachLastPage()
    else lastStarts = boxes.map((lines) => Math.max(...lines.map((box) => startOf(box, 0))))
    return boxes
  }

  /** After a modal sheet, Chromium loses the first stroke over a frame that scrolls, unless it was drawn in another size. */
  function wakeScroller() {
    if (isPaged() || fixed) return
    frame.style.height = `${height - 1}px`
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        frame.style.height = `${height}px`
      }),
    )
  }

  /** Whether a box, while nothing is scrolled, is not wholly in one column of one page. */
  function isAcross(box: DOMRect, columnSize: number) {
    const start = startOf(box, 0)
    const end = start + lengthOf(box)
    const column = Math.floor((start + end) / 2 / columnSize)
    const isWithin = start >= column * columnSize - LAST_PIXEL && end <= (column + 1) * columnSize + LAST_PIXEL
    return column < 0 || !isWithin || isAside(box)
  }

  /** Whether a box, while nothing is scrolled, is not wholly within the view, across the way the text goes. Or before all of it. */
  function isAside(box: DOMRect) {
    const [low, high, most] = axis === 'x' ? [box.top, box.bottom, height] : [box.left, box.right, width]
    return low < -LAST_PIXEL || high > most + LAST_PIXEL || startOf(box, 0) < -LAST_PIXEL
  }

  function pageOf(box: DOMRect, from?: number) {
    return Math.max(0, Math.floor((startOf(box, from) + lengthOf(box) / 2) / pageSize))
  }

  function findPages({ pieces }: ChapterText, boxes: DOMRect[][]): Page[] {
    const found = new Map<number, Page>()
    for (const [at, piece] of pieces.entries()) {
      for (const box of boxes[at]!) {
        const index = pageOf(box, 0)
        const page = found.get(index) ?? { index, first: piece, from: piece.start, to: 0 }
        page.to = piece.start + piece.letters
        found.set(index, page)
      }
    }
    if (found.size === 0) return [ONLY_PAGE]
    return [...found.values()].sort((one, other) => one.index - other.index)
  }

  /** A table that does not fit gets smaller letters, and its words are only broken where that is not enough. */
  function tightenTables({ inlineSize, columns, inlineMargin }: PageGeometry) {
    const room = inlineSize / columns - inlineMargin * 2
    for (const table of document.querySelectorAll('table')) {
      table.removeAttribute('data-estante-wide')
      for (const step of ['tight', 'small', 'broken']) {
        if ((writing.isVertical ? table.scrollHeight : table.scrollWidth) <= room + 1) break
        table.setAttribute('data-estante-wide', step)
      }
    }
  }

  /** The last page may be less than a whole one: of two columns, or in Firefox. It could not be scrolled to. */
  function reachLastPage() {
    const end = (pages.at(-1)!.index + 1) * pageSize
    if (extent() < end - LAST_PIXEL) fillUpTo(end - 1)
  }

  /** The filler is there from the first and only moves: when something is added, WebKit breaks the text into pages anew. */
  function fillUpTo(pixels: number) {
    const [along, across] = axis === 'y' ? ['top', 'left'] : [isReversed() ? 'right' : 'left', 'top']
    const declarations = { position: 'absolute', [along]: `${pixels}px`, [across]: '0', width: '1px', height: '1px' }
    const said = Object.entries(declarations).map(([property, value]) => `${property}: ${value} !important`)
    filler.setAttribute('style', said.join('; '))
    if (!filler.isConnected) body.append(filler)
  }

  function layOutFixed(size: { width: number; height: number }) {
    const scale = Math.min(width / size.width, height / size.height)
    Object.assign(frame.style, {
      width: `${size.width}px`,
      height: `${size.height}px`,
      transformOrigin: '0 0',
      transform: `translate(${(width - size.width * scale) / 2}px, ${(height - size.height * scale) / 2}px) scale(${scale})`,
    })
    root.style.setProperty('overflow', 'hidden', 'important')
    // A browser that enlarges type by its own lights would break what was set to fit.
    root.style.setProperty('-webkit-text-size-adjust', '100%', 'important')
    root.style.setProperty('text-size-adjust', '100%', 'important')
    pages = [ONLY_PAGE]
  }

  function scroller() {
    return document.scrollingElement ?? root
  }

  function extent() {
    return axis === 'x' ? scroller().scrollWidth : scroller().scrollHeight
  }

  function isReversed() {
    return axis === 'x' && writing.isRightToLeft
  }

  /** How far the frame is scrolled, in pixels along the way the text goes. */
  function scrolled() {
    const { scrollLeft, scrollTop } = scroller()
    return axis === 'y' ? scrollTop : Math.abs(scrollLeft)
  }

  /** How far in one is: where the page that is on its way will be. Nobody scrolls by hand meanwhile. */
  function settled() {
    return drift === 0 ? scrolled() : putAt
  }

  function scrollTo(pixels: number) {
    scroll(pixels)
    drift = 0
    putAt = scrolled()
  }

  function scroll(pixels: number) {
    if (axis === 'y') scroller().scrollTop = pixels
    else scroller().scrollLeft = isReversed() ? -pixels : pixels
  }

  /** Shows what is so many pixels further on, and leaves the place as it is. */
  function shift(pixels: number) {
    if (pixels === drift) return
    scroll(putAt + pixels)
    // Not read back: that would have the engine lay out within the frame that is to be drawn.
    drift = pixels
  }

  /**
   * Where a box begins, in pixels along the way the text goes, from the start of the chapter. For each of very many boxes,
   * asking the browser how far it is scrolled would take longer than all the rest.
   */
  function startOf(box: DOMRect, from = scrolled()) {
    if (axis === 'y') return box.top + from
    return (isReversed() ? width - box.right : box.left) + from
  }

  function lengthOf(box: DOMRect) {
    return axis === 'y' ? box.height : box.width
  }

  function isPaged() {
    return look.appearance.flow === 'pages'
  }

  /** Among those with something on them. */
  function page() {
    const index = Math.round(settled() / pageSize)
    return Math.max(
      0,
      pages.findLastIndex((one) => one.index <= index),
    )
  }

  function showPage(index: number) {
    scrollTo(pages[Math.min(pages.length - 1, Math.max(0, index))]!.index * pageSize)
  }

  function reveal(box: DOMRect) {
    if (isPaged()) {
      const index = pageOf(box)
      showPage(pages.findLastIndex((one) => one.index <= index))
    } else scrollTo(Math.max(0, startOf(box) - firstLine))
  }

  /** Where what an element holds begins, or what follows an empty one. */
  function boxOfId(id: string) {
    const element = document.getElementById(id)
    if (!element) return undefined
    const first = text?.pieces[firstPieceOf(element)]
    return (first && text?.boxAt(first.start)) ?? element.getClientRects()[0] ?? element.getBoundingClientRect()
  }

  /** The pieces stand in the order of the document: the first that is in an element, or after it. */
  function firstPieceOf(element: Element) {
    let [low, high] = [0, text?.pieces.length ?? 0]
    while (low < high) {
      const middle = (low + high) >> 1
      if (isFrom(element, text!.pieces[middle]!.node)) high = middle
      else low = middle + 1
    }
    return low
  }

  /** Where an element begins, until the chapter is laid out anew: one asks of every entry of the contents at each page. */
  function startOfId(id: string) {
    if (!startsOfIds.has(id)) {
      const box = boxOfId(id)
      startsOfIds.set(id, box && { pixels: startOf(box), page: pageOf(box) })
    }
    return startsOfIds.get(id)
  }

  /** The first letter on show. */
  function firstPlace(text: ChapterText) {
    if (isPaged()) {
      const shown = pages[page()]!
      const { index, first } = shown
      if (!first) return 0
      // Asked once: each time it would make the engine look whether anything is to be laid out.
      const from = scrolled()
      shown.place ??= text.firstPlace(
        first,
        (box) => pageOf(box, from) === index,
        (box) => pageOf(box, from) < index,
      )
      return shown.place
    }
    // The first that begins on the screen, in the order of the text: where `reveal` puts it, it is the first again.
    const lastLine = lastStarts.reduce((last, start) => Math.max(last, start), 0)
    const offset = scrolled()
    const from = Math.min(offset + firstLine, lastLine) - LAST_PIXEL
    const first = text.pieces[lastStarts.findIndex((start) => start >= from)]
    if (!first) return 0
    return text.firstPlace(
      first,
      (box) => startOf(box, offset) >= from,
      (box) => startOf(box, offset) < from,
    )
  }

  await Promise.race([takeTypeface(look.appearance), new Promise((resolve) => setTimeout(resolve, TYPEFACE_WAIT_MS))])

  return {
    frame,
    document,
    writing,
    isFixed: fixed !== undefined,
    layOut,
    /** Pages of the chapter at this size; a scroll counts screens. */
    pageCount: () => (isPaged() || fixed ? pages.length : Math.max(1, Math.ceil((extent() - LAST_PIXEL) / pageSize))),
    page: () => (isPaged() || fixed ? page() : Math.round(scrolled() / pageSize)),
    isAtStart: () => fixed !== undefined || (isPaged() ? page() === 0 : scrolled() < LAST_PIXEL),
    isAtEnd: () =>
      fixed !== undefined ||
      (isPaged() ? page() === pages.length - 1 : scrolled() + pageSize >= extent() - LAST_PIXEL * 2),
    showStart: () => (isPaged() ? showPage(0) : scrollTo(0)),
    showEnd: () => (isPaged() ? showPage(pages.length - 1) : scrollTo(extent())),
    /** A page, or most of a screen, onwards or back. False when there is no more. */
    turn(by: 1 | -1) {
      const before = settled()
      if (fixed) return false
      if (isPaged()) showPage(page() + by)
      else scrollTo(Math.max(0, before + by * pageSize * 0.88))
      return Math.abs(putAt - before) > LAST_PIXEL
    },
    canTurn: (by: 1 | -1) => !fixed && isPaged() && pages[page() + by] !== undefined,
    isTurnedSideways: () => fixed !== undefined || (isPaged() && axis === 'x'),
    shift,
    wasMovedByHand: () => drift === 0 && Math.abs(scrolled() - putAt) > LAST_PIXEL,
    /**
     * Scrolling that nobody asked for lands on a whole page: that of a link that was focused, and the page that was shown
     * where a hand drags the end of a selection over its edge, as Android scrolls then.
     */
    snap() {
      if (!isPaged() || fixed) return
      if (document.getSelection()?.isCollapsed === false) scrollTo(putAt)
      else if (Math.abs(settled() - pages[page()]!.index * pageSize) > LAST_PIXEL) showPage(page())
    },
    /** The first letter on show, as a part of the chapter. */
    progression() {
      return !text || text.letters === 0 || fixed ? 0 : firstPlace(text) / text.letters
    },
    showProgression(progression: number) {
      if (progression <= 0 && !isPaged()) return scrollTo(0)
      const box = text?.boxAt(Math.min(text.letters - 1, Math.round(progression * text.letters)))
      if (box) reveal(box)
    },
    /** The boxes, within the frame, of so many letters from there on. */
    boxesFrom: (progression: number, letters: number) =>
      text?.boxesFrom(Math.round(progression * text.letters), letters) ?? [],
    showLetter(place: number) {
      const box = text?.boxAt(Math.min(text.letters - 1, place))
      if (box) reveal(box)
    },
    /** Draws these marks, and no others. */
    setMarks(next: readonly Mark[]) {
      marks.set(next)
      if (isLaidOut) marks.draw(text, look.palette)
    },
    markAt: (x: number, y: number) => marks.at(x, y, pages[page()]!),
    /** The letters of a selection without the spaces around them; undefined when it has no words. */
    lettersOf(range: Range) {
      if (!text) return undefined
      const start = text.placeOf(range.startContainer, range.startOffset)
      const end = text.placeOf(range.endContainer, range.endOffset)
      return trimRange(text.lettersOf(start, end), start)
    },
    /** The boxes of these letters that are on the screen. */
    boxesOf: (start: number, end: number) => marks.boxesOf({ start, end }),
    wordsOf: (start: number, end: number) => text?.wordsOf(Math.max(0, start), end) ?? '',
    letters: () => text?.letters ?? 0,
    /** Whether the letter at a place is on the page, or on the screen of a scroll. */
    isOnShow(place: number) {
      if (fixed || !text) return true
      const box = text.boxAt(Math.min(text.letters - 1, place))
      if (!box) return false
      if (isPaged()) return pageOf(box) === pages[page()]!.index
      const start = startOf(box) - scrolled()
      return start >= firstLine - LAST_PIXEL && start < pageSize
    },
    /** False when the chapter has no such id. */
    showId(id: string) {
      const box = boxOfId(id)
      if (box) reveal(box)
      return box !== undefined
    },
    /** Tells whether an element begins on what is on show now, or before; undefined when there is none. */
    reached() {
      const last = isPaged() ? pages[page()]!.index : scrolled() + pageSize / 2
      return (id: string) => {
        const start = startOfId(id)
        return start && (isPaged() ? start.page : start.pixels) <= last
      }
    },
    /** Pages, or screens, between what is on show and an element: those that hold nothing of it. */
    pagesBefore(id: string) {
      const start = startOfId(id)
      if (!start) return 0
      if (!isPaged()) return Math.max(0, Math.ceil((start.pixels - scrolled()) / pageSize) - 1)
      const index = pages.findLastIndex((one) => one.index <= start.page)
      const first = pages[index]?.first?.node
      const isAtTop = first !== undefined && isFrom(document.getElementById(id)!, first)
      return Math.max(0, index - page() - (isAtTop ? 1 : 0))
    },
    setCurrent(isCurrent: boolean) {
      frame.inert = !isCurrent
      frame.toggleAttribute('data-current', isCurrent)
      if (!isCurrent) document.getSelection()?.removeAllRanges()
    },
    wakeScroller,
    remove() {
      marks.remove()
      frame.remove()
    },
  }
}

function beginFrame(container: HTMLElement, address: string): HTMLIFrameElement {
  const frame = container.ownerDocument.createElement('iframe')
  // WebKit hears no event of a frame that may not run scripts (bug 218086); there the address's own policy keeps them out.
  frame.setAttribute(
    'sandbox',
    supportsScriptlessFrameEvents() ? 'allow-same-origin' : 'allow-same-origin allow-scripts',
  )
  frame.inert = true
  frame.src = address
  container.append(frame)
  return frame
}

/** The frame in which the launch began to load the first chapter (`launch/begin-launch.ts`), if it is the one that is wanted. */
function takeBegunFrame(container: HTMLElement, address: string): HTMLIFrameElement | undefined {
  const frame = container.ownerDocument.querySelector<HTMLIFrameElement>('body > iframe[data-first-chapter]')
  if (frame?.src === address && supportsScriptlessFrameEvents(frame)) {
    // Below the baseline: where there is no `moveBefore`, no frame was begun.
    container.moveBefore(frame, null)
    frame.removeAttribute('style')
    return frame
  }
  frame?.remove()
  return undefined
}

/** Whether a node is in an element, or after it. */
function isFrom(element: Element, node: Node) {
  return element.contains(node) || (element.compareDocumentPosition(node) & FOLLOWING) === FOLLOWING
}

async function documentOf(frame: HTMLIFrameElement): Promise<Document> {
  const loaded = new Promise<void>((resolve) => {
    if (frame.dataset.firstChapter === 'loaded') resolve()
    else frame.addEventListener('load', () => resolve(), { once: true })
  })
  let timer: ReturnType<typeof setInterval> | undefined
  const readable = new Promise<void>((resolve) => {
    const startedAt = performance.now()
    timer = setInterval(() => {
      const { contentDocument } = frame
      const isThere =
        contentDocument && contentDocument.URL !== 'about:blank' && contentDocument.readyState !== 'loading'
      if (isThere && performance.now() - startedAt > SHOW_AFTER_MS) resolve()
    }, 250)
  })
  await Promise.race([loaded, readable])
  clearInterval(timer)
  // The browser's own page for a failed load is of another origin; an error of the service is JSON.
  const document = frame.contentDocument
  if (!document || document.URL === 'about:blank') throw new ChapterError('unreachable')
  if (!/html|xml|image/.test(document.contentType)) throw new ChapterError('refused')
  return document
}

function writingOf(document: Document): Writing {
  const { writingMode, direction } = document.defaultView!.getComputedStyle(document.body ?? document.documentElement)
  const isVertical = writingMode.startsWith('vertical')
  return { isVertical, isRightToLeft: isVertical ? writingMode === 'vertical-rl' : direction === 'rtl' }
}

function isRightToLeftScript(language: string | undefined) {
  return /^(ar|he|iw|fa|ur|yi|dv|ps|sd|ug)\b/i.test(language ?? '')
}

/** The page size a fixed-layout chapter declares: https://www.w3.org/TR/epub-33/#sec-fxl-content-dimensions. */
function fixedSize(document: Document, body: HTMLElement) {
  const viewport = document.querySelector('meta[name="viewport"]')?.getAttribute('content') ?? ''
  const [, width] = /width\s*=\s*([\d.]+)/.exec(viewport) ?? []
  const [, height] = /height\s*=\s*([\d.]+)/.exec(viewport) ?? []
  if (width && height) return { width: Number(width), height: Number(height) }
  const box = document.querySelector('svg')?.viewBox?.baseVal
  if (box && box.width > 0 && box.height > 0) return { width: box.width, height: box.height }
  const picture = document.querySelector<HTMLImageElement>('body > img:only-child')
  if (picture && picture.naturalWidth > 0) return { width: picture.naturalWidth, height: picture.naturalHeight }
  return { width: Math.max(300, body.scrollWidth), height: Math.max(300, body.scrollHeight) }
}
