import type { Steps } from './steps.ts'

/** A picture counts as this many letters, so that positions in a chapter of pictures differ. */
const PICTURE_LETTERS = 60
const PICTURES = new Set(['img', 'svg', 'image', 'video', 'audio', 'hr', 'object'])
export const SOFT_HYPHEN = '\u00ad'
/** The class of the box in which a wide formula or table scrolls, whose letters have its place. */
export const SCROLLER = 'estante-scroller'

/** A text node or a picture, as a range of the chapter's letters. */
export interface Segment {
  node: Text | Element
  /** The number of letters before it in the chapter. */
  start: number
  letters: number
  /** Whether a node without letters stands before it: only white space, a line break or the start of a block. */
  isApart: boolean
}

/**
 * The text of a chapter as a sequence of letters. A position in it is an index into that sequence, which no font,
 * margin or screen changes: a locator's progression stands for it. Soft hyphens are not counted: they come and go.
 */
export interface ChapterText {
  letters: number
  /** In document order. */
  segments: Segment[]
  /** The client rectangles of a segment, one or more a line; none when it is not rendered. */
  boxesOf(segment: Segment): DOMRect[]
  /**
   * Finds the first letter of a segment whose box passes `isThere`, by binary search: `isBefore` returns whether a box
   * precedes all boxes that pass.
   */
  firstLetter(segment: Segment, isThere: (box: DOMRect) => boolean, isBefore: (box: DOMRect) => boolean): number
  /** The box of a letter, or of the next letter with a box. */
  boxAt(letter: number): DOMRect | undefined
  /** The boxes of `count` letters from one on, one or more a line. */
  boxesFrom(letter: number, count: number): DOMRect[]
  /** The DOM range from one letter to before another. */
  rangeOf(start: number, end: number): Range
  /** The letter at a boundary point of a DOM range. */
  letterAt(node: Node, offset: number): number
  /** The text from one letter to before another, a character for each letter: a picture is spaces. */
  lettersOf(start: number, end: number): string
  /** The same with white space collapsed, and a space between paragraphs. */
  textOf(start: number, end: number): string
  /** Pictures and elements matching `unspoken` are replaced by spaces. */
  paragraphs(unspoken: string): Paragraph[]
}

export interface Paragraph {
  /** The first letter. */
  start: number
  /** A character for each letter. */
  text: string
  /** The indexes in the text before which there is a space that is no letter of the chapter. */
  gaps: number[]
}

