import type { Accent, AccentPalette } from './play/launch.ts'

/*
 * Makes a partner's colour readable: keeps its hue, and stays as near to it as WCAG's 4.5:1 allows on every background
 * of the screens. Computes in OKLCH, whose lightness is perceptual: https://www.w3.org/TR/css-color-4/#ok-lab
 */

/** WCAG 2.2, 1.4.3, for text of any size, with a margin for rounding to `#rrggbb`. */
const READABLE = 4.55
const STEP = 0.004
/** Of a background whose text is dark: on a darker one, white text is usual. */
const LIGHT_CONTRAST = 7
/** A paler colour would be lost on a light screen. */
const VIVID_CHROMA = 0.1

/**
 * The backgrounds of the accent on each kind of screen, as in `design/tokens.css`. The last of light and of dark is the
 * tint of a cover (`--tint-lightness`, `--tint-chroma`) in the hue that has the least contrast.
 */
const grounds = {
  light: { backs: ['#ffffff', '#f6f7f4', '#ebeee8', '#e7ebe4', '#f7dce6'], soft: 0.935, softChroma: 0.03 },
  sepia: { backs: ['#f5ecd9'], soft: 0.87, softChroma: 0.035 },
  dark: { backs: ['#0b0e0c', '#101412', '#181d1a', '#212824', '#232b26', '#13322a'], soft: 0.29, softChroma: 0.035 },
} as const
const WHITE = '#ffffff'
const INK = '#0d110f'

/** Whether a text is a colour in the stored form, `#rrggbb`. */
export function isColor(color: string): boolean {
  return /^#[0-9a-f]{6}$/i.test(color)
}

export function deriveAccent(color: string): AccentPalette {
  return { light: derive(color, 'light'), sepia: derive(color, 'sepia'), dark: derive(color, 'dark') }
}

function derive(color: string, screen: keyof typeof grounds): Accent {
  const { backs, soft: softLightness, softChroma } = grounds[screen]
  const [lightness, chroma, hue] = toOklch(color)
  const direction = screen === 'dark' ? 1 : -1
  const soft = toHex([softLightness, Math.min(chroma, softChroma), hue])
  const accent = moveUntilReadable([lightness, chroma, hue], direction, [...backs, soft])
  const strong = moveUntilReadable([toOklch(accent)[0] + direction * 0.08, chroma, hue], direction, [...backs, soft])
  const onAccent = contrast(accent, WHITE) >= contrast(accent, INK) ? WHITE : INK
  const isFill = screen === 'light' && contrast(color, INK) >= LIGHT_CONTRAST && chroma >= VIVID_CHROMA
  return { accent, strong, soft, onAccent, ...(isFill && { fill: color, onFill: INK }) }
}

/** Lightens or darkens a colour until it is readable. White or black is readable on every background. */
function moveUntilReadable([lightness, chroma, hue]: Oklch, direction: 1 | -1, backs: readonly string[]): string {
  const behind = backs.map(luminance)
  for (let moved = lightness; ; moved += direction * STEP) {
    const color = toHex([Math.min(1, Math.max(0, moved)), chroma, hue])
    const isAtEnd = direction === 1 ? moved >= 1 : moved <= 0
    const own = luminance(color)
    if (isAtEnd || behind.every((back) => ratioOf(own, back) >= READABLE)) return color
  }
}

/** Computes the contrast of two colours by WCAG: 1 to 21. */
export function contrast(one: string, other: string): number {
  return ratioOf(luminance(one), luminance(other))
}

function ratioOf(one: number, other: number): number {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
}

function luminance(color: string): number {
  const [red, green, blue] = toLinear(color)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

type Triple = [number, number, number]
/** Lightness 0 to 1, chroma, and hue in radians. */
type Oklch = Triple

function toLinear(color: string): Triple {
  const value = Number.parseInt(color.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255].map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as Triple
}

function toOklch(color: string): Oklch {
  const [r, g, b] = toLinear(color)
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const lightness = 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s
  const greenToRed = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const blueToYellow = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  return [lightness, Math.hypot(greenToRed, blueToYellow), Math.atan2(blueToYellow, greenToRed)]
}

/** Formats as `#rrggbb`, with reduced chroma outside the gamut. */
function toHex([lightness, chroma, hue]: Oklch): string {
  let colourful = chroma
  let linear = toRgb([lightness, colourful, hue])
  while (colourful > 0.001 && linear.some((part) => part < -0.0005 || part > 1.0005)) {
    colourful *= 0.97
    linear = toRgb([lightness, colourful, hue])
  }
  const parts = linear.map((part) => {
    const share = Math.min(1, Math.max(0, part))
    const encoded = share <= 0.0031308 ? 12.92 * share : 1.055 * share ** (1 / 2.4) - 0.055
    return Math.round(encoded * 255)
      .toString(16)
      .padStart(2, '0')
  })
  return `#${parts.join('')}`
}

function toRgb([lightness, chroma, hue]: Oklch): Triple {
  const a = chroma * Math.cos(hue)
  const b = chroma * Math.sin(hue)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}
