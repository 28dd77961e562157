/*
 * How fast a member reads, for "faltam 12 min no capítulo". The page measures, for only it knows which letters were on
 * screen how long; the last pages are kept in the member's preferences (`pace`), the same on every device.
 */

/** Letters a minute, until enough pages were read: the mean of adults who read Portuguese (Trauzettel-Klosinski and Dietz, 2012). */
export const DEFAULT_PACE = 913
/** As many pages as are remembered. */
export const PAGES_KEPT = 40
/** The default counts as so many pages, so that the first ones do not decide alone. */
const DEFAULT_WEIGHT = 5
/** Fewer letters are a heading or a picture. */
export const LEAST_LETTERS = 200
/** Faster than that is turning pages, and slower is doing something else: letters a minute. */
const [SLOWEST, FASTEST] = [150, 6000]

/** Adds a page that was in front for so long to those remembered; the same when it tells nothing of the pace. */
export function addPage(pages: readonly number[], letters: number, activeMs: number): readonly number[] {
  const pace = Math.round((letters * 60_000) / activeMs)
  if (letters < LEAST_LETTERS || !(pace >= SLOWEST && pace <= FASTEST)) return pages
  return [...pages.slice(1 - PAGES_KEPT), pace]
}

/** Letters a minute: the median, which a page left open or leafed over does not move. */
export function paceOf(pages: readonly number[]): number {
  const all = [...pages, ...new Array<number>(DEFAULT_WEIGHT).fill(DEFAULT_PACE)].sort((one, other) => one - other)
  const middle = all.length / 2
  return Math.round(((all[Math.ceil(middle) - 1] as number) + (all[Math.floor(middle)] as number)) / 2)
}

/** Whole minutes that so many letters take; at least one where there is anything left. */
export function minutesLeft(letters: number, pages: readonly number[]): number {
  return letters <= 0 ? 0 : Math.max(1, Math.round(letters / paceOf(pages)))
}
