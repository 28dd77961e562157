import type { AnnotationColor } from '@estante/contract/play/annotations.ts'
import type { Accent } from '@estante/contract/play/launch.ts'

/** A typeface that we ship (`typefaces.ts`). */
export type Typeface = 'serif' | 'sans' | 'dyslexic'
export type Theme = 'light' | 'sepia' | 'dark' | 'black'
export type Space = (typeof SPACES)[number]

/** Spaces in percent of the font size. Null leaves one to the preset, and a preset leaves it to the book. */
export type Spaces = Record<Space, number | null>

/** The settings with named values, the default first. */
const CHOICES = {
  family: ['original', 'serif', 'sans', 'dyslexic', 'system'],
  lineHeight: ['original', 'tight', 'normal', 'loose'],
  margins: ['normal', 'narrow', 'wide'],
  align: ['original', 'start', 'justify'],
  /** Between letters, words and paragraphs. */
  spacing: ['original', 'wide', 'wider'],
  theme: ['auto', 'light', 'sepia', 'dark', 'black'],
  flow: ['original', 'pages', 'scroll'],
  /** Whether the reading ruler highlights a band of lines. */
  ruler: ['off', 'on'],
} as const
type Choices = { [Key in keyof typeof CHOICES]: (typeof CHOICES)[Key][number] }

/** A member's settings for pages, stored on the device. */
export interface Appearance extends Spaces, Choices {
  /** Percent of the book's own font size. */
  size: number
}

/** The look of a chapter: the member's choices, and the book's own where there is none. */
export interface ResolvedAppearance extends Appearance {
  flow: 'pages' | 'scroll'
}

/** Returns the shipped typeface that an appearance needs; undefined for the device's own. */
export function typefaceOf({ family }: Pick<Appearance, 'family'>): Typeface | undefined {
  if (family === 'system') return undefined
  return family === 'original' ? 'serif' : family
}

/** Whether two appearances place every letter alike: neither the colours nor the ruler move any. */
export function areLaidOutAlike(one: Appearance, other: Appearance): boolean {
  const keys = Object.keys(one) as (keyof Appearance)[]
  return keys.every((key) => key === 'theme' || key === 'ruler' || one[key] === other[key])
}

/** The range of each space, which includes https://www.w3.org/TR/WCAG22/#text-spacing. */
export const SCALES: Record<Space, { min: number; max: number; step: number }> = {
  lineSpacing: { min: 100, max: 250, step: 10 },
  paragraphSpacing: { min: 0, max: 300, step: 25 },
  wordSpacing: { min: 0, max: 40, step: 4 },
  letterSpacing: { min: 0, max: 20, step: 2 },
}
export const SPACES = ['lineSpacing', 'paragraphSpacing', 'wordSpacing', 'letterSpacing'] as const

export const MIN_SIZE = 70
export const MAX_SIZE = 250
export const SIZE_STEP = 10

/** Parses stored settings; missing and invalid ones get their default. */
export function toAppearance(stored: unknown): Appearance {
  const values = (typeof stored === 'object' && stored !== null ? stored : {}) as Record<string, unknown>
  const chosen = Object.entries(CHOICES).map(([name, choices]) => [
    name,
    choices.find((choice) => choice === values[name]) ?? choices[0],
  ])
  const spaces = SPACES.map((space) => [space, toSpace(space, values[space])])
  return { ...Object.fromEntries([...chosen, ...spaces]), size: toSize(values.size) }
}

function toSpace(space: Space, value: unknown) {
  return typeof value === 'number' && Number.isFinite(value) ? clampSpace(space, value) : null
}

export function clampSpace(space: Space, value: number): number {
  const { min, max } = SCALES[space]
  return Math.min(max, Math.max(min, value))
}

function toSize(value: unknown) {
  const size = Number(value)
  if (!Number.isFinite(size) || size <= 0) return 100
  return Math.min(MAX_SIZE, Math.max(MIN_SIZE, Math.round(size / SIZE_STEP) * SIZE_STEP))
}

/**
 * `surface` is the background of bars over the page. `ink` is the RGB components of `text`, to be combined with an
 * alpha. `marks` are painted under the text.
 */
export type Palette = {
  isDark: boolean
  page: string
  surface: string
  text: string
  ink: string
  soft: string
  accent: Accent
  marks: Record<AnnotationColor, string>
}

/** The colours of marks over a page of fixed layout, which keeps its own colours, light or dark. */
export const MARKS_OVER: Palette['marks'] = {
  yellow: 'rgb(224 190 72 / 40%)',
  green: 'rgb(96 180 114 / 40%)',
  blue: 'rgb(88 158 222 / 40%)',
  pink: 'rgb(226 110 154 / 40%)',
}

/** The colours of a page, also used for the screen around it and the sheets over it. */
export const palettes: Record<Theme, Palette> = {
  light: {
    isDark: false,
    page: '#fdfdfb',
    surface: '#ffffff',
    text: '#1b1f1d',
    ink: '27 31 29',
    soft: '#5d6661',
    accent: { accent: '#1c5743', strong: '#123f30', soft: '#dfece4', onAccent: '#ffffff' },
    marks: { yellow: '#ffe88f', green: '#c5ecb9', blue: '#c4e0ff', pink: '#ffd0e0' },
  },
  sepia: {
    isDark: false,
    page: '#f5ecd9',
    surface: '#fcf6e8',
    text: '#3a2d1c',
    ink: '58 45 28',
    soft: '#74634a',
    accent: { accent: '#7a4a12', strong: '#5c360a', soft: '#efe1c5', onAccent: '#ffffff' },
    marks: { yellow: '#f6dd7c', green: '#cbdca0', blue: '#c2d8df', pink: '#f2c8c1' },
  },
  dark: {
    isDark: true,
    page: '#121614',
    surface: '#1b201d',
    text: '#d5dad4',
    ink: '213 218 212',
    soft: '#8f9993',
    accent: { accent: '#8fcdb0', strong: '#b4e2cb', soft: '#1d3429', onAccent: '#0c2419' },
    marks: { yellow: '#574a12', green: '#1f4c2c', blue: '#1d4266', pink: '#5f2a43' },
  },
  black: {
    isDark: true,
    page: '#000000',
    surface: '#141715',
    text: '#c3c8c2',
    ink: '195 200 194',
    soft: '#868f89',
    accent: { accent: '#84c2a5', strong: '#a6d8bf', soft: '#172b21', onAccent: '#0c2419' },
    marks: { yellow: '#4a3f0c', green: '#184224', blue: '#163757', pink: '#522138' },
  },
}

/** Returns the style properties that the style sheets of the reader use. */
export function readerColours({ page, surface, text, ink, soft, accent, marks }: Palette) {
  return {
    '--reader-page': page,
    '--reader-surface': surface,
    '--reader-text': text,
    '--reader-ink': ink,
    '--reader-soft': soft,
    '--reader-link': accent.accent,
    '--reader-link-strong': accent.strong,
    '--reader-link-soft': accent.soft,
    '--reader-on-link': accent.onAccent,
    '--mark-yellow': marks.yellow,
    '--mark-green': marks.green,
    '--mark-blue': marks.blue,
    '--mark-pink': marks.pink,
  }
}

export function themeOf(appearance: Appearance, systemIsDark: boolean): Theme {
  if (appearance.theme !== 'auto') return appearance.theme
  return systemIsDark ? 'dark' : 'light'
}
