import type { Context } from '../context.ts'
import { readCatalogVersion } from '../publications/catalog-version.ts'
import { toSearchText } from '../search-text.ts'

/** How long words are cached: an import changes the catalog with each title. */
const LIFETIME_MS = 60_000
const MAX_WORDS = 8
/** Words that are corrected in one search: each is compared with all of the catalog. */
const MAX_MISTYPED = 4
const SHORTEST = 4
const SHORTEST_PART = 2
/** How many corrections of a word are searched for. */
const MAX_CHOICES = 3

/** Corrects a search with the words of the catalog. */
export function createSpelling({ db, clock }: Pick<Context, 'db' | 'clock'>) {
  let known: { version: string; readAt: number; words: Map<string, number> } | undefined

  /** Reads the words of the catalog's titles, authors, narrators and series, with the number of titles of each. */
  async function readWords(): Promise<Map<string, number>> {
    const now = clock.now()
    if (known && now - known.readAt < LIFETIME_MS) return known.words
    const version = await readCatalogVersion(db.read)
    if (known?.version !== version) {
      const rows = await db.read.selectFrom('publication').select('search_text').execute()
      const words = new Map<string, number>()
      for (const { search_text } of rows) {
        for (const word of new Set(search_text.split(' '))) words.set(word, (words.get(word) ?? 0) + 1)
      }
      known = { version, readAt: now, words }
    }
    known.readAt = now
    return known.words
  }

  /**
   * Returns corrected searches, likeliest first. None when every word is the beginning of one in the catalog, when many
   * are not, or when one is similar to none.
   */
  return async function correct(q: string): Promise<string[]> {
    const typed = toSearchText(q).split(' ').slice(0, MAX_WORDS)
    const words = await readWords()
    const all = [...words.keys()]
    const mistyped = new Set(typed.filter((word) => !all.some((one) => one.startsWith(word))))
    if (mistyped.size > MAX_MISTYPED) return []
    const choices = typed.map((word) => {
      if (!mistyped.has(word)) return [word]
      const asTyped = all.some((one) => one.includes(word)) ? [word] : []
      return [...asTyped, ...inTwo(word, words), ...nearest(word, words)].slice(0, MAX_CHOICES)
    })
    if (choices.some((some) => some.length === 0)) return []
    const likeliest = choices.map(([first]) => first!)
    // Replaces one word at a time with its next candidate.
    const others = choices.flatMap((some, at) => some.slice(1).map((other) => likeliest.with(at, other)))
    return [likeliest, ...others].map((one) => one.join(' ')).filter((one) => one !== typed.join(' '))
  }
}

/** Splits an unknown word into two known ones: its space was forgotten. */
function inTwo(word: string, words: ReadonlyMap<string, number>): string[] {
  const parts: string[] = []
  for (let at = SHORTEST_PART; at <= word.length - SHORTEST_PART; at++) {
    const [before, after] = [word.slice(0, at), word.slice(at)]
    if (words.has(before) && words.has(after)) parts.push(`${before} ${after}`)
  }
  return parts
}

/** Finds the likeliest corrections of an unknown word. */
function nearest(word: string, words: ReadonlyMap<string, number>): string[] {
  if (word.length < SHORTEST) return []
  const most = word.length < 8 ? 1 : 2
  const found: { word: string; mistakes: number; rest: number; titles: number }[] = []
  for (const [other, titles] of words) {
    if (other.length < word.length - most) continue
    const distances = prefixDistances(word, other, most)
    if (!distances) continue
    const mistakes = Math.min(...distances)
    found.push({ word: other, mistakes, rest: other.length - distances.lastIndexOf(mistakes), titles })
  }
  const isOtherInitial = (other: string) => Number(other[0] !== word[0])
  return found
    .sort(
      (one, other) =>
        one.mistakes - other.mistakes ||
        isOtherInitial(one.word) - isOtherInitial(other.word) ||
        // The rest of a word need not be typed, but one without is likelier.
        one.rest - other.rest ||
        other.titles - one.titles,
    )
    .slice(0, MAX_CHOICES)
    .map((one) => one.word)
}

/**
 * Computes the Damerau-Levenshtein distances from `typed` to the prefixes of `word`, by their length; undefined when
 * all exceed `most`. https://en.wikipedia.org/wiki/Damerau–Levenshtein_distance
 */
function prefixDistances(typed: string, word: string, most: number): number[] | undefined {
  const width = Math.min(word.length, typed.length + most)
  let [beforeLast, last, current] = rows
  for (let column = 0; column <= width; column++) last[column] = column
  for (let row = 1; row <= typed.length; row++) {
    current[0] = row
    let least = row
    for (let column = 1; column <= width; column++) {
      const isSame = typed[row - 1] === word[column - 1]
      let mistakes = Math.min(last[column]! + 1, current[column - 1]! + 1, last[column - 1]! + (isSame ? 0 : 1))
      const isSwapped = typed[row - 1] === word[column - 2] && typed[row - 2] === word[column - 1]
      if (row > 1 && column > 1 && isSwapped) mistakes = Math.min(mistakes, beforeLast[column - 2]! + 1)
      current[column] = mistakes
      least = Math.min(least, mistakes)
    }
    if (least > most) return undefined
    ;[beforeLast, last, current] = [last, current, beforeLast]
  }
  return Array.from(last.subarray(0, width + 1))
}

/** Rows for `prefixDistances`, longer than any word typed: allocating some for each word would take most of its time. */
const rows: [Uint16Array, Uint16Array, Uint16Array] = [new Uint16Array(512), new Uint16Array(512), new Uint16Array(512)]
