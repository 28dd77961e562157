import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Link, Manifest } from '@estante/contract/manifest.ts'
import { type ChapterToIndex, SEARCH_INDEX, writeSearchIndex } from '../search/search-index.ts'
import { readLetters } from './chapter-letters.ts'

const pack = promisify(gzip)

/**
 * Measures the letters of an extracted book and writes its search index into its folder. Returns the manifest with the
 * length of each chapter, and the offset and length of each entry of the contents.
 */
export async function measureBook(folder: string, manifest: Manifest): Promise<Manifest> {
  const chapters: (ChapterToIndex & { ids: Map<string, number> })[] = []
  for (const { href, type, title, properties } of manifest.readingOrder) {
    const { text, notes, breaks, ids } = readLetters(await readFile(join(folder, href), 'utf8'))
    const positions = properties?.positions ?? 1
    chapters.push({
      href,
      ...(type && { type }),
      ...(title && { title }),
      letters: text.length,
      positions,
      text,
      ...(notes && { notes }),
      breaks,
      ids,
    })
  }
  const index = writeSearchIndex(chapters.map(({ ids: _, ...chapter }) => chapter))
  if (index) await writeFile(join(folder, SEARCH_INDEX), await pack(index))
  const offsetOf = createOffsetResolver(chapters)
  const { pageList, landmarks } = manifest
  return {
    ...manifest,
    readingOrder: manifest.readingOrder.map((link, at) => ({
      ...link,
      properties: { ...link.properties, letters: chapters[at]!.letters },
    })),
    toc: measureContents(manifest.toc, offsetOf),
    ...(pageList && { pageList: pageList.map((link) => withOffset(link, offsetOf(link.href)?.letter)) }),
    ...(landmarks && { landmarks: landmarks.map((link) => withOffset(link, offsetOf(link.href)?.letter)) }),
  }
}

interface Offset {
  /** Letter offset in the chapter. */
  letter: number
  /** Letter offset in the book. */
  total: number
}
type OffsetResolver = ((href: string) => Offset | undefined) & { letters: number }

/** Creates a function that resolves an address of the book to a letter offset. */
function createOffsetResolver(chapters: { href: string; letters: number; ids: Map<string, number> }[]): OffsetResolver {
  const byHref = new Map<string, { start: number; ids: Map<string, number> }>()
  let start = 0
  for (const { href, letters, ids } of chapters) {
    byHref.set(href, { start, ids })
    start += letters
  }
  const offsetOf = (href: string) => {
    const [page = '', fragment] = href.split('#', 2)
    const chapter = byHref.get(page)
    if (!chapter) return undefined
    const letter = (fragment && chapter.ids.get(decodeURI(fragment))) || 0
    return { letter, total: chapter.start + letter }
  }
  return Object.assign(offsetOf, { letters: start })
}

/**
 * Adds lengths to entries. An entry ends where the next one outside it begins; one that points backwards has no length.
 */
function measureContents(links: Link[], offsetOf: OffsetResolver, end = offsetOf.letters): Link[] {
  return links.map((link, at) => {
    const here = offsetOf(link.href)
    const next = links.slice(at + 1, at + 2).flatMap(({ href }) => offsetOf(href)?.total ?? [])[0] ?? end
    const children = link.children && measureContents(link.children, offsetOf, next)
    const letters = here && next >= here.total ? next - here.total : undefined
    return { ...withOffset(link, here?.letter, letters), ...(children && { children }) }
  })
}

function withOffset(link: Link, letter: number | undefined, letters?: number): Link {
  if (letter === undefined) return link
  return { ...link, properties: { ...link.properties, letter, ...(letters !== undefined && { letters }) } }
}
