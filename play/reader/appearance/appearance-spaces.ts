import { type Appearance, clampSpace, SCALES, type Space } from './appearance.ts'

/** Returns the change that chooses a preset of line height: it replaces the adjusted value. */
export function linePreset(lineHeight: Appearance['lineHeight']): Partial<Appearance> {
  return { lineHeight, lineSpacing: null }
}

/** Returns the change that chooses a preset of the other spaces: it replaces their adjusted values. */
export function spacingPreset(spacing: Appearance['spacing']): Partial<Appearance> {
  return { spacing, letterSpacing: null, wordSpacing: null, paragraphSpacing: null }
}

/**
 * Returns the next value on the scale of a space. `book` is the book's own space, whose value is null and stands right
 * after it on the scale; undefined while a preset replaces it.
 */
export function stepSpace(space: Space, value: number | null, by: 1 | -1, book: number | undefined): number | null {
  const { step } = SCALES[space]
  const from = value ?? book ?? 0
  const to = by > 0 ? Math.floor(from / step) * step + step : Math.ceil(from / step) * step - step
  if (value !== null && book !== undefined && from > book !== to > book) return null
  return clampSpace(space, to)
}

export function isAtEnd(space: Space, value: number | null, by: 1 | -1): boolean {
  const { min, max } = SCALES[space]
  return value !== null && (by > 0 ? value >= max : value <= min)
}

/** Measures the spaces of a chapter's text; without a chapter, returns an unstyled book's. */
export function measureSpaces(chapter: Document | null | undefined): Record<Space, number> {
  const paragraphs = [...(chapter?.querySelectorAll('p') ?? [])]
  const paragraph = paragraphs.find((one) => one.textContent.length > 80) ?? paragraphs[0]
  const style = paragraph && chapter!.defaultView!.getComputedStyle(paragraph)
  const percent = (value: string | undefined, normal: number) => {
    const part = Number.parseFloat(value ?? '') / Number.parseFloat(style?.fontSize ?? '')
    return Number.isFinite(part) ? Math.round(part * 100) : normal
  }
  return {
    lineSpacing: percent(style?.lineHeight, 150),
    paragraphSpacing: Math.max(percent(style?.marginBlockStart, 0), percent(style?.marginBlockEnd, 0)),
    wordSpacing: percent(style?.wordSpacing, 0),
    letterSpacing: percent(style?.letterSpacing, 0),
  }
}
