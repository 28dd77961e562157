import type { Paragraph } from '../layout/chapter-text.ts'

/** A range of letters spoken as one utterance, and its text. */
export interface Sentence {
  start: number
  end: number
  text: string
  /**
   * The letter of each character of `text`: white space is collapsed, ruby is left out, and a space may be no letter of
   * the chapter.
   */
  letters: number[]
}

/** Longest utterance: engines cut off longer ones, or read them without pausing. */
const MAX_LETTERS = 240
// `(?=\S)`: a long space is read once, not from each of its characters. `\p{Lo}`: Hebrew and Arabic have no capitals.
// The last part is for Chinese and Japanese, which have no spaces either.
const END =
  /[.!?…؟۔।]+["”»’')\]]*\s+(?=\S)(?=["“«‘'([—–-]*\s*[\p{Lu}\p{Lo}\d])|[。！？]+[」』”’）]*\s*(?=[^\s。！？」』”’）])/gu
/** Titles, initials, references and the number at the start of a paragraph, whose full stop ends no sentence. */
const ABBREVIATION =
  /^\s*(?:[IVXLCDM]+|\d+)\.\s+$|(?:^|[\s("“])(?:[Ss]r|[Ss]ra|[Ss]rta|[Dd]r|[Dd]ra|[Ss]t|[Ss]to|[Ss]ta|[Pp]rof|[Pp]rofa|[Ee]xa?|Mr|Mrs|Ms|p|pág|cap|vol|n|art|\p{Lu})\.\s+$/u

/** White space is one character; soft hyphens, which stand for ruby, are none. */
const CHARACTER = /[^\s\u00AD]|\s[\s\u00AD]*/g
/** After these marks, a long sentence may be split. */
const PAUSES = [', ', '; ', ': ', '— ', '، ', '؛ ', '、', '，', '；', '：']

/** Splits a paragraph into utterances. */
export function splitSentences({ start: firstLetter, text, gaps }: Paragraph): Sentence[] {
  const paragraph = [...gaps, text.length].map((gap, index) => text.slice(gaps[index - 1] ?? 0, gap)).join(' ')
  const letters = lettersOf(paragraph.length, gaps)
  const cuts = [...paragraph.matchAll(END)].map((match) => match.index + match[0].length)
  const ends = cuts.filter((cut) => !ABBREVIATION.test(paragraph.slice(0, cut)))
  const sentences: Sentence[] = []
  let start = 0
  for (const end of [...ends, paragraph.length]) {
    while (end - start > MAX_LETTERS) {
      const length = splitPoint(paragraph.slice(start, start + MAX_LETTERS))
      take(start, start + length)
      start += length
    }
    take(start, end)
    start = end
  }
  return sentences

  function take(from: number, to: number) {
    const part = paragraph.slice(from, to)
    const trimmed = part.trim()
    // Punctuation alone is not spoken.
    if (!/[\p{L}\p{N}]/u.test(trimmed)) return
    const first = from + part.indexOf(trimmed)
    const characters = [...trimmed.matchAll(CHARACTER)]
    sentences.push({
      start: letterAt(first),
      end: letterAt(first + trimmed.length),
      text: characters.map(([character]) => character.replace(/^\s.*/s, ' ')).join(''),
      letters: characters.map(({ index }) => letterAt(first + index)),
    })
  }

  function letterAt(index: number) {
    return firstLetter + letters[index]!
  }
}

/** Returns the letter of each character of a paragraph whose gaps are spaces, and that after the last. */
function lettersOf(length: number, gaps: readonly number[]): number[] {
  let before = 0
  return Array.from({ length: length + 1 }, (_, index) => {
    const letter = index - before
    if (gaps[before] === letter) before += 1
    return letter
  })
}

/** Returns where to split a long sentence: after the last comma or similar mark, otherwise after the last space. */
function splitPoint(text: string): number {
  const comma = Math.max(...PAUSES.map((mark) => text.lastIndexOf(mark) + mark.length))
  const space = text.lastIndexOf(' ') + 1
  return comma > MAX_LETTERS / 3 ? comma : space || text.length
}
