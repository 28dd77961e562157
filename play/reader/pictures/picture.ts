import { SOFT_HYPHEN } from '../layout/segments.ts'
import { text } from '../text.ts'
import { text as ownText } from './text.ts'

/** A picture or table to open over the page. `caption`: its text alternative in the book, or empty. */
export type Picture = ImagePicture | WidePicture

export interface ImagePicture {
  kind: 'image'
  source: string
  caption: string
  width: number
  height: number
}

/** A table or formula too wide for the page, by its index in the chapter. */
export interface WidePicture {
  kind: 'table' | 'formula'
  address: string
  index: number
  caption: string
}

/** Smaller ones are decorations. */
const MIN_PX = 64
const OPENS = 'data-estante-opens'
/** Marks an element whose `aria-label` the reader added. */
const NAMED = 'data-estante-named'
/**
 * Elements that `tables.ts` and `formulas.ts` narrow where the page has no room for them, and mark with
 * `data-estante-wide`.
 */
export const WIDE = 'table, math'
const PICTURES = 'img, svg:not(svg *), [data-estante-wide]'
/** Presentation properties copied into a drawing, which loses its book's style sheets. */
const DRAWN_AS = `fill fill-opacity stroke stroke-width stroke-dasharray stroke-opacity opacity display visibility
  font-family font-size font-style font-weight text-anchor marker-end marker-start`.split(/\s+/)

/** Makes pictures, wide tables and wide formulas focusable, once a chapter is laid out. */
export function markPictures(document: Document): void {
  for (const element of document.querySelectorAll<HTMLElement | SVGElement | MathMLElement>(
    `img, svg:not(svg *), ${WIDE}`,
  )) {
    const opens =
      element.matches(PICTURES) &&
      (isLarge(element) || element.localName === 'math') &&
      !element.closest('a[href], button')
    if (opens === element.hasAttribute(OPENS)) continue
    element.toggleAttribute(OPENS, opens)
    if (opens) {
      element.setAttribute('tabindex', '0')
      element.setAttribute('aria-description', text.opens)
      if (element.matches(WIDE) || ownNameOf(element)) continue
      element.setAttribute(NAMED, '')
      element.setAttribute('aria-label', textIn(captionOf(element)) || ownText.image)
    } else {
      element.removeAttribute('tabindex')
      element.removeAttribute('aria-description')
      if (element.hasAttribute(NAMED)) element.removeAttribute('aria-label')
      element.removeAttribute(NAMED)
    }
  }
}

/** Finds the picture, table or formula that a tap on an element opens. */
export function pictureAround(target: Element | null): Element | undefined {
  return target?.closest(`[${OPENS}]`) ?? undefined
}

export function describePicture(element: Element): Picture {
  const { ownerDocument: document } = element
  if (element.matches(WIDE)) {
    const kind = element.localName === 'math' ? 'formula' : 'table'
    const index = [...document.querySelectorAll(WIDE)].indexOf(element)
    return { kind, address: document.URL, index, caption: textIn(element.querySelector('caption')) }
  }
  const { width, height } = element.getBoundingClientRect()
  if (element.localName === 'img') {
    const { naturalWidth, naturalHeight, currentSrc, src } = element as HTMLImageElement
    const size = naturalWidth > width ? { width: naturalWidth, height: naturalHeight } : { width, height }
    return { kind: 'image', source: currentSrc || src, caption: altTextOf(element), ...size }
  }
  return { kind: 'image', source: sourceOf(element as SVGSVGElement), caption: altTextOf(element), width, height }
}

function isLarge(element: Element) {
  // A table has a second rectangle, for its caption.
  return [...element.getClientRects()].some(({ width, height }) => width >= MIN_PX && height >= MIN_PX)
}

function altTextOf(element: Element) {
  return ownNameOf(element) || textIn(captionOf(element))
}

function ownNameOf(element: Element) {
  const label = element.hasAttribute(NAMED) ? '' : element.getAttribute('aria-label')
  return (element.getAttribute('alt') || label)?.trim() || textIn(element.querySelector('title'))
}

function captionOf(element: Element) {
  return element.closest('figure')?.querySelector('figcaption') ?? null
}

function textIn(element: Element | null) {
  return element?.textContent?.replaceAll(SOFT_HYPHEN, '').replace(/\s+/g, ' ').trim() ?? ''
}

/** Returns the image of an SVG that only wraps one, as covers often do; otherwise a standalone copy of the SVG. */
function sourceOf(drawing: SVGSVGElement) {
  const images = drawing.querySelectorAll('image')
  if (images.length === 1 && !drawing.querySelector('path, text, rect, circle, line, polygon, polyline, ellipse')) {
    return new URL(images[0]!.href.baseVal, drawing.ownerDocument.URL).href
  }
  const copy = drawing.cloneNode(true) as SVGSVGElement
  const view = drawing.ownerDocument.defaultView!
  const originals = [drawing, ...drawing.querySelectorAll<SVGElement>('*')]
  for (const [index, element] of [copy, ...copy.querySelectorAll<SVGElement>('*')].entries()) {
    const style = view.getComputedStyle(originals[index]!)
    for (const property of DRAWN_AS) element.style?.setProperty(property, style.getPropertyValue(property))
  }
  const { width, height } = drawing.getBoundingClientRect()
  copy.setAttribute('width', String(width))
  copy.setAttribute('height', String(height))
  return `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`
}
