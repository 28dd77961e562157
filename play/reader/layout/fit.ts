import type { ChapterText } from './chapter-text.ts'
import { fontSizeOf } from './formulas.ts'
import type { PageGeometry } from './page-geometry.ts'
import { isText, type Segment } from './segments.ts'
import { filterInSteps, mapInSteps, type Steps } from './steps.ts'

/** Marks an element whose styles are partly overridden, with the reasons. `page-style.ts` has the rules. */
export const FIT = 'data-estante-fit'

interface Page extends Pick<PageGeometry, 'room' | 'depth'> {
  /** Whether a box crosses the edge of a page, or is outside all pages. */
  isAstray(box: DOMRect): boolean
}

const CLIPPED = /hidden|auto|scroll|clip/
/** Shorter texts may be of any size. Pages of longer ones would hold a letter or two, or grey lines. */
const LETTERS_OF_A_TITLE = 40
/** Letter spacing and line height, in parts of the font size, below which letters and lines overlap. */
const MIN_LETTER_SPACING = -0.2
const MIN_LINE_HEIGHT = 0.9
/** Shorter texts may have any letter spacing. */
const LETTERS_OF_A_WORD = 8
/** Smaller type is unreadable, and engines that round the widths of letters to pixels give narrow ones none. */
const MIN_TYPE_PX = 4
/** Narrower text beside a float would have a word or two on a line. */
const MIN_EMS_BESIDE = 8
const UNBREAKABLE = /^inline-|flex|grid|table|box|flow-root|contents/

/**
 * Brings every letter onto a page: overrides styles of the book that hide letters, such as unbreakable or clipped
 * boxes, positions, and widths beyond the page. Tries first the known causes, then every style around the hidden
 * letter, then the whole chapter. Puts broad floats on lines of their own. Returns the boxes of each segment of the
 * text.
 */
export function* fitToPages(body: HTMLElement, text: ChapterText, page: Page): Steps<DOMRect[][]> {
  const elements = [...body.querySelectorAll('*')]
  const crowding = yield* filterInSteps(elements, (element) => isCrowding(element, page))
  mark(crowding, () => 'display position')
  let found = yield* findStrays(body, text, page)
  // A remedy moves the text that follows, which may stray only then: so the last remedy runs twice.
  for (const remedy of [remedyKnown, remedyAll, remedyAll]) {
    const around = elementsAround(body, found.strays)
    if (around.size === 0) return found.boxes
    mark(around, (element) => remedy(element, page))
    found = yield* findStrays(body, text, page)
  }
  if (found.strays.length === 0) return found.boxes
  const everything = [body, ...body.querySelectorAll('*')]
  const before = everything.map((element) => element.getAttribute(FIT) ?? '')
  mark(everything, (element) => remedyAll(element, page))
  layOutAnew(body)
  const last = yield* findStrays(body, text, page)
  if (last.strays.length < found.strays.length) return last.boxes
  // An override that did not help is undone.
  mark(everything, (_element, index) => before[index]!)
  layOutAnew(body)
  return yield* mapInSteps(text.segments, text.boxesOf)
}

/** WebKit leaves lines below a title where its margins, now overridden, had put them. */
function layOutAnew(body: HTMLElement) {
  body.style.setProperty('display', 'none', 'important')
  body.getBoundingClientRect()
  body.style.removeProperty('display')
}

function elementsAround(body: HTMLElement, segments: Segment[]): Set<Element> {
  const around = new Set<Element>()
  for (const { node } of segments) {
    let element = isText(node) ? node.parentElement : node
    for (; element && element !== body && !around.has(element); element = element.parentElement) around.add(element)
  }
  return around
}

/** Reads everything before it writes: alternating would lay the chapter out each time. */
function mark(elements: Iterable<Element>, remedy: (element: Element, index: number) => string) {
  const reasons = [...elements].map((element, index) => [element, remedy(element, index)] as const)
  for (const [element, reason] of reasons) element.setAttribute(FIT, reason)
}

