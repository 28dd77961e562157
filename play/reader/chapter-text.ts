/** A picture is worth this many letters, so that chapters of pictures have places too. */
const PICTURE_LETTERS = 60
const PICTURES = new Set(['img', 'svg', 'image', 'video', 'audio', 'hr', 'object', 'canvas'])

interface Piece {
  node: Text | Element
  /** Letters of the chapter before this piece. */
  start: number
  letters: number
}

/**
 * The text of a chapter as a line of letters. A place in it is a number of letters, which no font, margin or screen
 * changes; that is what a locator's progression stands for.
 */
export interface ChapterText {
  letters: number
  /** The first place for which `isBefore` (asked of boxes in the order of the text) is no longer true. */
  firstPlace(isBefore: (box: DOMRect) => boolean): number
  /** The box of the letter at a place. */
  boxAt(place: number): DOMRect | undefined
}

export function chapterText(body: HTMLElement): ChapterText {
  const pieces = piecesOf(body)
  const last = pieces.at(-1)
  const letters = last ? last.start + last.letters : 0
  const range = body.ownerDocument.createRange()

  function firstPlace(isBefore: (box: DOMRect) => boolean) {
    const index = firstIndex(pieces.length, (candidate) => {
      const box = endBox(pieces[candidate]!)
      return box !== undefined && isBefore(box)
    })
    const piece = pieces[index]
    if (!piece) return letters
    if (!isText(piece.node)) return piece.start
    return piece.start + firstIndex(piece.letters - 1, (letter) => isBefore(letterBox(piece.node as Text, letter)))
  }

  function boxAt(place: number) {
    const index = Math.max(
      0,
      pieces.findLastIndex((piece) => piece.start <= place),
    )
    const piece = pieces[index]
    if (!piece) return undefined
    if (!isText(piece.node)) return piece.node.getBoundingClientRect()
    return letterBox(piece.node, Math.min(piece.letters - 1, Math.max(0, Math.floor(place - piece.start))))
  }

  function endBox({ node, letters: count }: Piece) {
    const box = isText(node) ? letterBox(node, count - 1) : node.getBoundingClientRect()
    return box.width === 0 && box.height === 0 ? undefined : box
  }

  function letterBox(node: Text, letter: number) {
    range.setStart(node, letter)
    range.setEnd(node, letter + 1)
    return range.getClientRects()[0] ?? range.getBoundingClientRect()
  }

  return { letters, firstPlace, boxAt }
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
    const count = isText(node) ? node.data.length : PICTURE_LETTERS
    pieces.push({ node, start, letters: count })
    start += count
  }
  return pieces
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

function isText(node: Node): node is Text {
  return node.nodeType === 3
}
