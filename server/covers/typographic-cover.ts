import { createHash } from 'node:crypto'
import type { PublicationType } from '@estante/contract/partner/catalog.ts'
import { canDraw, drawText, measureText, type Weight } from './typeface.ts'

const WIDTH = 1200
const MARGIN = 108
const LINE_HEIGHT = 1.08
const LARGEST_TITLE = 176
const SMALLEST_TITLE = 68
const AUTHOR_SIZE = 58
/** More than fits at the smallest size: measuring is quadratic in the length of the text. */
const MAX_CHARACTERS = 200

interface Palette {
  ground: string
  ink: string
  colors: [string, string, string]
}

const PALETTES: Palette[] = [
  { ground: '#1f3b4d', ink: '#f7ecd9', colors: ['#e2794c', '#f0bf5b', '#3f6d7d'] },
  { ground: '#f4e7d1', ink: '#2b2833', colors: ['#c9553c', '#5a8f8b', '#e5b25d'] },
  { ground: '#2f2a4d', ink: '#f8eddc', colors: ['#e9a77a', '#c58ca0', '#5d5690'] },
  { ground: '#762c3a', ink: '#fceee0', colors: ['#e8b770', '#d4606a', '#4e1d2b'] },
  { ground: '#24493c', ink: '#f5edd9', colors: ['#dba642', '#8db897', '#3d6b58'] },
  { ground: '#d8573a', ink: '#fff2df', colors: ['#2c2d44', '#f5c56f', '#a63a27'] },
  { ground: '#efc457', ink: '#2a2438', colors: ['#c4482c', '#2f6e76', '#f8e2a4'] },
  { ground: '#cddbd4', ink: '#1e2d3c', colors: ['#d86b4e', '#3e7c6d', '#f3efe2'] },
  { ground: '#22263f', ink: '#ece6f2', colors: ['#f2a7b8', '#6f79d8', '#f3cf7a'] },
  { ground: '#e9cfc4', ink: '#3a2230', colors: ['#9c3f57', '#d98a6c', '#5d6f8c'] },
]

/**
 * Draws a cover from a book's title and author: SVG `width` pixels wide, 2:3 for an e-book and square for an audiobook.
 * Deterministic: with the bundled faces, and not the machine's. A title in a script that they lack (Hebrew, Japanese)
 * is left out, and the ornament stays: the title is beside every cover.
 */
