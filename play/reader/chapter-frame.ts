import type { Appearance, Palette } from './appearance.ts'
import { type ChapterText, chapterText } from './chapter-text.ts'
import { type PageGeometry, pageGeometry, type Writing } from './page-geometry.ts'
import { pageStyle } from './page-style.ts'
import { canHearSilentFrames } from './silent-frames.ts'

/** `unreachable`: no answer came. `refused`: the address is no longer (or not) good. */
export class ChapterError extends Error {
  readonly kind: 'unreachable' | 'refused'

  constructor(kind: 'unreachable' | 'refused') {
    super(`The chapter was ${kind}`)
    this.kind = kind
  }
}

export interface ChapterLook {
  appearance: Appearance
  palette: Palette
  /** On white paper the book's own colours stay. */
  keepsColours: boolean
}

export type ChapterFrame = Awaited<ReturnType<typeof loadChapter>>

/** A chapter whose pictures are still on their way is shown after this long, and laid out again when they are there. */
const SHOW_AFTER_MS = 3000
const LAST_PIXEL = 2

/**
 * One chapter in a frame of its own, laid out in pages or as a scroll. The frame is sandboxed without scripts, and its
 * address answers with `script-src 'none'`: a book can draw, and nothing else.
 */
export async function loadChapter(
  container: HTMLElement,
  address: string,
  about: { title: string; language: string | undefined; isRightToLeft: boolean; isFixed: boolean },
  firstLook: ChapterLook,
) {
  const frame = container.ownerDocument.createElement('iframe')
  // WebKit hears no event of a frame that may not run scripts (bug 218086); there the address's own policy keeps them out.
  frame.setAttribute('sandbox', canHearSilentFrames() ? 'allow-same-origin' : 'allow-same-origin allow-scripts')
  frame.title = about.title
  frame.className = 'reader-frame'
  frame.inert = true
  frame.src = address
  container.append(frame)

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
  const style = document.createElementNS('http://www.w3.org/1999/xhtml', 'style')
  ;(document.head ?? root).append(style)
  makeTypeRelative(document)
  const writing = writingOf(document)
  const fixed = about.isFixed || document.contentType.startsWith('image/') ? fixedSize(document, body) : undefined

  let look = firstLook
  let text: ChapterText | undefined
  let width = 0
  let height = 0
  /** Pages are turned along x, except vertical lines, whose columns are stacked along y. A scroll is the other way. */
  let axis: 'x' | 'y' = 'x'
  let pageSize = 1
  let pageCount = 1
  /** In a scroll, where the first line to read is: below the bar of tools. */
  let firstLine = 0
  /** Where the text was last put, to tell scrolling by hand from ours. */
  let putAt = 0
  let filler: Element | undefined

  function layOut(nextLook: ChapterLook) {
    look = nextLook
    width = Math.floor(container.clientWidth)
    height = Math.floor(container.clientHeight)
    if (width === 0 || height === 0) return
    if (fixed) return layOutFixed(fixed)
    frame.style.width = `${width}px`
    frame.style.height = `${height}px`
    const geometry = pageGeometry(width, height, writing, look.appearance)
    style.textContent = pageStyle(geometry, writing, look.appearance, look.palette, look.keepsColours)
    tightenTables(geometry)
    text ??= chapterText(body)
    const isPaged = look.appearance.flow === 'pages'
    axis = isPaged === writing.isVertical ? 'y' : 'x'
    pageSize = axis === 'x' ? width : height
    firstLine = isPaged ? 0 : geometry.blockMarginStart
    filler?.remove()
    filler = undefined
    if (isPaged && geometry.columns === 2 && Math.round(extent() / (pageSize / 2)) % 2 === 1) addFiller()
    pageCount = Math.max(1, Math.ceil((extent() - LAST_PIXEL) / pageSize))
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

  /** A spread shows two columns: an odd last one needs an empty one beside it, or it could not be scrolled to. */
  function addFiller() {
    filler = document.createElementNS('http://www.w3.org/1999/xhtml', 'div')
    filler.setAttribute('aria-hidden', 'true')
    filler.setAttribute('style', 'break-before: column; block-size: 1px')
    body.append(filler)
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
    pageCount = 1
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

  /** How far in one is, in pixels along the way the text goes. */
  function scrolled() {
    const { scrollLeft, scrollTop } = scroller()
    return axis === 'y' ? scrollTop : Math.abs(scrollLeft)
  }

  function scrollTo(pixels: number) {
    if (axis === 'y') scroller().scrollTop = pixels
    else scroller().scrollLeft = isReversed() ? -pixels : pixels
    putAt = scrolled()
  }

  /** Where a box begins, in pixels along the way the text goes, from the start of the chapter. */
  function startOf(box: DOMRect) {
    if (axis === 'y') return box.top + scrolled()
    return (isReversed() ? width - box.right : box.left) + scrolled()
  }

  function endOf(box: DOMRect) {
    return startOf(box) + (axis === 'y' ? box.height : box.width)
  }

  function isPaged() {
    return look.appearance.flow === 'pages'
  }

  function page() {
    return Math.min(pageCount - 1, Math.round(scrolled() / pageSize))
  }

  function showPage(index: number) {
    scrollTo(Math.min(pageCount - 1, Math.max(0, index)) * pageSize)
  }

  function reveal(box: DOMRect) {
    if (isPaged()) showPage(Math.floor((startOf(box) + LAST_PIXEL) / pageSize))
    else scrollTo(Math.max(0, startOf(box) - firstLine))
  }

  return {
    frame,
    document,
    writing,
    isFixed: fixed !== undefined,
    layOut,
    /** Pages of the chapter at this size; a scroll counts screens. */
    pageCount: () => pageCount,
    page,
    isAtStart: () => fixed !== undefined || scrolled() < LAST_PIXEL,
    isAtEnd: () => fixed !== undefined || scrolled() + pageSize >= extent() - LAST_PIXEL * 2,
    showStart: () => scrollTo(0),
    showEnd: () => (isPaged() ? showPage(pageCount - 1) : scrollTo(extent())),
    /** A page, or most of a screen, onwards or back. False when there is no more. */
    turn(by: 1 | -1) {
      const before = scrolled()
      if (fixed) return false
      if (isPaged()) showPage(page() + by)
      else scrollTo(Math.max(0, before + by * pageSize * 0.88))
      return Math.abs(scrolled() - before) > LAST_PIXEL
    },
    wasMovedByHand: () => Math.abs(scrolled() - putAt) > LAST_PIXEL,
    /** Scrolling that nobody asked for (a selection at the edge, a focused link) lands on a whole page. */
    snap() {
      if (isPaged() && !fixed && Math.abs(scrolled() - page() * pageSize) > LAST_PIXEL) showPage(page())
    },
    /** The first letter on show, as a part of the chapter. */
    progression() {
      if (!text || text.letters === 0 || fixed) return 0
      const from = scrolled() + firstLine
      // Pixels are never exact: a letter that begins a hair before the page is on it.
      return text.firstPlace((box) => endOf(box) <= from + LAST_PIXEL) / text.letters
    },
    showProgression(progression: number) {
      if (progression <= 0) return scrollTo(0)
      const box = text?.boxAt(Math.min(text.letters - 1, Math.round(progression * text.letters)))
      if (box) reveal(box)
    },
    /** False when the chapter has no such id. */
    showId(id: string) {
      const target = document.getElementById(id)
      if (target) reveal(target.getClientRects()[0] ?? target.getBoundingClientRect())
      return target !== null
    },
    setCurrent(isCurrent: boolean) {
      frame.inert = !isCurrent
      frame.toggleAttribute('data-current', isCurrent)
    },
    remove: () => frame.remove(),
  }
}

async function documentOf(frame: HTMLIFrameElement): Promise<Document> {
  const loaded = new Promise<void>((resolve) => frame.addEventListener('load', () => resolve(), { once: true }))
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

/** Type set in pixels or points would not follow the size the member chose: it becomes relative to the root. */
function makeTypeRelative(document: Document) {
  for (const sheet of document.styleSheets) {
    try {
      relativeRules(sheet.cssRules)
    } catch {
      // A sheet that did not load has no rules to read.
    }
  }
  for (const element of document.querySelectorAll<HTMLElement>('[style*="font"], [style*="line-height"]')) {
    relativeDeclarations(element.style)
  }
}

function relativeRules(rules: CSSRuleList) {
  for (const rule of rules) {
    if ('style' in rule) relativeDeclarations((rule as CSSStyleRule).style)
    if ('cssRules' in rule) relativeRules((rule as CSSGroupingRule).cssRules)
  }
}

function relativeDeclarations(style: CSSStyleDeclaration) {
  for (const property of ['font-size', 'line-height']) {
    const [, number, unit] = /^([\d.]+)(px|pt)$/.exec(style.getPropertyValue(property)) ?? []
    if (!number) continue
    const rem = (Number(number) * (unit === 'pt' ? 4 / 3 : 1)) / 16
    style.setProperty(property, `${rem}rem`, style.getPropertyPriority(property))
  }
}

/** The page size a fixed-layout chapter declares: https://www.w3.org/TR/epub-33/#sec-fxl-content-dimensions. */
function fixedSize(document: Document, body: HTMLElement) {
  const viewport = document.querySelector('meta[name="viewport"]')?.getAttribute('content') ?? ''
  const [, width] = /width\s*=\s*([\d.]+)/.exec(viewport) ?? []
  const [, height] = /height\s*=\s*([\d.]+)/.exec(viewport) ?? []
  if (width && height) return { width: Number(width), height: Number(height) }
  const box = document.querySelector('svg')?.viewBox?.baseVal
  if (box && box.width > 0 && box.height > 0) return { width: box.width, height: box.height }
  return { width: Math.max(300, body.scrollWidth), height: Math.max(300, body.scrollHeight) }
}
