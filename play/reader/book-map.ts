import type { Locator } from '@estante/contract/locator.ts'
import type { Link, Manifest } from '@estante/contract/manifest.ts'
import type { Appearance, ResolvedAppearance } from './appearance/appearance.ts'

/** An entry of the contents, flattened. */
interface ContentsEntry {
  title: string
  href: string
  /** Index in the reading order; undefined for an entry that is not in it. */
  chapter: number | undefined
  /** Nesting level; 0 at the top. */
  depth: number
  /** Letters of its chapter before it, and its own until the next entry. */
  letter: number | undefined
  letters: number | undefined
}

export type BookMap = ReturnType<typeof mapBook>

/** Maps a manifest to positions in its book, and the weights of its parts. A pure function. */
export function mapBook(manifest: Manifest) {
  const chapters = manifest.readingOrder
  const indexes = new Map(chapters.map((link, index) => [pathOf(link.href), index]))
  const positions = countPositions(chapters)
  const contents = flatten(manifest.toc, 0)
  /** The page list of the printed edition; empty when the book has none. */
  const pages = flatten(manifest.pageList ?? [], 0)
  /** Letters of the book before each chapter; the last item is the total. */
  const lettersBefore = [0]
  for (const { properties } of chapters) lettersBefore.push(lettersBefore.at(-1)! + (properties?.letters ?? Number.NaN))

  function chapterOf(href: string) {
    return indexes.get(pathOf(href))
  }

  function flatten(links: Link[], depth: number): ContentsEntry[] {
    return links.flatMap((link) => [
      {
        title: link.title ?? '',
        href: link.href,
        chapter: chapterOf(link.href),
        depth,
        letter: link.properties?.letter,
        letters: link.properties?.letters,
      },
      ...flatten(link.children ?? [], depth + 1),
    ])
  }

  /** Lists the entries of the contents in a chapter, with the id where each begins: none at its start. */
  function marksIn(chapter: number) {
    return contents.flatMap((one, entry) => (one.chapter === chapter ? [{ entry, id: idOf(one.href) }] : []))
  }

  /** Finds the last entry of the contents that leads into an earlier chapter. */
  function entryBefore(chapter: number) {
    const earlier = contents.findLastIndex((entry) => entry.chapter !== undefined && entry.chapter < chapter)
    return earlier >= 0 ? earlier : undefined
  }

  /** Returns the title of a chapter: of this or its first entry in the contents, else its own. */
  function titleOf(chapter: number, entry = marksIn(chapter)[0]?.entry ?? entryBefore(chapter)) {
    return (entry !== undefined && contents[entry]!.title) || chapters[chapter]?.title || undefined
  }

  /** Converts a progression to letters; undefined where they were not counted by the import. */
  function letterAt(chapter: number, progression: number) {
    const chapterLetters = chapters[chapter]?.properties?.letters
    if (chapterLetters === undefined) return undefined
    return { letter: Math.round(clamp(progression) * chapterLetters), chapterLetters }
  }

  /**
   * Counts the letters until the next entry of the contents, and until the end of the book; undefined where they were
   * not counted, and after the last one.
   */
  function lettersLeft(chapter: number, progression: number, entry = -1) {
    const end = lettersBefore.at(-1)!
    const here = lettersBefore[chapter]! + (letterAt(chapter, progression)?.letter ?? Number.NaN)
    if (Number.isNaN(end - here)) return undefined
    const next = contents
      .slice(entry + 1)
      .flatMap(({ chapter, letter = 0 }) => (chapter === undefined ? [] : [lettersBefore[chapter]! + letter]))
      .filter((start) => start > here)
    // Without contents, until the end of the chapter.
    const until = contents.length > 0 ? Math.min(end, ...next) : lettersBefore[chapter + 1]!
    return until > here ? { inEntry: until - here, inBook: end - here } : undefined
  }

  function locator(chapter: number, progression: number, title = titleOf(chapter)): Locator {
    const { href, type } = chapters[chapter]!
    const part = clamp(progression)
    return {
      href,
      ...(type && { type }),
      ...(title && { title: title.slice(0, 512) }),
      locations: { progression: part, ...positions.at(chapter, part) },
    }
  }

  return {
    chapters,
    contents,
    pages,
    chapterOf,
    titleOf,
    isFixed: (chapter: number) => isFixed(manifest, chapters[chapter]!),
    marksIn,
    /** The entry of the contents that a letter of a chapter belongs to, if it begins in the chapter. */
    entryAt: (chapter: number, letter: number) => lastAt(contents, chapter, letter),
    /** The entry of the contents that a place belongs to. */
    entryOf({ chapter, progression }: { chapter: number; progression: number }) {
      return lastAt(contents, chapter, letterAt(chapter, progression)?.letter ?? 0) ?? entryBefore(chapter)
    },
    /** The printed page that begins at an element of a chapter, or else the one that a letter of it belongs to. */
    pageAt(chapter: number, letter: number, id?: string) {
      const chosen = pages.findIndex(({ chapter: own, href }) => own === chapter && id && idOf(href) === id)
      return chosen >= 0 ? chosen : lastAt(pages, chapter, letter)
    },
    entryBefore,
    letterAt,
    lettersLeft,
    locator,
    placeAt: positions.placeAt,
  }
}

