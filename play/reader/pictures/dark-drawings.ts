import type { Steps } from '../layout/steps.ts'

/** Marks a picture in dark ink on a transparent background: on a dark page it is drawn in light ink. */
export const DARK_DRAWING = 'data-estante-dark-drawing'
const SAMPLES_PER_SIDE = 24
/** A picture without transparency. */
const OPAQUE = /\.jpe?g$/i
const MIN_ALPHA = 16
const MAX_DARK = 96
/** Edges of lines are between the ink and the background. */
const MIN_TRANSPARENT_PART = 0.25
const MIN_DARK_PART = 0.95
const SHAPES = 'path, rect, circle, ellipse, line, polyline, polygon, text, tspan'
/** Further shapes of a drawing count as equally dark. */
const MAX_SHAPES = 1000

/**
 * Marks the drawings in dark ink of a document, such as formulas, ornaments and signatures. Each picture is read once,
 * in a step of its own: the engine decodes it for that. `isWanted` limits them. The palette is dark: shapes in the
 * colour of the text are light already.
 */
export function* markDarkDrawings(document: Document, isWanted = (_picture: Element): boolean => true): Steps<void> {
  for (const picture of document.querySelectorAll<HTMLImageElement | SVGSVGElement>(
    `:is(img, svg:not(svg *)):not([${DARK_DRAWING}])`,
  )) {
    const isVector = picture.localName === 'svg'
    if (!(isVector || isLoaded(picture as HTMLImageElement)) || !isWanted(picture)) continue
    const isDark = isVector ? isDarkVector(picture as SVGSVGElement) : isDrawing(picture as HTMLImageElement)
    picture.setAttribute(DARK_DRAWING, String(isDark))
    yield
  }
}

function isLoaded({ complete, naturalWidth }: HTMLImageElement) {
  return complete && naturalWidth > 0
}

/** Whether all shapes of an inline drawing are filled and stroked in dark ink, and it has no picture. */
function isDarkVector(drawing: SVGSVGElement): boolean {
  if (drawing.querySelector('image, foreignObject')) return false
  const view = drawing.ownerDocument.defaultView!
  return areDarkPaints(
    [...drawing.querySelectorAll(SHAPES)].slice(0, MAX_SHAPES).flatMap((shape) => {
      const { fill, stroke } = view.getComputedStyle(shape)
      return [fill, stroke]
    }),
  )
}

/** Whether computed paints are dark colours. `none` paints nothing; a gradient or a pattern counts as light. */
export function areDarkPaints(paints: readonly string[]): boolean {
  const inks = paints.filter((paint) => paint !== 'none' && paint !== 'rgba(0, 0, 0, 0)')
  return inks.length > 0 && inks.every(isDarkPaint)
}

function isDarkPaint(paint: string): boolean {
  const color = /^rgba?\((\d+), (\d+), (\d+)/.exec(paint)
  return color !== null && isDark(Number(color[1]), Number(color[2]), Number(color[3]))
}

function isDark(red: number, green: number, blue: number): boolean {
  return 0.3 * red + 0.6 * green + 0.1 * blue < MAX_DARK
}

function isDrawing(picture: HTMLImageElement): boolean {
  if (OPAQUE.test(new URL(picture.currentSrc || picture.src).pathname)) return false
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = SAMPLES_PER_SIDE
  const context = canvas.getContext('2d', { willReadFrequently: true })
  try {
    context?.drawImage(picture, 0, 0, SAMPLES_PER_SIDE, SAMPLES_PER_SIDE)
    const pixels = context?.getImageData(0, 0, SAMPLES_PER_SIDE, SAMPLES_PER_SIDE).data
    return pixels !== undefined && isDarkInk(pixels)
  } catch {
    // WebKit lets nobody read an SVG with foreign content.
    return false
  }
}

/** Whether RGBA pixels show little but dark ink, on a transparent background. */
export function isDarkInk(pixels: ArrayLike<number>): boolean {
  let inked = 0
  let dark = 0
  let transparent = 0
  for (let at = 0; at < pixels.length; at += 4) {
    const [red, green, blue, alpha] = [pixels[at]!, pixels[at + 1]!, pixels[at + 2]!, pixels[at + 3]!]
    if (alpha < 240) transparent++
    if (alpha < MIN_ALPHA) continue
    inked++
    if (isDark(red, green, blue)) dark++
  }
  return inked > 0 && dark >= inked * MIN_DARK_PART && transparent >= (pixels.length / 4) * MIN_TRANSPARENT_PART
}
