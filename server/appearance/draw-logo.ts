import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logo } from '@estante/contract/play/launch.ts'
import sharp from 'sharp'

/** Twice the displayed size, for high-density screens. */
const BOX = { width: 512, height: 160 }
const PIXEL_LIMIT = 4e6
/** A longer picture is no logo: it would be shown as a line. */
const LONGEST_TO_SHORTEST = 10
const TIMEOUT_SECONDS = 10
/** Alpha below which a pixel is invisible. */
const SEEN_ALPHA = 32

// One thread and no cache: the subprocess shares the machine with the server.
sharp.concurrency(1)
sharp.cache(false)

export interface DrawnLogo {
  /** A hash of the file's bytes. */
  version: string
  tone: Logo['tone']
}

/** Why a picture is refused as a logo. */
export interface RefusedLogo {
  refused: 'UNUSABLE_LOGO' | 'LOGO_TOO_LONG'
}

/**
 * Redraws a picture as `logo.webp` into a folder: an upload is never shown as it came. Refuses anything but a picture
 * of an accepted format: an SVG is a program. Runs in `logo-process.ts`.
 */
export async function drawLogo(folder: string, picture: Uint8Array): Promise<DrawnLogo | RefusedLogo> {
  const size = isRaster(picture) ? await readSize(picture) : undefined
  if (!size) return { refused: 'UNUSABLE_LOGO' }
  if (Math.max(...size) > LONGEST_TO_SHORTEST * Math.min(...size)) return { refused: 'LOGO_TOO_LONG' }
  const drawn = await draw(picture).catch(() => undefined)
  if (!drawn) return { refused: 'UNUSABLE_LOGO' }
  const { webp, tone } = drawn
  await writeFile(join(folder, 'logo.webp'), webp)
  return { version: createHash('sha256').update(webp).digest('hex').slice(0, 16), tone }
}

/** Reads the size from the picture's header, before it is decoded. */
async function readSize(picture: Uint8Array): Promise<[width: number, height: number] | undefined> {
  const size = await open(picture)
    .metadata()
    .catch(() => undefined)
  return size && [size.width, size.height]
}

function open(picture: Uint8Array) {
  return sharp(picture, { limitInputPixels: PIXEL_LIMIT, failOn: 'error' })
}

async function draw(picture: Uint8Array): Promise<{ webp: Buffer; tone: Logo['tone'] }> {
  const { data, info } = await open(picture)
    .timeout({ seconds: TIMEOUT_SECONDS })
    .autoOrient()
    .resize({ ...BOX, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const webp = await sharp(data, { raw: { width, height, channels } }).webp({ quality: 90 }).toBuffer()
  return { webp, tone: toneOf(data) }
}

/** Returns the ground that a transparent logo needs: it would not show on a page as dark, or as light, as itself. */
function toneOf(pixels: Uint8Array): Logo['tone'] {
  let [seen, hidden, lightness] = [0, 0, 0]
  for (let index = 0; index < pixels.length; index += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(index, index + 4)
    if (alpha < SEEN_ALPHA) hidden++
    else {
      seen++
      lightness += (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255
    }
  }
  const hasOwnGround = hidden < 0.02 * (seen + hidden)
  if (hasOwnGround || seen === 0) return 'any'
  const average = lightness / seen
  if (average < 0.45) return 'dark'
  return average > 0.6 ? 'light' : 'any'
}

function isRaster(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.subarray(0, 16)).toString('latin1')
  return /^(\xff\xd8\xff|\x89PNG\r\n|RIFF.{4}WEBP)/s.test(start)
}
