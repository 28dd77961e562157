import { SOFT_HYPHEN } from './layout/segments.ts'
import { NOTE_NUMBER, typesOf } from './note-reference.ts'

/** A paragraph of a note as plain runs of text: a book's markup never enters the app's own page. */
export interface NoteParagraph {
  runs: { text: string; emphasis: boolean; strong: boolean; href: string | undefined }[]
}

/** Finds the note with an id, if it is short enough to be one. */
export function noteIn(document: Document, id: string): NoteParagraph[] | undefined {
  const target = document.getElementById(id)
  if (!target) return undefined
  const note = wholeNote(target)
  const text = note.textContent.trim()
  if (text === '' || text.length > 4000) return undefined
  const paragraphs: NoteParagraph[] = []
  gather(note, paragraphs, { emphasis: false, strong: false, href: undefined })
  const filled = paragraphs.filter((paragraph) => plainText(paragraph) !== '')
  // The number of the note was just tapped: leave it out.
  if (filled.length > 1 && NOTE_NUMBER.test(plainText(filled[0]!))) filled.shift()
  return filled.length > 0 ? filled : undefined
}

function plainText({ runs }: NoteParagraph) {
  return runs
    .map((run) => run.text)
    .join('')
    .trim()
}

const BLOCKS = 'p, div, li, aside, section, blockquote, ol, ul, dd, dt, dl, h1, h2, h3, h4, h5, h6, tr'

/** The id is often that of an empty anchor or the number; the note is the block around it. */
function wholeNote(target: Element): Element {
  if (target.matches(BLOCKS)) return target
  return target.closest('aside, li, p, dd, div') ?? target
}

type Manner = { emphasis: boolean; strong: boolean; href: string | undefined }

function gather(node: Node, paragraphs: NoteParagraph[], manner: Manner) {
  for (const child of node.childNodes) {
    if (child.nodeType === 3) {
      if (paragraphs.length === 0) paragraphs.push({ runs: [] })
      paragraphs.at(-1)!.runs.push({ text: textOf(child), ...manner })
    } else if (child.nodeType === 1) {
      const element = child as Element
      if (isBackLink(element) || ['script', 'style'].includes(element.localName)) continue
      const isBlock = element.matches(`${BLOCKS}, br`)
      if (isBlock) paragraphs.push({ runs: [] })
      gather(element, paragraphs, {
        emphasis: manner.emphasis || ['em', 'i', 'cite'].includes(element.localName),
        strong: manner.strong || ['strong', 'b'].includes(element.localName),
        href: outsideHref(element) ?? manner.href,
      })
      if (isBlock) paragraphs.push({ runs: [] })
    }
  }
}

function textOf(node: Node) {
  return node.nodeValue!.replaceAll(SOFT_HYPHEN, '').replace(/\s+/g, ' ')
}

function isBackLink(element: Element) {
  if (element.localName !== 'a') return false
  const types = typesOf(element)
  return (
    types.includes('backlink') ||
    types.includes('doc-backlink') ||
    /^(?:[↩↑^←⏎\s]|\uFE0E|\uFE0F)+$/.test(element.textContent)
  )
}

function outsideHref(element: Element) {
  const href = element.localName === 'a' ? element.getAttribute('href') : null
  return href && /^(https?|mailto):/.test(href) ? href : undefined
}
