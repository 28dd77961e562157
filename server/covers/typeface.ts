import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import opentype, { type Font, type PathCommand } from 'opentype.js'

export type Weight = 400 | 600

/** Fraunces, and Alegreya for the scripts that it lacks. A text may need glyphs of several files. */
const FILES = [
  ['fraunces', 'latin'],
  ['fraunces', 'latin-ext'],
  ['fraunces', 'vietnamese'],
  ['alegreya', 'cyrillic'],
  ['alegreya', 'cyrillic-ext'],
  ['alegreya', 'greek'],
  ['alegreya', 'greek-ext'],
] as const

const faces = new Map<Weight, Font[]>()

/** Whether the faces have glyphs for every letter and digit of a text. */
export function canDraw(text: string): boolean {
  return [...text.matchAll(/[\p{L}\p{N}]/gu)].every(([character]) => fontWith(character, 600) !== undefined)
}

/** Measures the width of a line of text, in the unit of `size`. */
export function measureText(text: string, size: number, weight: Weight): number {
  return runsOf(text, weight).reduce((width, { font, text }) => width + font.getAdvanceWidth(text, size), 0)
}

/** Draws a line of text as SVG path data, its baseline starting at `x`, `y`: no font is needed to show it. */
export function drawText(text: string, x: number, y: number, size: number, weight: Weight): string {
  let start = x
  return runsOf(text, weight)
    .map(({ font, text }) => {
      const path = font.getPath(text, start, y, size)
      start += font.getAdvanceWidth(text, size)
      return path.commands.map(writeCommand).join('')
    })
    .join('')
}

// The library's own serializer writes NaN for a coordinate very near to zero.
function writeCommand(command: PathCommand): string {
  const at = (...coordinates: number[]) => coordinates.map((coordinate) => coordinate.toFixed(1)).join(' ')
  switch (command.type) {
    case 'M':
    case 'L':
      return command.type + at(command.x, command.y)
    case 'Q':
      return `Q${at(command.x1, command.y1, command.x, command.y)}`
    case 'C':
      return `C${at(command.x1, command.y1, command.x2, command.y2, command.x, command.y)}`
    case 'Z':
      return 'Z'
  }
}

/** Splits a text where another file has the glyphs. Drops characters that no file has (emoji). */
function runsOf(text: string, weight: Weight): { font: Font; text: string }[] {
  const runs: { font: Font; text: string }[] = []
  for (const character of text.normalize('NFC')) {
    const last = runs.at(-1)
    const font = last && has(last.font, character) ? last.font : fontWith(character, weight)
    if (!font) continue
    if (last?.font === font) last.text += character
    else runs.push({ font, text: character })
  }
  return runs
}

function fontWith(character: string, weight: Weight): Font | undefined {
  let fonts = faces.get(weight)
  if (!fonts) {
    fonts = FILES.map(([face, script]) => loadFont(face, script, weight))
    faces.set(weight, fonts)
  }
  return fonts.find((font) => has(font, character))
}

function has(font: Font, character: string): boolean {
  return font.charToGlyphIndex(character) > 0
}

function loadFont(face: string, script: string, weight: Weight): Font {
  const { resolve } = createRequire(import.meta.url)
  const bytes = readFileSync(resolve(`@fontsource/${face}/files/${face}-${script}-${weight}-normal.woff`))
  return opentype.parse(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength))
}
