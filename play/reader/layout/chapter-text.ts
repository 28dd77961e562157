import { createLetterBoxes, type LetterBoxes } from './letter-boxes.ts'
import {
  BLOCKS,
  firstIndex,
  isText,
  offsetOf,
  type Segment,
  SOFT_HYPHEN,
  segmentIndexAt,
  segmentsOf,
} from './segments.ts'
import type { Steps } from './steps.ts'

const RUBY = 'rt, rp'

/**
 * The text of a chapter as a sequence of letters. A position in it is an index into that sequence, which no font,
 * margin or screen changes: a locator's progression stands for it. Soft hyphens are not counted: they come and go.
 */
export interface ChapterText extends LetterBoxes {
  letters: number
  /** In document order. */
  segments: Segment[]
  /** The DOM range from one letter to before another. */
  rangeOf(start: number, end: number): Range
  /** The letter at a boundary point of a DOM range. */
  letterAt(node: Node, offset: number): number
  /** The text from one letter to before another, a character for each letter: a picture is spaces. */
  lettersOf(start: number, end: number): string
  /** The same with white space collapsed, and a space between paragraphs, without ruby. */
  textOf(start: number, end: number): string
  /** Pictures and elements matching `unspoken` are replaced by spaces, ruby among them by soft hyphens. */
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

  function rangeOf(start: number, end: number) {
    const found = body.ownerDocument.createRange()
    const first = segments[segmentIndexAt(segments, start)]
    const last = segments[segmentIndexAt(segments, Math.max(start, end - 1))]
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
    for (const { node, start: at, letters, isApart } of segments.slice(segmentIndexAt(segments, start))) {
      if (at >= end) break
      const text = isText(node) ? node.data.replaceAll(SOFT_HYPHEN, '') : ' '.repeat(letters)
      const block = isText(node) ? node.parentElement?.closest(BLOCKS) : node
      const isRuby = isText(node) && Boolean(node.parentElement?.closest(RUBY))
      parts.push({ text: text.slice(Math.max(0, start - at), end - at), block, isApart, isRuby })
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
      const silence = isText(node) && node.parentElement?.closest(RUBY) ? SOFT_HYPHEN : ' '
      const spoken = isSpoken ? node.data.replaceAll(SOFT_HYPHEN, '') : silence.repeat(letters)
      const last = found.at(-1)
      if (last && last.block === block) {
        if (isApart) last.gaps.push(last.text.length)
        last.text += spoken
      } else found.push({ block, start, text: spoken, gaps: [] })
    }
    return found
  }

  return { ...createLetterBoxes(body, segments), letters, segments, rangeOf, letterAt, lettersOf, textOf, paragraphs }
}

interface Part {
  text: string
  block: unknown
  isApart: boolean
  /** A reading beside its word, which a quote leaves out. */
  isRuby?: boolean
}

/**
 * Joins the text of several nodes, except ruby, on one line, with a space where one stands, or one block ends and
 * another begins.
 */
export function joinText(parts: readonly Part[]): string {
  const read = parts.filter(({ isRuby }) => !isRuby)
  return read
    .map(({ text, block, isApart }, index) => {
      return index > 0 && (isApart || read[index - 1]!.block !== block) ? ` ${text}` : text
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
