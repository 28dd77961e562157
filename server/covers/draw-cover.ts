import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PublicationType } from '@estante/contract/partner/catalog.ts'
import sharp from 'sharp'
import { COVER_WIDTHS } from './cover.ts'
import { drawTypographicCover } from './typographic-cover.ts'

const WIDEST = Math.max(...COVER_WIDTHS)
const PIXEL_LIMIT = 40e6
const SMALLEST_SIDE = 64
/** A narrower picture is a banner or an ornament, not a cover. */
const LONGEST_TO_SHORTEST = 3
const TIMEOUT_SECONDS = 30

// One thread and no cache: an import shares the machine with the server.
sharp.concurrency(1)
sharp.cache(false)

export interface CoverText {
  type: PublicationType
  title: string
  author: string
}

/** A cover as the catalog stores it. */
export interface PreparedCover {
  /** A hash of the files' bytes. */
  version: string
  /** Width divided by height. */
  ratio: number
  /** `#rrggbb`, shown until the picture has loaded. */
  color: string
  /** `drawn`: from the title, for want of a usable picture. */
  source: 'file' | 'drawn'
}

/**
 * Writes a cover into a folder, a WebP for each width: AVIF would take 55% of the bytes and 15 times the CPU time, and
 * iOS before 16 does not support it. `picture` is never trusted: it is redrawn; without a usable one the cover is drawn
 * from the title.
 */
export async function prepareCover(
  folder: string,
  picture: Uint8Array | undefined,
  text: CoverText,
): Promise<PreparedCover> {
  const pixels = picture && (await readPicture(picture))
  return { ...(await writeWidths(folder, pixels ?? (await drawText(text)))), source: pixels ? 'file' : 'drawn' }
}

/** A decoded picture, ready to be written at each width. */
interface Pixels {
  data: Buffer
  width: number
  height: number
  channels: 1 | 2 | 3 | 4
  color: string
}

async function drawText({ type, title, author }: CoverText): Promise<Pixels> {
  const { svg, color } = drawTypographicCover(type, title, author, WIDEST)
  const { data, info } = await sharp(Buffer.from(svg)).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height, channels: info.channels, color }
}

/** Decodes a picture to plain pixels. Undefined for a format or a file that is refused. */
async function readPicture(bytes: Uint8Array): Promise<Pixels | undefined> {
  if (!isRaster(bytes)) return undefined
  try {
    const { data, info } = await sharp(bytes, { limitInputPixels: PIXEL_LIMIT, failOn: 'error' })
      .timeout({ seconds: TIMEOUT_SECONDS })
      .autoOrient()
      .flatten({ background: '#ffffff' })
      .resize({ width: WIDEST, height: LONGEST_TO_SHORTEST * WIDEST, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true })
    const { width, height, channels } = info
    const [short = 0, long = 0] = [width, height].sort((a, b) => a - b)
    if (short < SMALLEST_SIDE || long > LONGEST_TO_SHORTEST * short) return undefined
    const { dominant } = await sharp(data, { raw: { width, height, channels } }).stats()
    return { data, width, height, channels, color: hex(dominant) }
  } catch {
    return undefined
  }
}

async function writeWidths(folder: string, pixels: Pixels): Promise<Omit<PreparedCover, 'source'>> {
  const { data, width, height, channels, color } = pixels
  const hash = createHash('sha256')
  for (const wanted of COVER_WIDTHS) {
    const webp = await sharp(data, { raw: { width, height, channels } })
      .resize({ width: wanted })
      .webp({ quality: 75 })
      .toBuffer()
    hash.update(webp)
    await writeFile(join(folder, `${wanted}.webp`), webp)
  }
  return { version: hash.digest('hex').slice(0, 16), ratio: Math.round((width / height) * 1e4) / 1e4, color }
}

/** Formats that books use. SVG is a program, and every other decoder is one more attack surface. */
function isRaster(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.subarray(0, 16)).toString('latin1')
  return /^(\xff\xd8\xff|\x89PNG\r\n|GIF8[79]a|RIFF.{4}WEBP|.{4}ftyp(avif|avis|mif1))/s.test(start)
}

function hex({ r, g, b }: { r: number; g: number; b: number }): string {
  return `#${[r, g, b].map((part) => part.toString(16).padStart(2, '0')).join('')}`
}
