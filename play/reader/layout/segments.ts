import type { Steps } from './steps.ts'

/** A picture counts as this many letters, so that positions in a chapter of pictures differ. */
const PICTURE_LETTERS = 60
const PICTURES = new Set(['img', 'svg', 'image', 'video', 'audio', 'hr', 'object'])
export const SOFT_HYPHEN = '\u00ad'

export const BLOCKS =
  'p, li, dt, dd, blockquote, h1, h2, h3, h4, h5, h6, td, th, figure, figcaption, caption, pre, div, section, article, aside, header, footer, main, nav, address, body'
const BREAKS = `${BLOCKS}, br`

/** A text node or a picture, as a range of the chapter's letters. */
export interface Segment {
  node: Text | Element
  /** The number of letters before it in the chapter. */
  start: number
  letters: number
  /** Whether a node without letters stands before it: only white space, a line break or the start of a block. */
  isApart: boolean
}

/** Returns the segments of a chapter, in document order. */
export function* segmentsOf(body: HTMLElement): Steps<Segment[]> {
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

/** Finds the index of the segment with a letter. */
export function segmentIndexAt(segments: readonly Segment[], letter: number) {
  return Math.max(0, firstIndex(segments.length, (index) => segments[index]!.start <= letter) - 1)
}

const offsets = new WeakMap<Node, { data: string; offsets: number[] }>()

/** Finds the offset in a segment's text node of its n-th letter. */
export function offsetOf({ node, letters }: Segment, letter: number) {
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

/** Finds by binary search the first index for which `isBefore` is false. */
export function firstIndex(count: number, isBefore: (index: number) => boolean) {
  let low = 0
  let high = count
  while (low < high) {
    const middle = (low + high) >> 1
    if (isBefore(middle)) low = middle + 1
    else high = middle
  }
  return low
}

export function isText(node: Node): node is Text {
  return node.nodeType === 3
}
