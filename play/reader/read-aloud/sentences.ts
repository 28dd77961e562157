import type { Paragraph } from '../chapter-text.ts'

/** A range of letters spoken as one utterance, and its text. */
export interface Sentence {
  start: number
  end: number
  text: string
}

/** Longest utterance: engines cut off longer ones, or read them without pausing. */
const MAX_LETTERS = 240
const END = /[.!?…]+["”»’')\]]*\s+(?=["“«‘'([—–-]*\s*[\p{Lu}\d])/gu
/** Titles, initials and references, whose full stop ends no sentence. */
const ABBREVIATION =
  /(?:^|[\s("“])(?:[Ss]r|[Ss]ra|[Ss]rta|[Dd]r|[Dd]ra|[Ss]t|[Ss]to|[Ss]ta|[Pp]rof|[Pp]rofa|[Ee]xa?|Mr|Mrs|Ms|p|pág|cap|vol|n|art|\p{Lu})\.\s+$/u

/** Splits a paragraph into utterances. */
export function splitSentences({ start: from, text, gaps }: Paragraph): Sentence[] {
  const paragraph = [...gaps, text.length].map((gap, index) => text.slice(gaps[index - 1] ?? 0, gap)).join(' ')
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

  function take(start: number, end: number) {
    const words = paragraph.slice(start, end)
    const trimmed = words.trim()
    // Punctuation alone is not spoken.
    if (!/[\p{L}\p{N}]/u.test(trimmed)) return
    const first = start + words.indexOf(trimmed)
    const letters = { start: letterAt(first), end: letterAt(first + trimmed.length) }
    sentences.push({ ...letters, text: trimmed.replace(/\s+/g, ' ') })
  }

  /** The letter at an index of `paragraph`, where each gap is a space. */
  function letterAt(index: number) {
    return from + index - gaps.filter((gap, earlier) => gap + earlier < index).length
  }
}

/** Returns where to split a long sentence: after the last comma or similar mark, otherwise after the last space. */
function splitPoint(text: string): number {
  const comma = Math.max(...[', ', '; ', ': ', '— '].map((mark) => text.lastIndexOf(mark) + mark.length))
  const space = text.lastIndexOf(' ') + 1
  return comma > MAX_LETTERS / 3 ? comma : space || text.length
}
