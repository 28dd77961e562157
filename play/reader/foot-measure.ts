/** What the foot of a page shows beside the percentage. */
export type FootMeasure = 'chapter' | 'book' | 'pages' | 'none'

const MEASURES: readonly FootMeasure[] = ['chapter', 'book', 'pages', 'none']

/** Parses the stored measure, or returns the first. */
export function toMeasure(kept: unknown): FootMeasure {
  return MEASURES.find((measure) => measure === kept) ?? 'chapter'
}

/** The next measure; without minutes, the next of the others. */
export function nextMeasure(measure: FootMeasure, hasMinutes: boolean): FootMeasure {
  const shown = hasMinutes ? MEASURES : MEASURES.slice(2)
  return shown[(shown.indexOf(availableMeasure(measure, hasMinutes)) + 1) % shown.length]!
}

/** Pages replace minutes that are unknown. */
export function availableMeasure(measure: FootMeasure, hasMinutes: boolean): FootMeasure {
  return hasMinutes || measure === 'none' ? measure : 'pages'
}
