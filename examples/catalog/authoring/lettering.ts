import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import opentype, { type Font, type Glyph, type Path } from 'opentype.js'

const faces = {
  serif: '@fontsource/dm-serif-display/files/dm-serif-display-latin-400-normal.woff',
  serifItalic: '@fontsource/dm-serif-display/files/dm-serif-display-latin-400-italic.woff',
  grotesque: '@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-800-normal.woff',
  garamond: '@fontsource/cormorant-garamond/files/cormorant-garamond-latin-600-normal.woff',
  garamondItalic: '@fontsource/cormorant-garamond/files/cormorant-garamond-latin-600-italic.woff',
  narrow: '@fontsource/archivo-narrow/files/archivo-narrow-latin-700-normal.woff',
  narrowMedium: '@fontsource/archivo-narrow/files/archivo-narrow-latin-500-normal.woff',
}
export type Face = keyof typeof faces

export interface Lettering {
  face: Face
  size: number
  x: number
  /** The text's baseline. */
  y: number
  fill: string
  anchor?: 'start' | 'middle' | 'end'
  /** Extra space between letters, in ems. */
  tracking?: number
}

const loaded = new Map<Face, Font>()

/** Converts a line of text to an SVG path, so that the picture needs no font. */
export function lettering(text: string, { face, size, x, y, fill, anchor = 'start', tracking = 0 }: Lettering): string {
  const width = textWidth(text, { face, size, tracking })
  const left = anchor === 'middle' ? x - width / 2 : anchor === 'end' ? x - width : x
  const outlines = layOut(text, { face, size, tracking }).map(({ glyph, at }) =>
    outline(glyph.getPath(left + at, y, size)),
  )
  return `<path fill="${fill}" d="${outlines.join('')}"/>`
}

/** Width of a line, in the picture's units. */
export function textWidth(text: string, type: Pick<Lettering, 'face' | 'size' | 'tracking'>): number {
  const { glyph, at } = layOut(text, type).at(-1)!
  return at + advance(glyph, type)
}

/**
 * Lays letters out with kerning. The library's own layout fails at substitutions in these faces, which covers do not
 * need.
 */
function layOut(text: string, type: Pick<Lettering, 'face' | 'size' | 'tracking'>) {
  const font = fontOf(type.face)
  const glyphs = [...text].map((letter) => font.charToGlyph(letter))
  let at = 0
  return glyphs.map((glyph, n) => {
    const before = glyphs[n - 1]
    if (before) {
      const kerning = (font.getKerningValue(before, glyph) / font.unitsPerEm) * type.size
      at += advance(before, type) + kerning + (type.tracking ?? 0) * type.size
    }
    return { glyph, at }
  })
}

/** Serializes path data with one decimal. The library's own writer prints NaN for values such as 1e-14. */
function outline({ commands }: Path): string {
  const data = commands.map(({ type, ...points }) => {
    const { x1, y1, x2, y2, x, y } = points as Partial<Record<'x1' | 'y1' | 'x2' | 'y2' | 'x' | 'y', number>>
    return (
      type +
      [x1, y1, x2, y2, x, y]
        .filter((value) => value !== undefined)
        .map((value) => value.toFixed(1))
        .join(' ')
    )
  })
  return data.join('')
}

function advance(glyph: Glyph, { face, size }: Pick<Lettering, 'face' | 'size'>): number {
  return ((glyph.advanceWidth ?? 0) / fontOf(face).unitsPerEm) * size
}

function fontOf(face: Face): Font {
  const known = loaded.get(face)
  if (known) return known
  const bytes = readFileSync(fileURLToPath(import.meta.resolve(faces[face])))
  const font = opentype.parse(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength))
  loaded.set(face, font)
  return font
}
