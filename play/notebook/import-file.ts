import { setsOfMarkdown } from '@estante/contract/annotations-markdown.ts'
import type { ImportOutcome } from '@estante/contract/play/annotations.ts'

/** The limits of a request, within those of the service: a character has at most 3 bytes. */
const MAX_SETS = 50
const MAX_ITEMS = 5000
const MAX_CHARACTERS = 2_000_000

export interface AnnotationSet {
  type: 'AnnotationSet'
  about?: { 'dc:title'?: unknown }
  items: object[]
}

/** The outcome of importing a file of several titles. */
export interface ImportReport extends ImportOutcome {
  /** The titles that the member does not have. */
  missing: string[]
}

/** A file of several titles was chosen for one. */
export class SeveralTitlesError extends Error {}

/** Reads the sets of a file, of one title or several, or its Markdown. Throws a `SyntaxError` for any other file. */
export function parseSets(content: string): AnnotationSet[] {
  if (/^\s*#/.test(content)) return setsOfMarkdown(content)
  const sets = [JSON.parse(content)].flat()
  if (sets.length === 0 || !sets.every((one) => one?.type === 'AnnotationSet' && Array.isArray(one.items)))
    throw new SyntaxError('No AnnotationSet')
  return sets
}

/** Divides the sets of a file into requests. */
export function requestsOf(sets: readonly AnnotationSet[]): AnnotationSet[][] {
  const requests: AnnotationSet[][] = []
  let [items, characters] = [0, 0]
  for (const set of sets) {
    const length = JSON.stringify(set).length
    items += set.items.length
    characters += length
    const last = requests.at(-1)
    if (last && last.length < MAX_SETS && items <= MAX_ITEMS && characters <= MAX_CHARACTERS) last.push(set)
    else {
      requests.push([set])
      items = set.items.length
      characters = length
    }
  }
  return requests
}

/**
 * Sums up the outcomes of the sets of a file, and numbers their items across the whole file. An outcome is null when the
 * member does not have the title.
 */
export function reportOf(sets: readonly AnnotationSet[], outcomes: readonly (ImportOutcome | null)[]): ImportReport {
  const nothing = { imported: 0, unchanged: 0, conflicting: 0, moved: 0 }
  const report: ImportReport = { ...nothing, lost: [], refused: [], missing: [] }
  let before = 0
  for (const [index, { about, items }] of sets.entries()) {
    const outcome = outcomes[index]
    if (outcome) {
      for (const count of ['imported', 'unchanged', 'conflicting', 'moved'] as const) report[count] += outcome[count]
      report.lost.push(...outcome.lost)
      report.refused.push(...outcome.refused.map(({ item, reason }) => ({ item: before + item, reason })))
    } else report.missing.push(String(about?.['dc:title'] ?? ''))
    before += items.length
  }
  return report
}
