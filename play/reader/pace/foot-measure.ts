/** The measure that the foot of a page shows beside the percentage. */
export type FootMeasure = 'chapter' | 'book' | 'pages' | 'none'

const MEASURES: readonly FootMeasure[] = ['chapter', 'book', 'pages', 'none']

/** Parses the stored measure, or returns the first. */
export function toMeasure(stored: unknown): FootMeasure {
  return MEASURES.find((measure) => measure === stored) ?? 'chapter'
}

/** Returns the next measure; without minutes, the next of the others. */
export function nextMeasure(measure: FootMeasure, hasMinutes: boolean): FootMeasure {
  const available = hasMinutes ? MEASURES : MEASURES.slice(2)
  return available[(available.indexOf(availableMeasure(measure, hasMinutes)) + 1) % available.length]!
}

/** Replaces unknown minutes with pages. */
export function availableMeasure(measure: FootMeasure, hasMinutes: boolean): FootMeasure {
  return hasMinutes || measure === 'none' ? measure : 'pages'
}