/** Counts the positions of a book: the weight of a chapter in the progression of the whole. */
function countPositions(chapters: Link[]) {
  const weights = chapters.map((link) => Math.max(1, link.properties?.positions ?? 1))
  let total = 0
  /** Positions of the book before each chapter. */
  const before = weights.map((weight) => {
    total += weight
    return total - weight
  })

  return {
    /** Locates a part of a chapter, from 0 to 1, in the whole book. */
    at(chapter: number, part: number) {
      const reached = part * weights[chapter]!
      return {
        totalProgression: clamp((before[chapter]! + reached) / total),
        position: before[chapter]! + Math.min(weights[chapter]! - 1, Math.floor(reached)) + 1,
      }
    },
    /** The chapter and progression at a part of the whole book. */
    placeAt(totalProgression: number) {
      const weight = clamp(totalProgression) * total
      const chapter = Math.max(
        0,
        before.findLastIndex((start) => start <= weight),
      )
      return { chapter, progression: clamp((weight - before[chapter]!) / weights[chapter]!) }
    },
  }
}

/** Finds the index of the last entry that begins at a letter of a chapter, or before it in the chapter. */
function lastAt(entries: ContentsEntry[], chapter: number, letter: number) {
  const index = entries.findLastIndex((entry) => entry.chapter === chapter && (entry.letter ?? 0) <= letter)
  return index >= 0 ? index : undefined
}

/** Whether a chapter is a page of fixed layout. */
export function isFixed({ metadata }: Manifest, chapter: Link): boolean {
  return (chapter.properties?.layout ?? metadata.layout) === 'fixed'
}

/** Returns how a chapter is read: the member's choice, else the book's. Fixed pages are always turned. */
export function flowOf(manifest: Manifest, chapter: Link, chosen: Appearance['flow']): ResolvedAppearance['flow'] {
  if (isFixed(manifest, chapter)) return 'pages'
  if (chosen !== 'original') return chosen
  return (chapter.properties?.overflow ?? manifest.metadata.overflow) === 'scrolled' ? 'scroll' : 'pages'
}

/** Finds the place to open a book at: the stored locator, or nearby if the book has changed; the start without one. */
export function placeOf(map: BookMap, locator: Locator | undefined): { chapter: number; progression: number } {
  if (!locator) return { chapter: 0, progression: 0 }
  const chapter = map.chapterOf(locator.href)
  if (chapter !== undefined) return { chapter, progression: locator.locations.progression ?? 0 }
  return map.placeAt(locator.locations.totalProgression ?? 0)
}

/** Whether two places are the same to a member: at most about a page apart in one chapter. */
export function isSamePage(one: Locator, other: Locator): boolean {
  const { position: here, progression: part = 0 } = one.locations
  const { position: there, progression: otherPart = 0 } = other.locations
  if (pathOf(one.href) !== pathOf(other.href)) return false
  if (here === undefined || there === undefined) return part === otherPart
  return Math.abs(here - there) <= 1
}

/** Returns the path of an address, decoded, without the fragment. */
function pathOf(href: string) {
  const [path = ''] = href.split('#')
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

function clamp(part: number) {
  return Number.isFinite(part) ? Math.min(1, Math.max(0, part)) : 0
}

/** Returns the id in the fragment of an address. */
export function idOf(hash: string): string | undefined {
  const id = hash.replace(/^[^#]*#?/, '')
  try {
    return decodeURIComponent(id) || undefined
  } catch {
    return id || undefined
  }
}
