import { readFile } from 'node:fs/promises'
import { join, posix } from 'node:path'
import {
  GUIDED_NAVIGATION_TYPE,
  type GuidedNavigationDocument,
  type GuidedNavigationObject,
} from '@estante/contract/guided-navigation.ts'
import type { Link, Manifest } from '@estante/contract/manifest.ts'
import { readLetters } from '@estante/formats/epub/chapter-letters.ts'
import { temporaryFolder } from '@estante/formats/fixtures/epub/build-epub.ts'
import { openPublicationFile } from '@estante/formats/open.ts'
import { toBookPlace, toSoundPlace } from '../chapter-pairs/other-place.ts'
import { pairParts, partsOfBook, partsOfSound } from '../chapter-pairs/pair-parts.ts'

/** A spoken passage: where it begins in its chapter, and in the recording. */
interface Phrase {
  href: string
  letter: number
  time: number
}

/**
 * Measures how far "Ouvir daqui" and "Ler daqui" lead from the truth in an e-book with media overlays: its narration is
 * taken for an audiobook with the same chapters, and each phrase is looked for in the other form. Returns the distances
 * as shares of the phrase's chapter.
 */
export async function overlayErrors(source: string): Promise<{ toSound: number[]; toBook: number[] }> {
  const folder = await temporaryFolder()
  const book = (await (await openPublicationFile(source)).extractTo(folder)).manifest
  const phrases: Phrase[] = []
  const chapters: { link: Link; start: number; seconds: number }[] = []
  let time = 0
  for (const link of book.readingOrder) {
    const guide = link.alternate?.find(({ type }) => type === GUIDED_NAVIGATION_TYPE)
    if (!guide) continue
    const start = time
    const { ids } = readLetters(await readFile(join(folder, link.href), 'utf8'))
    const { guided } = JSON.parse(await readFile(join(folder, guide.href), 'utf8')) as GuidedNavigationDocument
    for (const { textref, audioref } of guided.flatMap(leaves)) {
      const [page = '', id = ''] = textref!.split('#')
      const [, from, to] = /#t=([\d.]+),([\d.]+)/.exec(audioref!) ?? []
      if (posix.join(posix.dirname(guide.href), page) !== link.href || to === undefined) continue
      phrases.push({ href: link.href, letter: ids.get(decodeURI(id)) ?? 0, time })
      time += Number(to) - Number(from)
    }
    chapters.push({ link, start, seconds: time - start })
  }
  const sound = {
    metadata: { duration: time },
    readingOrder: [{ href: 'narration', duration: time }],
    toc: chapters.map(({ link, start }) => ({ href: `narration#t=${start}`, title: titleOf(book, link) })),
  } as unknown as Manifest
  const pairs = pairParts(partsOfBook(book), partsOfSound(sound))
  const chapterOf = (href: string) => chapters.find(({ link }) => link.href === href)!
  return {
    toSound: phrases.map((phrase) => {
      // Without a place, it is at the end.
      const there = toSoundPlace(book, sound, phrase, pairs)?.locations.time ?? time
      return Math.abs(there - phrase.time) / chapterOf(phrase.href).seconds
    }),
    toBook: phrases.map((phrase) => {
      const { href, locations } = toBookPlace(book, sound, phrase.time, pairs)!
      const { letters = 1 } = chapterOf(phrase.href).link.properties ?? {}
      return href === phrase.href ? Math.abs(locations.progression! - phrase.letter / letters) : 1
    }),
  }
}

export function medianOf(values: number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? Number.NaN
}

function leaves(one: GuidedNavigationObject): GuidedNavigationObject[] {
  return one.children ? one.children.flatMap(leaves) : one.textref && one.audioref ? [one] : []
}

/** The title of an entry of the contents at a chapter. */
function titleOf({ toc }: Manifest, { href, title = '' }: Link): string {
  const flat = (links: Link[]): Link[] => links.flatMap((link) => [link, ...flat(link.children ?? [])])
  return flat(toc).find((entry) => entry.href.split('#')[0] === href)?.title ?? title
}
