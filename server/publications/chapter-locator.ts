import type { Locator } from '@estante/contract/locator.ts'
import type { Link } from '@estante/contract/manifest.ts'

/** A chapter of an e-book, of its manifest or its search index. */
type Chapter = Pick<Link, 'href' | 'type' | 'title' | 'properties'> & { positions?: number }

/** Builds the locator of a part of a chapter, from 0 to 1, with its position in the book, as the reader does. */
export function chapterLocator(chapters: readonly Chapter[], index: number, progression: number): Locator {
  const { href, type, title } = chapters[index]!
  const positions = positionsOf(chapters[index]!)
  const total = chapters.reduce((sum, chapter) => sum + positionsOf(chapter), 0)
  const earlier = chapters.slice(0, index).reduce((sum, chapter) => sum + positionsOf(chapter), 0)
  return {
    href,
    ...(type && { type }),
    ...(title && { title: title.slice(0, 512) }),
    locations: {
      progression,
      totalProgression: Math.min(1, (earlier + progression * positions) / total),
      position: earlier + Math.min(positions - 1, Math.floor(progression * positions)) + 1,
    },
  }
}

function positionsOf({ positions, properties }: Chapter): number {
  return positions ?? properties?.positions ?? 1
}
