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

/** Splits a paragraph into utterances. `from`: the index of its first letter in the chapter. */
export function splitSentences(paragraph: string, from = 0): Sentence[] {
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
    const first = from + start + words.indexOf(trimmed)
    sentences.push({ start: first, end: first + trimmed.length, text: trimmed.replace(/\s+/g, ' ') })
  }
}

/** Returns where to split a long sentence: after the last comma or similar mark, otherwise after the last space. */
function splitPoint(text: string): number {
  const comma = Math.max(...[', ', '; ', ': ', '— '].map((mark) => text.lastIndexOf(mark) + mark.length))
  const space = text.lastIndexOf(' ') + 1
  return comma > MAX_LETTERS / 3 ? comma : space || text.length
}
