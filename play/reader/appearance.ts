/** How a member likes pages to look; kept on the device. */
export interface Appearance {
  /** Percent of the book's own size. */
  size: number
  family: 'original' | 'serif' | 'sans'
  lineHeight: 'original' | 'tight' | 'normal' | 'loose'
  margins: 'narrow' | 'normal' | 'wide'
  align: 'original' | 'start' | 'justify'
  theme: 'auto' | 'light' | 'sepia' | 'dark'
  flow: 'original' | 'pages' | 'scroll'
}

/** How a chapter looks, once the book has said what the member leaves to it. */
export interface ShownAppearance extends Appearance {
  flow: 'pages' | 'scroll'
}

export const defaultAppearance: Appearance = {
  size: 100,
  family: 'original',
  lineHeight: 'original',
  margins: 'normal',
  align: 'original',
  theme: 'auto',
  flow: 'original',
}

export const SIZE_MIN = 70
export const SIZE_MAX = 250
export const SIZE_STEP = 10

const choices: { [Key in Exclude<keyof Appearance, 'size'>]: readonly Appearance[Key][] } = {
  family: ['original', 'serif', 'sans'],
  lineHeight: ['original', 'tight', 'normal', 'loose'],
  margins: ['narrow', 'normal', 'wide'],
  align: ['original', 'start', 'justify'],
  theme: ['auto', 'light', 'sepia', 'dark'],
  flow: ['original', 'pages', 'scroll'],
}

/** What was remembered, with the default for anything that is missing or no longer exists. */
export function toAppearance(kept: unknown): Appearance {
  const values = (typeof kept === 'object' && kept !== null ? kept : {}) as Record<string, unknown>
  const chosen = Object.entries(choices).filter(([key, allowed]) => (allowed as unknown[]).includes(values[key]))
  return {
    ...defaultAppearance,
    ...Object.fromEntries(chosen.map(([key]) => [key, values[key]])),
    size: toSize(values.size),
  }
}

function toSize(value: unknown) {
  const size = Number(value)
  if (!Number.isFinite(size) || size <= 0) return defaultAppearance.size
  return Math.min(SIZE_MAX, Math.max(SIZE_MIN, Math.round(size / SIZE_STEP) * SIZE_STEP))
}

/** `ink` is `text` as three numbers, to be thinned. */
export type Palette = { page: string; text: string; ink: string; soft: string; link: string }

/** The colours of a page of text. The screen around it takes the same. */
export const palettes: Record<'light' | 'sepia' | 'dark', Palette> = {
  light: { page: '#fdfdfb', text: '#1b1f1d', ink: '27 31 29', soft: '#5d6661', link: '#1c5743' },
  sepia: { page: '#f5ecd9', text: '#3a2d1c', ink: '58 45 28', soft: '#74634a', link: '#7a4a12' },
  dark: { page: '#121614', text: '#d5dad4', ink: '213 218 212', soft: '#8f9993', link: '#8fcdb0' },
}

export function themeOf(appearance: Appearance, systemIsDark: boolean): 'light' | 'sepia' | 'dark' {
  if (appearance.theme !== 'auto') return appearance.theme
  return systemIsDark ? 'dark' : 'light'
}
