/** A picture is worth this many letters, so that chapters of pictures have places too. */
const PICTURE_LETTERS = 60
const PICTURES = new Set(['img', 'svg', 'image', 'video', 'audio', 'hr', 'object', 'canvas'])
export const SOFT_HYPHEN = '\u00ad'

/** A text node, or a picture. */
export interface Piece {
  node: Text | Element
  /** Letters of the chapter before this piece. */
  start: number
  letters: number
}

/**
 * The text of a chapter as a line of letters. A place in it is a number of letters, which no font, margin or screen
 * changes; that is what a locator's progression stands for. Soft hyphens are no letters: they come and go.
 */
export interface ChapterText {
  letters: number
  pieces: Piece[]
  /** The boxes of a piece, one or more a line. */
  boxesOf(piece: Piece): DOMRect[]
  /** The place of the first letter of a piece for which `isThere`; `isBefore` lets it be found sooner. */
  firstPlace(piece: Piece, isThere: (box: DOMRect) => boolean, isBefore: (box: DOMRect) => boolean): number
  /** The box of the letter at a place, or of the next one that has a box. */
  boxAt(place: number): DOMRect | undefined
  /** The boxes of so many letters from a place on, one or more a line. */
  boxesFrom(place: number, letters: number): DOMRect[]
  /** The letters from one place to another, not included. */
  rangeOf(start: number, end: number): Range
  /** The place before which a boundary of a range stands. */
  placeOf(node: Node, offset: number): number
  /** What stands from one place to another, a letter for each: a picture is spaces. */
  lettersOf(start: number, end: number): string
  /** The words from one place to another, a space between paragraphs. */
  wordsOf(start: number, end: number): string
}

export function chapterText(body: HTMLElement): ChapterText {
  const pieces = piecesOf(body)
  const last = pieces.at(-1)
  const letters = last ? last.start + last.letters : 0
  const range = body.ownerDocument.createRange()

  const hasFolds = body.querySelector('details') !== null

  function boxesOf({ node }: Piece) {
    if (hasFolds && isFolded(node)) return []
    if (isText(node)) range.selectNodeContents(node)
    const boxes = [...(isText(node) ? range : node).getClientRects()]
    return boxes.some(hasRoom) ? boxes.filter(hasRoom) : boxes.filter(({ height, width }) => height > 0 || width > 0)
  }

  function firstPlace(piece: Piece, isThere: (box: DOMRect) => boolean, isBefore: (box: DOMRect) => boolean) {
    const { node } = piece
    if (!isText(node)) return piece.start
    const boxOf = (letter: number) => letterBox(node, offsetOf(piece, letter))
    // A space at the end of a line has no box: the next letter answers for it.
    const boxFrom = (letter: number) => {
      for (let next = letter; next < piece.letters; next++) {
        const box = boxOf(next)
        if (box) return box
      }
      return undefined
    }
    const found = firstIndex(piece.letters - 1, (letter) => {
      const box = boxFrom(letter)
      return box !== undefined && isBefore(box)
    })
    for (let letter = found; letter < piece.letters; letter++) {
      const box = boxOf(letter)
      if (!box) continue
      if (isThere(box)) return piece.start + letter
      break
    }
    // Its lines do not follow one another down the page: each letter is looked at.
    for (let letter = 0; letter < piece.letters; letter++) {
      const box = boxOf(letter)
      if (box && isThere(box)) return piece.start + letter
    }
    return piece.start
  }

  function boxAt(place: number) {
    const first = Math.max(
      0,
      pieces.findLastIndex((piece) => piece.start <= place),
    )
    for (const piece of pieces.slice(first)) {
      if (hasFolds && isFolded(piece.node)) continue
      if (!isText(piece.node)) {
        const [box] = boxesOf(piece)
        if (box) return box
        continue
      }
      for (let letter = Math.max(0, Math.floor(place - piece.start)); letter < piece.letters; letter++) {
        const box = letterBox(piece.node, offsetOf(piece, letter))
        if (box) return box
      }
    }
    return undefined
  }

  function boxesFrom(place: number, letters: number) {
    const first = Math.max(0, firstIndex(pieces.length, (index) => pieces[index]!.start <= place) - 1)
    const end = firstIndex(pieces.length, (index) => pieces[index]!.start < place + letters)
    return pieces.slice(first, end).flatMap((piece) => {
      const from = Math.max(place, piece.start) - piece.start
      const to = Math.min(place + letters - piece.start, piece.letters)
      if (from >= to || !isText(piece.node) || (hasFolds && isFolded(piece.node))) return []
      range.setStart(piece.node, offsetOf(piece, from))
      range.setEnd(piece.node, offsetOf(piece, to - 1) + 1)
      return [...range.getClientRects()].filter(hasRoom)
    })
  }

  function letterBox(node: Text, offset: number) {
    range.setStart(node, offset)
    range.setEnd(node, offset + 1)
    // In Chromium the first letter of a line has the box of the hyphen before it, too.
    return [...range.getClientRects()].findLast(hasRoom)
  }

  function pieceAt(place: number) {
    return pieces[Math.max(0, firstIndex(pieces.length, (index) => pieces[index]!.start <= place) - 1)]
  }

  function rangeOf(start: number, end: number) {
    const found = body.ownerDocument.createRange()
    const first = pieceAt(start)
    const last = pieceAt(Math.max(start, end - 1))
    if (!first || !last) return found
    if (isText(first.node)) found.setStart(first.node, offsetOf(first, start - first.start))
    else found.setStartBefore(first.node)
    if (!isText(last.node)) found.setEndAfter(last.node)
    else if (end > start) found.setEnd(last.node, offsetOf(last, end - 1 - last.start) + 1)
    else found.collapse(true)
    return found
  }

  function placeOf(node: Node, offset: number) {
    const within = isText(node) ? pieces.find((piece) => piece.node === node) : undefined
    if (within) return within.start + lettersBefore((node as Text).data, offset)
    const point = body.ownerDocument.createRange()
    point.setStart(node, offset)
    const next = pieces[firstIndex(pieces.length, (index) => point.comparePoint(pieces[index]!.node, 0) < 0)]
    return next?.start ?? letters
  }

  function partsOf(start: number, end: number) {
    const from = Math.max(0, pieces.indexOf(pieceAt(start)!))
    const parts: { words: string; block: unknown }[] = []
    for (const { node, start: at, letters } of pieces.slice(from)) {
      if (at >= end) break
      const words = isText(node) ? node.data.replaceAll(SOFT_HYPHEN, '') : ' '.repeat(letters)
      const block = isText(node) ? node.parentElement?.closest(BLOCKS) : node
      parts.push({ words: words.slice(Math.max(0, start - at), end - at), block })
    }
    return parts
  }

  const wordsOf = (start: number, end: number) => joinWords(partsOf(start, end))
  const lettersOf = (start: number, end: number) =>
    partsOf(start, end)
      .map(({ words }) => words)
      .join('')

  return { letters, pieces, boxesOf, firstPlace, boxAt, boxesFrom, rangeOf, placeOf, lettersOf, wordsOf }
}

