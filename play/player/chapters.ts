import type { Link, Manifest } from '@estante/contract/manifest.ts'

export interface Chapter {
  title: string
  /** Seconds from the start of the book. */
  start: number
  end: number
  /** How deep the contents nest it; 0 at the top. */
  depth: number
}

/** Lists the chapters of an audiobook, in order and without holes; a book without contents is one chapter. */
export function chaptersOf(manifest: Manifest): Chapter[] {
  const duration = durationOf(manifest)
  const starts = flatten(manifest.toc, 0)
    .filter((entry) => entry.start < duration)
    .sort((one, other) => one.start - other.start)
  const distinct = starts.filter((entry, index) => index === 0 || entry.start > starts[index - 1]!.start)
  if (distinct.length === 0) return [{ title: manifest.metadata.title, start: 0, end: duration, depth: 0 }]
  return distinct.map((entry, index) => ({
    ...entry,
    start: index === 0 ? 0 : entry.start,
    end: distinct[index + 1]?.start ?? duration,
  }))
}

const UNIT = /^(?:cap[ií]tulo|chapter|parte?|livro|book|faixa|track)\s+/i

/**
 * Whether a title begins with a number of its own, which may differ from the chapter's place in the recording: many
 * recordings begin with credits. A chapter without a title is called by its number. D and M are no numbers alone:
 * titles begin with “D. Maria” more often than with five hundred.
 */
export function isNumbered(title: string): boolean {
  return title === '' || /^(?:\d+|(?![DM]\b)[IVXLCDM]+)(?![\p{L}'’])/u.test(title.replace(UNIT, ''))
}

export function durationOf(manifest: Manifest): number {
  return manifest.metadata.duration ?? manifest.readingOrder[0]?.duration ?? 0
}

export function chapterIndexAt(chapters: Chapter[], time: number): number {
  return Math.max(
    0,
    chapters.findLastIndex((chapter) => chapter.start <= time),
  )
}

/** Returns the start of the current chapter, or of the previous one in the first four seconds of a chapter. */
export function previousChapterStart(chapters: Chapter[], time: number): number {
  const index = chapterIndexAt(chapters, time)
  const start = chapters[index]?.start ?? 0
  return time - start > 4 ? start : (chapters[index - 1]?.start ?? 0)
}

/** Returns the start of the next chapter; undefined in the last one. */
export function nextChapterStart(chapters: Chapter[], time: number): number | undefined {
  return chapters[chapterIndexAt(chapters, time) + 1]?.start
}

function flatten(links: Link[], depth: number): { title: string; start: number; depth: number }[] {
  return links.flatMap((link) => [
    { title: link.title ?? '', start: startOf(link.href), depth },
    ...flatten(link.children ?? [], depth + 1),
  ])
}

/** Parses the seconds of `#t=73.5` (https://www.w3.org/TR/media-frags/#naming-time); 0 without one. */
function startOf(href: string): number {
  const [, seconds] = /#(?:.*&)?t=(?:npt:)?(\d+(?:\.\d+)?)/.exec(href) ?? []
  return seconds === undefined ? 0 : Number(seconds)
}
