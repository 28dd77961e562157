import { firstIndex, isText, offsetOf, type Segment, segmentIndexAt } from './segments.ts'

/** The class of the box in which a wide formula or table scrolls, whose letters have its place. */
export const SCROLLER = 'estante-scroller'

/** Measures letters where the engine has drawn them. */
export interface LetterBoxes {
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
}

export function createLetterBoxes(body: HTMLElement, segments: readonly Segment[]): LetterBoxes {
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
    for (const segment of segments.slice(segmentIndexAt(segments, letter))) {
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
    return segments.slice(segmentIndexAt(segments, letter), end).flatMap((segment) => {
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

  return { boxesOf, firstLetter, boxAt, boxesFrom }
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

function hasRoom({ width, height }: DOMRect) {
  return width > 0 && height > 0
}
