/** What a voice says at once: a range of letters, and its text. */
export interface Sentence {
  start: number
  end: number
  words: string
}

/** Engines cut longer ones off, or read them in one breath. */
const MAX_LETTERS = 240
const END = /[.!?…]+["”»’')\]]*\s+(?=["“«‘'([—–-]*\s*[\p{Lu}\d])/gu
/** A point after these ends no sentence: titles, initials and references. */
const ABBREVIATION =
  /(?:^|[\s("“])(?:[Ss]r|[Ss]ra|[Ss]rta|[Dd]r|[Dd]ra|[Ss]t|[Ss]to|[Ss]ta|[Pp]rof|[Pp]rofa|[Ee]xa?|Mr|Mrs|Ms|p|pág|cap|vol|n|art|\p{Lu})\.\s+$/u

/** Divides a paragraph, whose first letter is `from` of the chapter, into what is said at once. */
export function splitSentences(paragraph: string, from = 0): Sentence[] {
  const cuts = [...paragraph.matchAll(END)].map((match) => match.index + match[0].length)
  const ends = cuts.filter((cut) => !ABBREVIATION.test(paragraph.slice(0, cut)))
  const sentences: Sentence[] = []
  let start = 0
  for (const end of [...ends, paragraph.length]) {
    while (end - start > MAX_LETTERS) {
      const breath = breathIn(paragraph.slice(start, start + MAX_LETTERS))
      take(start, start + breath)
      start += breath
    }
    take(start, end)
    start = end
  }
  return sentences

  function take(start: number, end: number) {
    const words = paragraph.slice(start, end)
    const trimmed = words.trim()
    // Without a letter or a number there is nothing to say.
    if (!/[\p{L}\p{N}]/u.test(trimmed)) return
    const first = from + start + words.indexOf(trimmed)
    sentences.push({ start: first, end: first + trimmed.length, words: trimmed.replace(/\s+/g, ' ') })
  }
}

/** Where a long sentence may be divided: after the last comma or the like, else the last space. */
function breathIn(text: string): number {
  const comma = Math.max(...[', ', '; ', ': ', '— '].map((mark) => text.lastIndexOf(mark) + mark.length))
  const space = text.lastIndexOf(' ') + 1
  return comma > MAX_LETTERS / 3 ? comma : space || text.length
}
