/*
 * Estimates how fast a member reads, for "faltam 12 min no capítulo". Measured by the page, since the service does not
 * know the visible text; the member's preferences store the last pages (`pace`).
 */

/**
 * Letters a minute before enough pages were read: the mean of adults who read Portuguese (Trauzettel-Klosinski and
 * Dietz, 2012).
 */
export const DEFAULT_PACE = 913
export const PACE_PAGES = 40
/** The weight of the default pace, in pages, which keeps the first pages from deciding alone. */
const DEFAULT_WEIGHT = 5
/** A page with fewer letters is a heading or a picture. */
export const MIN_LETTERS = 200
/** In letters a minute: faster is leafing, slower is being away. */
const [SLOWEST, FASTEST] = [150, 6000]

/** Adds a page's time to the remembered ones. Ignores times that cannot be reading. */
export function addPage(pages: readonly number[], letters: number, activeMs: number): readonly number[] {
  const pace = Math.round((letters * 60_000) / activeMs)
  if (letters < MIN_LETTERS || !(pace >= SLOWEST && pace <= FASTEST)) return pages
  return [...pages.slice(1 - PACE_PAGES), pace]
}

/** Returns the median in letters a minute, which outliers do not move. */
export function paceOf(pages: readonly number[]): number {
  const all = [...pages, ...new Array<number>(DEFAULT_WEIGHT).fill(DEFAULT_PACE)].sort((one, other) => one - other)
  const middle = all.length / 2
  return Math.round(((all[Math.ceil(middle) - 1] as number) + (all[Math.floor(middle)] as number)) / 2)
}

/** Returns the minutes for so many letters, rounded; at least one if anything is left. */
export function minutesLeft(letters: number, pages: readonly number[]): number {
  return letters <= 0 ? 0 : Math.max(1, Math.round(letters / paceOf(pages)))
}