export function* chapterText(body: HTMLElement): Steps<ChapterText> {
  const segments = yield* segmentsOf(body)
  const last = segments.at(-1)
  const letters = last ? last.start + last.letters : 0
  const range = body.ownerDocument.createRange()

  const hasFolds = body.querySelector('details') !== null
  const scrollers = body.getElementsByClassName(SCROLLER)

  function scrollerOf({ parentElement }: Node) {
    return scrollers.length > 0 ? parentElement?.closest(`.${SCROLLER}`) : undefined
  }

  function boxesOf({ node }: Segment) {
    if (hasFolds && isFolded(node)) return []
    const scroller = scrollerOf(node)
    if (scroller) return [scroller.getBoundingClientRect()]
    if (isText(node)) range.selectNodeContents(node)
    const boxes = [...(isText(node) ? range : node).getClientRects()]
    return boxes.some(hasRoom) ? boxes.filter(hasRoom) : boxes.filter(({ height, width }) => height > 0 || width > 0)
  }

  function firstLetter(segment: Segment, isThere: (box: DOMRect) => boolean, isBefore: (box: DOMRect) => boolean) {
    const { node } = segment
    if (!isText(node)) return segment.start
    const boxOf = (letter: number) => letterBox(node, offsetOf(segment, letter))
    // A space at the end of a line has no box: take that of the next letter.
    const boxFrom = (letter: number) => {
      for (let next = letter; next < segment.letters; next++) {
        const box = boxOf(next)
        if (box) return box
      }
      return undefined
    }
    const found = firstIndex(segment.letters - 1, (letter) => {
      const box = boxFrom(letter)
      return box !== undefined && isBefore(box)
    })
    for (let letter = found; letter < segment.letters; letter++) {
      const box = boxOf(letter)
      if (!box) continue
      if (isThere(box)) return segment.start + letter
      break
    }
    // Lines out of order, as in side notes: scan every letter.
    for (let letter = 0; letter < segment.letters; letter++) {
      const box = boxOf(letter)
      if (box && isThere(box)) return segment.start + letter
    }
    return segment.start
  }

  function boxAt(letter: number) {
    for (const segment of segments.slice(indexAt(letter))) {
      if (hasFolds && isFolded(segment.node)) continue
      if (!isText(segment.node)) {
        const [box] = boxesOf(segment)
        if (box) return box
        continue
      }
      for (let at = Math.max(0, Math.floor(letter - segment.start)); at < segment.letters; at++) {
        const box = letterBox(segment.node, offsetOf(segment, at))
        if (box) return box
      }
    }
    return undefined
  }

  function boxesFrom(letter: number, count: number) {
    const end = firstIndex(segments.length, (index) => segments[index]!.start < letter + count)
    return segments.slice(indexAt(letter), end).flatMap((segment) => {
      const from = Math.max(letter, segment.start) - segment.start
      const to = Math.min(letter + count - segment.start, segment.letters)
      if (from >= to || !isText(segment.node) || (hasFolds && isFolded(segment.node))) return []
      const scroller = scrollerOf(segment.node)
      if (scroller) return [scroller.getBoundingClientRect()]
      range.setStart(segment.node, offsetOf(segment, from))
      range.setEnd(segment.node, offsetOf(segment, to - 1) + 1)
      return [...range.getClientRects()].filter(hasRoom)
    })
  }

  function letterBox(node: Text, offset: number) {
    const scroller = scrollerOf(node)
    if (scroller) return scroller.getBoundingClientRect()
    range.setStart(node, offset)
    range.setEnd(node, offset + 1)
    // In Chromium the first letter of a line has the box of the hyphen before it, too.
    return [...range.getClientRects()].findLast(hasRoom)
  }

  /** The index of the segment with a letter. */
  function indexAt(letter: number) {
    return Math.max(0, firstIndex(segments.length, (index) => segments[index]!.start <= letter) - 1)
  }

  function rangeOf(start: number, end: number) {
    const found = body.ownerDocument.createRange()
    const first = segments[indexAt(start)]
    const last = segments[indexAt(Math.max(start, end - 1))]
    if (!first || !last) return found
    if (isText(first.node)) found.setStart(first.node, offsetOf(first, start - first.start))
    else found.setStartBefore(first.node)
    if (!isText(last.node)) found.setEndAfter(last.node)
    else if (end > start) found.setEnd(last.node, offsetOf(last, end - 1 - last.start) + 1)
    else found.collapse(true)
    return found
  }

  function letterAt(node: Node, offset: number) {
    const within = isText(node) ? segments.find((segment) => segment.node === node) : undefined
    if (within) return within.start + lettersBefore((node as Text).data, offset)
    const point = body.ownerDocument.createRange()
    point.setStart(node, offset)
    const next = segments[firstIndex(segments.length, (index) => point.comparePoint(segments[index]!.node, 0) < 0)]
    return next?.start ?? letters
  }

  function partsOf(start: number, end: number) {
    const parts: Part[] = []
    for (const { node, start: at, letters, isApart } of segments.slice(indexAt(start))) {
      if (at >= end) break
      const text = isText(node) ? node.data.replaceAll(SOFT_HYPHEN, '') : ' '.repeat(letters)
      const block = isText(node) ? node.parentElement?.closest(BLOCKS) : node
      parts.push({ text: text.slice(Math.max(0, start - at), end - at), block, isApart })
    }
    return parts
  }

  const textOf = (start: number, end: number) => joinText(partsOf(start, end))
  const lettersOf = (start: number, end: number) =>
    partsOf(start, end)
      .map(({ text }) => text)
      .join('')

  function paragraphs(unspoken: string) {
    const found: (Paragraph & { block: unknown })[] = []
    for (const { node, start, letters, isApart } of segments) {
      const block = isText(node) ? node.parentElement?.closest(BLOCKS) : node
      const isSpoken = isText(node) && !node.parentElement?.closest(unspoken)
      const spoken = isSpoken ? node.data.replaceAll(SOFT_HYPHEN, '') : ' '.repeat(letters)
      const last = found.at(-1)
      if (last && last.block === block) {
        if (isApart) last.gaps.push(last.text.length)
        last.text += spoken
      } else found.push({ block, start, text: spoken, gaps: [] })
    }
    return found
  }

  return { letters, segments, boxesOf, firstLetter, boxAt, boxesFrom, rangeOf, letterAt, lettersOf, textOf, paragraphs }
}