function* findStrays(
  body: HTMLElement,
  text: ChapterText,
  page: Page,
): Steps<{ strays: Segment[]; boxes: DOMRect[][] }> {
  const clips = yield* clipsIn(body)
  const boxes = yield* mapInSteps(text.segments, text.boxesOf)
  const strays = yield* filterInSteps(text.segments, (segment, index) => {
    const own = boxes[index]!
    if (own.length === 0 && hasVanished(segment)) return true
    // WebKit splits a picture whose box does not fit.
    if (own.length > 1 && !isText(segment.node)) return true
    if (segment.letters > LETTERS_OF_A_WORD && isText(segment.node) && isUnreadable(segment, page)) return true
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

/** Letters or pictures without any extent. */
function hasCollapsed({ width, height }: DOMRect) {
  return width === 0 || height === 0
}

/** Whether it is a loaded picture without any room. */
function hasVanished({ node }: Segment) {
  return (
    'naturalWidth' in node &&
    (node as HTMLImageElement).naturalWidth > 0 &&
    (node as Element).getClientRects().length > 0
  )
}

/**
 * Finds the elements that may clip their content, with their visible boxes. One with a `clip-path` gets no box: it
 * counts as hiding everything.
 */
function* clipsIn(body: HTMLElement): Steps<Map<Element, DOMRect[]>> {
  const view = body.ownerDocument.defaultView!
  const clips = new Map<Element, DOMRect[]>()
  for (const element of body.querySelectorAll('*')) {
    // Each property that is read takes time, with thousands of elements.
    const style = view.getComputedStyle(element)
    if (style.clipPath !== 'none' || style.clip !== 'auto') clips.set(element, [])
    else if (CLIPPED.test(style.overflow) && style.display !== 'inline' && style.display !== 'contents')
      clips.set(element, [...element.getClientRects()])
    yield
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

/** Whether a float of more than half a line leaves too little of it for the text beside. */
function isCrowding(element: Element, { room }: Pick<Page, 'room'>): boolean {
  const view = element.ownerDocument.defaultView!
  const style = view.getComputedStyle(element)
  if (style.float === 'none') return false
  const { width, height } = element.getBoundingClientRect()
  const length = style.writingMode.startsWith('vertical') ? height : width
  if (length < room / 2) return false
  const margins = Number.parseFloat(style.marginInlineStart) + Number.parseFloat(style.marginInlineEnd)
  // NaN for an inline parent.
  const around = Number.parseFloat(view.getComputedStyle(element.parentElement!).inlineSize) || room
  const beside = Math.min(around, room) - length - margins
  return beside > 1 && beside < Number.parseFloat(style.fontSize) * MIN_EMS_BESIDE
}

/** Lists the reasons for which an element's styles may keep letters off a page. */
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
    huge: isHuge(fontSize, { room, depth }),
    tiny: isTiny(fontSize),
    spacing:
      px('letter-spacing') > fontSize / 2 ||
      hasOverlappingLetters(style) ||
      hasOverlappingLines(style) ||
      px('word-spacing') > fontSize * 2 ||
      px('line-height') > depth / 3,
  }
  // A float that is overridden is none any more.
  const before = element.getAttribute(FIT)?.split(' ') ?? []
  return Object.keys(known)
    .filter((reason) => known[reason] || before.includes(reason))
    .join(' ')
}

function remedyAll(element: Element, page: Pick<Page, 'room' | 'depth'>): string {
  const fontSize = fontSizeOf(element)
  // Overridden type has a size that fits: it keeps its override.
  if (isTiny(fontSize) || element.matches(`[${FIT}~="tiny"]`)) return 'plain tiny'
  return isHuge(fontSize, page) || element.matches(`[${FIT}~="huge"]`) ? 'plain huge' : 'plain'
}

/**
 * Whether letters overlap so that a line runs backwards, off its page, which its box does not show; or a longer text is
 * huge or tiny, or its lines overlap. A drawing has units of its own.
 */
function isUnreadable({ node, letters }: Segment, page: Page) {
  const element = node.parentElement!
  const style = element.ownerDocument.defaultView!.getComputedStyle(element)
  const fontSize = Number.parseFloat(style.fontSize)
  const isUnfit =
    hasOverlappingLetters(style) ||
    (letters > LETTERS_OF_A_TITLE && (isHuge(fontSize, page) || isTiny(fontSize) || hasOverlappingLines(style)))
  return isUnfit && !element.closest('svg')
}

function hasOverlappingLetters({ letterSpacing, fontSize }: CSSStyleDeclaration) {
  return Number.parseFloat(letterSpacing) < Number.parseFloat(fontSize) * MIN_LETTER_SPACING
}

function hasOverlappingLines({ lineHeight, fontSize }: CSSStyleDeclaration) {
  return Number.parseFloat(lineHeight) < Number.parseFloat(fontSize) * MIN_LINE_HEIGHT
}

/** Whether a line or a page holds only few letters of this size. */
function isHuge(fontSize: number, { room, depth }: Pick<Page, 'room' | 'depth'>) {
  return fontSize > Math.min(room / 2, depth / 3)
}

/** Type of size zero is hidden on purpose. */
function isTiny(fontSize: number) {
  return fontSize > 0 && fontSize < MIN_TYPE_PX
}
