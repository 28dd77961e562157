import { type ChapterText, isText, type Segment } from './chapter-text.ts'

/** On an element that is kept from laying out what it holds as the book says, with the reasons. `page-style.ts` draws it. */
export const FIT = 'data-estante-fit'

interface Page {
  /** Whether a box lies across the edge of a page, or where no page is. */
  isAstray(box: DOMRect): boolean
  /** Along a line of text, within the margins. */
  room: number
  /** Across lines. */
  depth: number
}

const CLIPPED = /hidden|auto|scroll|clip/
/** Fewer may be as large as a book likes. A page of the others would hold a letter or two. */
const LETTERS_OF_A_TITLE = 40
const UNBREAKABLE = /^inline-|flex|grid|table|box|flow-root|contents/

/**
 * Brings every letter onto a page: whatever a book says of boxes that cannot be broken, are cut off, stand apart, are
 * moved, or are wider than a page is taken back, where it keeps letters from being read and only there. First what is
 * known to do it, then all that could, then all of it in the whole chapter. Returns the boxes of each segment of the text.
 */
export function fitToPages(body: HTMLElement, text: ChapterText, page: Page): DOMRect[][] {
  let found = findStrays(body, text, page)
  for (const remedy of [remedyKnown, remedyAll]) {
    const around = elementsAround(body, found.strays)
    if (around.size === 0) return found.boxes
    mark(around, (element) => remedy(element, page))
    found = findStrays(body, text, page)
  }
  if (found.strays.length === 0) return found.boxes
  const everything = [body, ...body.querySelectorAll('*')]
  const before = everything.map((element) => element.getAttribute(FIT) ?? '')
  mark(everything, (element) => remedyAll(element, page))
  const last = findStrays(body, text, page)
  if (last.strays.length < found.strays.length) return last.boxes
  // What helped nobody is not done to a whole chapter.
  mark(everything, (_element, index) => before[index]!)
  return text.segments.map(text.boxesOf)
}

/** Lets a book say again what it says, before it is laid out at another size. */
export function forgetFit(body: HTMLElement): void {
  body.removeAttribute(FIT)
  for (const element of body.querySelectorAll(`[${FIT}]`)) element.removeAttribute(FIT)
}

function elementsAround(body: HTMLElement, segments: Segment[]): Set<Element> {
  const around = new Set<Element>()
  for (const { node } of segments) {
    let element = isText(node) ? node.parentElement : node
    for (; element && element !== body && !around.has(element); element = element.parentElement) around.add(element)
  }
  return around
}

/** Reads all before it writes: each in turn would lay the chapter out again. */
function mark(elements: Iterable<Element>, remedy: (element: Element, index: number) => string) {
  const reasons = [...elements].map((element, index) => [element, remedy(element, index)] as const)
  for (const [element, reason] of reasons) element.setAttribute(FIT, reason)
}

function findStrays(body: HTMLElement, text: ChapterText, page: Page) {
  const clips = clipsIn(body)
  const boxes = text.segments.map(text.boxesOf)
  const strays = text.segments.filter((segment, index) => {
    const own = boxes[index]!
    if (own.length === 0 && hasVanished(segment)) return true
    // WebKit breaks a picture in two where its box cannot be.
    if (own.length > 1 && !isText(segment.node)) return true
    if (
      segment.letters > LETTERS_OF_A_TITLE &&
      isText(segment.node) &&
      isHuge(sizeOf(segment.node.parentElement!), page)
    )
      return true
    if (own.some(page.isAstray) || (isSeen(segment) && own.some(hasCollapsed))) return true
    return (
      clips.size > 0 &&
      clipsAround(segment.node.parentElement, clips).some((clip) => !own.every((box) => isInside(box, clip)))
    )
  })
  return { strays, boxes }
}

function isSeen({ node }: Segment) {
  return !isText(node) ? node.matches('img, svg') : /[^\s\p{Default_Ignorable_Code_Point}]/u.test(node.data)
}

/** Letters so close that their line has no length, or a picture with no room at all. */
function hasCollapsed({ width, height }: DOMRect) {
  return width === 0 || height === 0
}

