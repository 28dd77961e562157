import { Parser } from 'htmlparser2'
import { NOTE_LETTER, PICTURE_LETTER, RUBY_LETTER } from '../search/search-index.ts'

/** Length of a picture, in letters. All counting here must match `play/reader/layout/segments.ts`. */
const PICTURE_LETTERS = 60
const PICTURES = new Set(['img', 'svg', 'image', 'video', 'audio', 'hr', 'object'])
const NOTE_NUMBER = /^\s*[[(]?\d{1,4}[\])]?\.?\s*$/
/** Readings of words, which are no part of the text (`play/reader/layout/chapter-text.ts`). */
const RUBY = new Set(['rt', 'rp'])
const UNREAD = new Set(['style', 'script', 'template'])
const INLINE = new Set(
  `a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark meter nobr output q rp rt ruby s samp small
  span strike strong sub sup time tt u var wbr tspan a mi mn mo ms mtext`.split(/\s+/),
)

export interface ChapterLetters {
  /** The text of the chapter; offsets into it are letter offsets of the chapter. */
  text: string
  /** The letters for which the text has a `NOTE_LETTER`: those of references to notes. */
  notes: string
  /** Word boundaries that the letters do not show, by offset in order, and whether a paragraph ends there too. */
  breaks: { offset: number; isBlock: boolean }[]
  /** Letter offset of every element with an id. */
  ids: Map<string, number>
}

/** Reads the letters of a chapter as served, in well-formed XHTML. */
export function readLetters(page: string): ChapterLetters {
  let text = ''
  let pending = ''
  let link: { start: number; letters: string; isReference: boolean } | undefined
  const references: { start: number; letters: string }[] = []
  let raised = 0
  let ruby = 0
  let unread = 0
  let isInBody = false
  const breaks: ChapterLetters['breaks'] = []
  const ids = new Map<string, number>()

  function breakAt(isBlock: boolean) {
    const last = breaks.at(-1)
    if (last?.offset === text.length) last.isBlock ||= isBlock
    else if (text.length > 0) breaks.push({ offset: text.length, isBlock })
  }

  /** Ends a text node at a tag. A node of only white space has no letters. */
  function endText() {
    if (/\S/.test(pending)) appendText(pending.replaceAll('\u00ad', ''))
    else if (pending !== '') breakAt(false)
    pending = ''
  }

  function appendText(letters: string) {
    append(ruby > 0 ? letters.replace(/\S/g, RUBY_LETTER) : letters)
  }

  function append(letters: string) {
    text += letters
    if (link) link.letters += letters
  }

  function endLink() {
    if (link?.isReference && NOTE_NUMBER.test(link.letters)) references.push(link)
    link = undefined
  }

  const parser = new Parser(
    {
      onopentag(tag, { id, role, 'epub:type': type }) {
        const name = localName(tag)
        if (name === 'body') isInBody = true
        if (!isInBody) return
        endText()
        if (unread > 0 || UNREAD.has(name)) {
          unread++
          return
        }
        if (!INLINE.has(name)) breakAt(true)
        if (id !== undefined && !ids.has(id)) ids.set(id, text.length)
        if (name === 'sup') raised++
        if (RUBY.has(name)) ruby++
        if (name === 'a') link = { start: text.length, letters: '', isReference: /\bnoteref\b/.test(`${type} ${role}`) }
        if (link && raised > 0) link.isReference = true
        if (PICTURES.has(name)) append(PICTURE_LETTER.repeat(PICTURE_LETTERS))
      },
      ontext(text) {
        if (isInBody && unread === 0) pending += text
      },
      onclosetag(tag) {
        if (!isInBody) return
        endText()
        const name = localName(tag)
        if (unread > 0) {
          unread--
          return
        }
        if (!INLINE.has(name)) breakAt(true)
        if (name === 'sup') raised--
        if (RUBY.has(name)) ruby--
        if (name === 'a') endLink()
        if (name === 'body') isInBody = false
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  // Browsers normalize line ends to one letter.
  parser.end(page.replace(/\r\n?/g, '\n'))
  return {
    text: withoutReferences(text, references),
    notes: references.map(({ letters }) => letters.replace(/\s/g, '')).join(''),
    breaks,
    ids,
  }
}

/**
 * Replaces the numbers of notes, which are no part of the words before them. Keeps white space in their links: it may be
 * all that ends such a word.
 */
function withoutReferences(text: string, references: { start: number; letters: string }[]) {
  let at = 0
  const parts = references.flatMap(({ start, letters }) => {
    const before = text.slice(at, start)
    at = start + letters.length
    return [before, letters.replace(/\S/g, NOTE_LETTER)]
  })
  return parts.join('') + text.slice(at)
}

function localName(tag: string) {
  return tag.slice(tag.indexOf(':') + 1)
}