export function drawTypographicCover(type: PublicationType, wholeTitle: string, wholeAuthor: string, width: number) {
  const chance = chanceOf(`${type}|${wholeTitle}|${wholeAuthor}`)
  const [title, author] = [firstCharacters(wholeTitle), firstCharacters(wholeAuthor)]
  const palette = pick(PALETTES, chance)
  const height = type === 'ebook' ? 1800 : WIDTH
  const lettering = canDraw(title)
    ? drawLettering(title, canDraw(author) ? author : '', palette, height)
    : { svg: '', bottom: MARGIN }
  const ornament = pick(type === 'ebook' ? EBOOK_ORNAMENTS : AUDIOBOOK_ORNAMENTS, chance)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${(width * height) / WIDTH}" viewBox="0 0 ${WIDTH} ${height}">
<rect width="${WIDTH}" height="${height}" fill="${palette.ground}"/>
${ornament({ palette, chance, top: lettering.bottom + 90, height })}
${lettering.svg}
</svg>`
  return { svg, color: palette.ground }
}

function firstCharacters(text: string): string {
  return Array.from(text.slice(0, 2 * MAX_CHARACTERS))
    .slice(0, MAX_CHARACTERS)
    .join('')
    .toWellFormed()
}

/** Draws title and author from the top left, in the largest size that fits. */
function drawLettering(title: string, author: string, { ink, colors }: Palette, height: number) {
  const { lines, size } = setTitle(title, height * 0.42)
  const parts: string[] = []
  let baseline = MARGIN + size * 0.8
  for (const line of lines) {
    parts.push(`<path fill="${ink}" d="${drawText(line, MARGIN, baseline, size, 600)}"/>`)
    baseline += size * LINE_HEIGHT
  }
  let bottom = baseline - size * LINE_HEIGHT + size * 0.25
  if (author !== '') {
    parts.push(`<rect x="${MARGIN}" y="${bottom + 28}" width="132" height="9" fill="${colors[0]}"/>`)
    const line = shorten(author, AUTHOR_SIZE, 400)
    parts.push(`<path fill="${ink}" d="${drawText(line, MARGIN, bottom + 128, AUTHOR_SIZE, 400)}"/>`)
    bottom += 146
  }
  return { svg: parts.join('\n'), bottom }
}

function setTitle(title: string, room: number): { lines: string[]; size: number } {
  // A line may break after a space or a hyphen.
  const words = title.trim().match(/[^\s\-_/]+[-_/]*\s*|\S\s*/g) ?? []
  for (let size = LARGEST_TITLE; size > SMALLEST_TITLE; size -= 6) {
    const lines = wrap(words, size)
    const fits = lines.every((line) => measureText(line, size, 600) <= WIDTH - 2 * MARGIN)
    if (fits && lines.length * size * LINE_HEIGHT <= room) return { lines, size }
  }
  const lines = wrap(words, SMALLEST_TITLE)
  const most = Math.floor(room / (SMALLEST_TITLE * LINE_HEIGHT))
  const fitting = lines.length > most ? [...lines.slice(0, most - 1), `${lines[most - 1]}…`] : lines
  return { lines: fitting.map((line) => shorten(line, SMALLEST_TITLE, 600)), size: SMALLEST_TITLE }
}

function wrap(words: string[], size: number): string[] {
  const lines: string[] = []
  for (const word of words) {
    const longer = `${lines.at(-1) ?? ''}${word}`
    if (lines.length > 0 && measureText(longer.trimEnd(), size, 600) <= WIDTH - 2 * MARGIN)
      lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines.map((line) => line.trimEnd())
}

function shorten(line: string, size: number, weight: Weight): string {
  let text = line
  while (measureText(text, size, weight) > WIDTH - 2 * MARGIN) text = `${[...text].slice(0, -2).join('').trimEnd()}…`
  return text
}

interface Canvas {
  palette: Palette
  chance: Chance
  /** The bottom of the text. */
  top: number
  height: number
}

type Ornament = (canvas: Canvas) => string

const EBOOK_ORNAMENTS: Ornament[] = [hills, tiles, arches, rings]
const AUDIOBOOK_ORNAMENTS: Ornament[] = [soundBars, rings, hills, arches]

/** Draws a sun over hills. */
function hills({ palette: { colors }, chance, top, height }: Canvas): string {
  const room = height - top
  const radius = Math.min(room * 0.34, 300)
  const sun = `<circle cx="${between(chance, 360, 900)}" cy="${top + radius + room * 0.06}" r="${radius}" fill="${colors[1]}"/>`
  const ridges = [colors[0], colors[2], colors[0]].map((color, index) => {
    const y = top + room * (0.46 + index * 0.19)
    const swing = room * 0.16
    const [a, b, c, d] = [0, 0, 0, 0].map(() => between(chance, -swing, swing)) as [number, number, number, number]
    return `<path fill="${color}" opacity="${index === 2 ? 0.72 : 1}" d="M0 ${y + a}C300 ${y + b} 420 ${y - b} 640 ${y + c}S1000 ${y + d} 1200 ${y - a}V${height}H0Z"/>`
  })
  return sun + ridges.join('')
}

/** Draws quarter circles on a grid. */
function tiles({ palette: { colors }, chance, top, height }: Canvas): string {
  const side = 200
  const rows = Math.floor((height - top) / side)
  const parts: string[] = []
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < 6; column++) {
      const x = column * side
      const y = height - (row + 1) * side
      const color = pick(colors, chance)
      const turn = Math.floor(chance() * 4) * 90
      const shape =
        chance() < 0.72
          ? `<path d="M0 0H${side}A${side} ${side} 0 0 1 0 ${side}Z" transform="rotate(${turn} ${side / 2} ${side / 2})"/>`
          : `<circle cx="${side / 2}" cy="${side / 2}" r="${side / 2}"/>`
      parts.push(`<g fill="${color}" transform="translate(${x} ${y})">${shape}</g>`)
    }
  }
  return parts.join('')
}

/** Arches one inside another. */
function arches({ palette: { colors, ground }, chance, top, height }: Canvas): string {
  const room = height - top
  const center = pick([WIDTH / 2, WIDTH - MARGIN - 250, MARGIN + 250], chance)
  const widest = Math.min(room * 0.92, 540)
  const shades = [colors[0], colors[1], ground, colors[2], colors[0], ground]
  return shades
    .map((color, index) => {
      const radius = widest * (1 - index * 0.165)
      const y = height - Math.max(0, room - widest) * 0.5
      const springing = Math.max(top + widest, y - room * 0.2)
      return `<path fill="${color}" d="M${center - radius} ${height}V${springing}A${radius} ${radius} 0 0 1 ${center + radius} ${springing}V${height}Z"/>`
    })
    .join('')
}

/** Rings that leave the page. */
function rings({ palette: { colors }, chance, top, height }: Canvas): string {
  const room = height - top
  const x = pick([WIDTH, WIDTH * 0.78, WIDTH * 0.2], chance)
  return [1, 0.8, 0.6, 0.4, 0.2]
    .map((part, index) => {
      const color = colors[index % 3]
      return `<circle cx="${x}" cy="${height}" r="${room * part}" fill="${color}"/>`
    })
    .join('')
}

/** Draws sound, as an editor shows it. */
function soundBars({ palette: { colors }, chance, top, height }: Canvas): string {
  const room = height - top - MARGIN
  const middle = top + room / 2
  const count = 25
  const step = (WIDTH - 2 * MARGIN) / count
  return Array.from({ length: count }, (_, index) => {
    const swell = 0.25 + 0.75 * Math.sin(((index + 0.5) / count) * Math.PI)
    const length = Math.max(step, room * swell * (0.3 + 0.7 * chance()))
    const color = colors[index % 7 === 3 ? 0 : index % 3 === 0 ? 2 : 1]
    return `<rect x="${MARGIN + index * step}" y="${middle - length / 2}" width="${step * 0.62}" height="${length}" rx="${step * 0.31}" fill="${color}"/>`
  }).join('')
}

/** A pseudo-random sequence from 0 to 1, seeded with a text. */
type Chance = () => number

function chanceOf(seed: string): Chance {
  let block = createHash('sha256').update(seed).digest()
  let offset = 0
  return () => {
    if (offset + 2 > block.length) {
      block = createHash('sha256').update(block).digest()
      offset = 0
    }
    offset += 2
    return block.readUInt16BE(offset - 2) / 65_536
  }
}

function pick<T>(choices: readonly T[], chance: Chance): T {
  return choices[Math.floor(chance() * choices.length)] as T
}

function between(chance: Chance, low: number, high: number): number {
  return Math.round(low + chance() * (high - low))
}
