import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Link, Manifest } from '@estante/contract/manifest.ts'
import { type ChapterToIndex, SEARCH_INDEX, writeSearchIndex } from '../search/search-index.ts'
import { readLetters } from './chapter-letters.ts'

const pack = promisify(gzip)

/**
 * Counts the letters of a book that was extracted into a folder, and writes its search index there. Answers the manifest
 * with the length of each chapter, and the place and length of each entry of the contents.
 */
export async function measureBook(folder: string, manifest: Manifest): Promise<Manifest> {
  const chapters: (ChapterToIndex & { ids: Map<string, number> })[] = []
  for (const { href, type, title, properties } of manifest.readingOrder) {
    const { text, breaks, ids } = readLetters(await readFile(join(folder, href), 'utf8'))
    const positions = properties?.positions ?? 1
    chapters.push({
      href,
      ...(type && { type }),
      ...(title && { title }),
      letters: text.length,
      positions,
      text,
      breaks,
      ids,
    })
  }
  const index = writeSearchIndex(chapters.map(({ ids: _, ...chapter }) => chapter))
  if (index) await writeFile(join(folder, SEARCH_INDEX), await pack(index))
  const place = createPlacer(chapters)
  const { pageList, landmarks } = manifest
  return {
    ...manifest,
    readingOrder: manifest.readingOrder.map((link, at) => ({
      ...link,
      properties: { ...link.properties, letters: chapters[at]!.letters },
    })),
    toc: measureContents(manifest.toc, place),
    ...(pageList && { pageList: pageList.map((link) => withPlace(link, place(link.href)?.letter)) }),
    ...(landmarks && { landmarks: landmarks.map((link) => withPlace(link, place(link.href)?.letter)) }),
  }
}

interface Place {
  /** Of the chapter. */
  letter: number
  /** Of the book. */
  total: number
}
type Placer = ((href: string) => Place | undefined) & { letters: number }

/** Says where an address of the book leads, in letters. */
function createPlacer(chapters: { href: string; letters: number; ids: Map<string, number> }[]): Placer {
  const byHref = new Map<string, { start: number; ids: Map<string, number> }>()
  let start = 0
  for (const { href, letters, ids } of chapters) {
    byHref.set(href, { start, ids })
    start += letters
  }
  const place = (href: string) => {
    const [page = '', fragment] = href.split('#', 2)
    const chapter = byHref.get(page)
    if (!chapter) return undefined
    const letter = (fragment && chapter.ids.get(decodeURI(fragment))) || 0
    return { letter, total: chapter.start + letter }
  }
  return Object.assign(place, { letters: start })
}

/** An entry goes on until the next one that is not inside it. One that leads back has no length. */
function measureContents(links: Link[], place: Placer, end = place.letters): Link[] {
  return links.map((link, at) => {
    const here = place(link.href)
    const next = links.slice(at + 1, at + 2).flatMap(({ href }) => place(href)?.total ?? [])[0] ?? end
    const children = link.children && measureContents(link.children, place, next)
    const letters = here && next >= here.total ? next - here.total : undefined
    return { ...withPlace(link, here?.letter, letters), ...(children && { children }) }
  })
}

function withPlace(link: Link, letter: number | undefined, letters?: number): Link {
  if (letter === undefined) return link
  return { ...link, properties: { ...link.properties, letter, ...(letters !== undefined && { letters }) } }
}