const BLOCKS = 'p, li, dt, dd, blockquote, h1, h2, h3, h4, h5, h6, td, th, figcaption, caption, pre, div, section, body'

/** Words on one line: those of two blocks are not one word. */
export function joinWords(parts: readonly { words: string; block: unknown }[]): string {
  return parts
    .map(({ words, block }, index) => (index > 0 && parts[index - 1]!.block !== block ? ` ${words}` : words))
    .join('')
    .replace(/\s+/g, ' ')
}

/** How many letters stand before an offset of a text. */
export function lettersBefore(data: string, offset: number): number {
  return data.slice(0, offset).replaceAll(SOFT_HYPHEN, '').length
}

/** A range of letters without the spaces around its words; undefined when it has no words. */
export function trimRange(letters: string, start: number): { start: number; end: number } | undefined {
  const words = letters.trim()
  if (words === '') return undefined
  const from = start + letters.indexOf(words)
  return { start: from, end: from + words.length }
}

function piecesOf(body: HTMLElement): Piece[] {
  const walker = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT, (node) => {
    if (isText(node)) return /\S/.test(node.data) ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_REJECT
    const name = (node as Element).localName
    if (name === 'style' || name === 'script' || name === 'template') return NodeFilter.FILTER_REJECT
    return PICTURES.has(name) ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_SKIP
  })
  const pieces: Piece[] = []
  let start = 0
  while (walker.nextNode()) {
    const node = walker.currentNode as Text | Element
    const letters = isText(node) ? node.data.replaceAll(SOFT_HYPHEN, '').length : PICTURE_LETTERS
    pieces.push({ node, start, letters })
    start += letters
  }
  return pieces
}

/** In `details` that are closed: it has boxes, and is not shown. */
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

/** Where a letter stands in its text node. */
function offsetOf({ node, letters }: Piece, letter: number) {
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