/** A picture that came, in a box with no room for it. */
function hasVanished({ node }: Segment) {
  return (
    'naturalWidth' in node &&
    (node as HTMLImageElement).naturalWidth > 0 &&
    (node as Element).getClientRects().length > 0
  )
}

/** Elements that may cut off what they hold, with where they show it. Of one that is cut to a shape, nothing is counted on. */
function clipsIn(body: HTMLElement): Map<Element, DOMRect[]> {
  const view = body.ownerDocument.defaultView!
  const clips = new Map<Element, DOMRect[]>()
  for (const element of body.querySelectorAll('*')) {
    const { overflowX, overflowY, clipPath, clip, display } = view.getComputedStyle(element)
    const isBox = display !== 'inline' && display !== 'contents' && (CLIPPED.test(overflowX) || CLIPPED.test(overflowY))
    if (clipPath !== 'none' || clip !== 'auto') clips.set(element, [])
    else if (isBox) clips.set(element, [...element.getClientRects()])
  }
  return clips
}

function clipsAround(start: Element | null, clips: Map<Element, DOMRect[]>): DOMRect[][] {
  const around: DOMRect[][] = []
  for (let element = start; element; element = element.parentElement) {
    const clip = clips.get(element)
    if (clip) around.push(clip)
  }
  return around
}

function isInside(box: DOMRect, clip: DOMRect[]) {
  for (const { left, right, top, bottom } of clip) {
    if (box.left >= left - 1 && box.right <= right + 1 && box.top >= top - 1 && box.bottom <= bottom + 1) return true
  }
  return false
}

/** What an element says that is known to keep letters off a page. */
function remedyKnown(element: Element, { room, depth }: Pick<Page, 'room' | 'depth'>): string {
  const view = element.ownerDocument.defaultView!
  const style = view.getComputedStyle(element)
  const px = (property: string) => Number.parseFloat(style.getPropertyValue(property)) || 0
  const parent = element.parentElement && view.getComputedStyle(element.parentElement)
  const sides =
    px('margin-inline-start') + px('margin-inline-end') + px('padding-inline-start') + px('padding-inline-end')
  const fontSize = px('font-size')
  const known: Record<string, boolean> = {
    break: true,
    display: UNBREAKABLE.test(style.display) && !/^table/.test(style.display),
    overflow: CLIPPED.test(style.overflowX + style.overflowY) || style.clipPath !== 'none' || style.clip !== 'auto',
    position: style.position !== 'static' || style.float !== 'none',
    margin:
      ['margin-inline-start', 'margin-inline-end', 'margin-block-start', 'margin-block-end', 'text-indent'].some(
        (property) => px(property) < 0,
      ) ||
      px('text-indent') > room / 3 ||
      px('border-inline-start-width') + px('border-inline-end-width') + sides > room * 0.6 ||
      px('padding-block-start') + px('padding-block-end') > depth / 2,
    wrap: /^(nowrap|pre)$/.test(style.whiteSpace) || style.wordBreak === 'keep-all',
    size: true,
    transform:
      [style.transform, style.rotate, style.scale, style.translate, style.perspective].some(
        (value) => value !== undefined && value !== '' && value !== 'none',
      ) || !['', '1', 'normal', undefined].includes(style.getPropertyValue('zoom')),
    writing: parent?.writingMode !== style.writingMode,
    type: isHuge(fontSize, { room, depth }),
    spacing:
      px('letter-spacing') > fontSize / 2 ||
      px('letter-spacing') < fontSize / -5 ||
      px('word-spacing') > fontSize * 2 ||
      px('line-height') > depth / 3,
  }
  return Object.keys(known)
    .filter((reason) => known[reason])
    .join(' ')
}

function remedyAll(element: Element, page: Pick<Page, 'room' | 'depth'>): string {
  return isHuge(sizeOf(element), page) ? 'plain type' : 'plain'
}

function sizeOf(element: Element) {
  return Number.parseFloat(element.ownerDocument.defaultView!.getComputedStyle(element).fontSize)
}

/** Whether few letters of it fit on a line, or few lines on a page. */
function isHuge(fontSize: number, { room, depth }: Pick<Page, 'room' | 'depth'>) {
  return fontSize > Math.min(room / 2, depth / 3)
}
