import type { Manifest } from '@estante/contract/manifest.ts'
import type { Annotation } from '@estante/contract/play/annotations.ts'
import { toNote } from '../annotations/note.ts'
import type { AnnotationContent } from '../annotations/page-annotations.ts'
import type { Chapter } from './chapters.ts'
import { locatorAt } from './place.ts'

/** An interval of sound, in seconds; a bookmark has no length. */
export interface Interval {
  start: number
  end: number
}

/** Returns the annotation of a bookmark or, with a length, a clip. */
export function contentOf(
  { start, end }: Interval,
  note: string,
  manifest: Manifest,
  chapters: Chapter[],
  publicationRevision: number,
): AnnotationContent {
  const text = toNote(note)
  return {
    motivation: end === start ? 'bookmarking' : text ? 'commenting' : 'highlighting',
    color: end === start ? null : 'yellow',
    note: text,
    locator: locatorAt(manifest, chapters, start),
    start: Math.round(start * 1000),
    end: Math.round(end * 1000),
    publicationRevision,
  }
}

export function intervalOf({ start, end }: Annotation): Interval {
  return { start: start / 1000, end: end / 1000 }
}

/** Finds a bookmark within a second of a place: a double tap adds one. */
export function bookmarkAt(second: number, annotations: readonly Annotation[]): Annotation | undefined {
  return annotations.find((one) => {
    const { start, end } = intervalOf(one)
    return !one.isLost && start === end && Math.abs(second - start) < 1
  })
}

/** Moves one end of an interval, within the book and up to the other end. */
export function moveEdge(interval: Interval, edge: keyof Interval, bySeconds: number, duration: number): Interval {
  const at = interval[edge] + bySeconds
  return edge === 'start'
    ? { ...interval, start: Math.min(interval.end, Math.max(0, at)) }
    : { ...interval, end: Math.max(interval.start, Math.min(duration, at)) }
}

/** Sorts annotations by place, and drops any outside the present recording. */
export function inOrder(annotations: readonly Annotation[]): Annotation[] {
  return annotations
    .filter(({ isLost }) => !isLost)
    .sort((one, other) => one.start - other.start || one.end - other.end)
}