const BLOCKS =
  'p, li, dt, dd, blockquote, h1, h2, h3, h4, h5, h6, td, th, figure, figcaption, caption, pre, div, section, article, aside, header, footer, main, nav, address, body'
const BREAKS = `${BLOCKS}, br`

interface Part {
  text: string
  block: unknown
  isApart: boolean
}

/** Joins the text of several nodes on one line, with a space where one stands, or one block ends and another begins. */
export function joinText(parts: readonly Part[]): string {
  return parts
    .map(({ text, block, isApart }, index) => {
      return index > 0 && (isApart || parts[index - 1]!.block !== block) ? ` ${text}` : text
    })
    .join('')
    .replace(/\s+/g, ' ')
}

/** Counts the letters before an offset of a text node: soft hyphens are none. */
export function lettersBefore(data: string, offset: number): number {
  return data.slice(0, offset).replaceAll(SOFT_HYPHEN, '').length
}

/** Returns the range that `letters` covers from `start`, trimmed of white space; undefined when all is white space. */
export function trimRange(letters: string, start: number): { start: number; end: number } | undefined {
  const trimmed = letters.trim()
  if (trimmed === '') return undefined
  const from = start + letters.indexOf(trimmed)
  return { start: from, end: from + trimmed.length }
}

function* segmentsOf(body: HTMLElement): Steps<Segment[]> {
  let isApart = false
  const walker = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT, (node) => {
    if (isText(node) && /\S/.test(node.data)) return NodeFilter.FILTER_ACCEPT
    if (isText(node)) {
      isApart ||= node.data !== ''
      return NodeFilter.FILTER_REJECT
    }
    const name = (node as Element).localName
    isApart ||= (node as Element).matches(BREAKS)
    if (name === 'style' || name === 'script' || name === 'template') return NodeFilter.FILTER_REJECT
    return PICTURES.has(name) ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_SKIP
  })
  const segments: Segment[] = []
  let start = 0
  while (walker.nextNode()) {
    const node = walker.currentNode as Text | Element
    const letters = isText(node) ? node.data.replaceAll(SOFT_HYPHEN, '').length : PICTURE_LETTERS
    segments.push({ node, start, letters, isApart })
    start += letters
    isApart = false
    yield
  }
  return segments
}

/** Whether a node is inside closed `details`. Some engines give such a node boxes all the same. */
function isFolded({ parentElement }: Node) {
  for (let element = parentElement; element; element = element.parentElement) {
    const details = element.closest<HTMLDetailsElement>('details:not([open])')
    if (!details) return false
    if (element.closest('summary')?.parentElement !== details) return true
    element = details
  }
  return false
}

const offsets = new WeakMap<Node, { data: string; offsets: number[] }>()

/** The offset in a segment's text node of its n-th letter. */
function offsetOf({ node, letters }: Segment, letter: number) {
  const { data } = node as Text
  if (data.length === letters) return letter
  let known = offsets.get(node)
  if (known?.data !== data) {
    known = { data, offsets: offsetsIn(data) }
    offsets.set(node, known)
  }
  return known.offsets[letter] ?? data.length - 1
}

function offsetsIn(data: string) {
  const offsets: number[] = []
  for (let offset = 0; offset < data.length; offset++) if (data[offset] !== SOFT_HYPHEN) offsets.push(offset)
  return offsets
}

/** Binary search: the first index for which `isBefore` is false. */
function firstIndex(count: number, isBefore: (index: number) => boolean) {
  let low = 0
  let high = count
  while (low < high) {
    const middle = (low + high) >> 1
    if (isBefore(middle)) low = middle + 1
    else high = middle
  }
  return low
}

function hasRoom({ width, height }: DOMRect) {
  return width > 0 && height > 0
}

export function isText(node: Node): node is Text {
  return node.nodeType === 3
}
