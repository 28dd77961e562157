/** What the foot of a page says beside the percentage. */
export type FootMeasure = 'chapter' | 'book' | 'pages' | 'none'

const MEASURES: readonly FootMeasure[] = ['chapter', 'book', 'pages', 'none']

/** What was remembered, or the first. */
export function toMeasure(kept: unknown): FootMeasure {
  return MEASURES.find((measure) => measure === kept) ?? 'chapter'
}

/** The next one; where nobody knows the minutes, of those that are left. */
export function nextMeasure(measure: FootMeasure, hasMinutes: boolean): FootMeasure {
  const shown = hasMinutes ? MEASURES : MEASURES.slice(2)
  return shown[(shown.indexOf(measureShown(measure, hasMinutes)) + 1) % shown.length]!
}

/** Pages stand in for minutes that nobody knows. */
export function measureShown(measure: FootMeasure, hasMinutes: boolean): FootMeasure {
  return hasMinutes || measure === 'none' ? measure : 'pages'
}
