import patterns, { type PatternNode } from 'hyphen/patterns/pt.js'
import { SOFT_HYPHEN } from './segments.ts'

/** TeX's values for Portuguese: letters before the first break, and after the last. */
const LETTERS_BEFORE = 2
const LETTERS_AFTER = 3
/** Names are not divided, nor text with decomposed accents. */
const WORD = /(?:[\p{L}\p{M}]){6,}/gu
const LOWER_CASE = /^\p{Ll}+$/u
/** A capitalized word at the start of a sentence is mostly no name. */
const SENTENCE_END = /(?:^|[.!?…:)\]"”»—–])\s*$/
const CAPITAL = /^\p{Lu}(?=\p{Ll}+\P{L}*$)/u
/** Addresses, file names, numbers and their units. */
const IS_NO_WORD = /[\p{N}@/\\_]|\p{L}[.:]\p{L}/u

/** More than the different words of a long novel. */
const MAX_KNOWN = 60_000

const [levels, trie] = patterns
const known = new Map<string, string>()

/** Inserts soft hyphens into Portuguese text wherever a word may be broken. */
export function hyphenate(text: string): string {
  return text.replace(/\S{6,}/g, (token, at: number) => {
    if (CAPITAL.test(token) && SENTENCE_END.test(text.slice(Math.max(0, at - 4), at))) {
      const lower = token[0]!.toLowerCase() + token.slice(1)
      return token[0] + hyphenate(lower).slice(1)
    }
    let hyphenated = known.get(token)
    if (hyphenated === undefined) {
      hyphenated = IS_NO_WORD.test(token) ? token : token.replace(WORD, hyphenateWord)
      if (known.size === MAX_KNOWN) known.clear()
      known.set(token, hyphenated)
    }
    return hyphenated
  })
}

function hyphenateWord(word: string): string {
  if (!LOWER_CASE.test(word)) return word
  const weights = weigh(word)
  let hyphenated = ''
  let from = 0
  for (let at = LETTERS_BEFORE; at <= word.length - LETTERS_AFTER; at++) {
    if (weights[at]! % 2 === 0) continue
    hyphenated += word.slice(from, at) + SOFT_HYPHEN
    from = at
  }
  return hyphenated + word.slice(from)
}

/**
 * Liang's algorithm (https://tug.org/docs/liang/): each pattern in the word weighs the positions between its letters;
 * the highest weight counts, and an odd one is a break.
 */
function weigh(word: string): Uint8Array {
  const weights = new Uint8Array(word.length + 1)
  for (let start = 0; start < word.length; start++) follow(trie, word, start, weights)
  // Patterns under `.` match only at the beginning of a word.
  follow(trie['.'], word, 0, weights)
  return weights
}

function follow(from: PatternNode | undefined, word: string, start: number, weights: Uint8Array) {
  let node = from
  for (let end = start; node !== undefined && end <= word.length + 1; end++) {
    const level = Array.isArray(node) ? node[1] : node
    if (typeof level === 'number') raiseWeights(levels[level]!, start, weights)
    const children = Array.isArray(node) ? node[0] : node
    node = typeof children === 'number' ? undefined : children[word[end] ?? '.']
  }
}

function raiseWeights(level: number[], start: number, weights: Uint8Array) {
  for (let index = 0; index < level.length; index++) {
    if (level[index]! > (weights[start + index] ?? 0)) weights[start + index] = level[index]!
  }
}
