import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { GUIDED_NAVIGATION_TYPE, type GuidedNavigationDocument } from '@estante/contract/guided-navigation.ts'
import type { Link } from '@estante/contract/manifest.ts'
import { Refusal } from '../refusal.ts'
import type { Removals } from '../removals.ts'
import type { ZipArchive } from '../zip/zip-archive.ts'
import type { BookFile, BookFiles } from './book-files.ts'
import { relativeHref, resolveTarget } from './book-path.ts'
import { readLetters } from './chapter-letters.ts'
import { type Overlay, readMediaOverlay } from './media-overlay.ts'
import type { PackageDocument } from './package-document.ts'
import { decodeText } from './text-encoding.ts'

const MAX_OVERLAY_BYTES = 8 * 1024 * 1024
/** For all overlays of a book. A recording of a hundred hours, with a part for every sentence, has a tenth. */
const MAX_OVERLAYS_BYTES = 64 * 1024 * 1024

/**
 * Writes the media overlays of a book as guided navigation, each beside the first chapter that references it. Returns a
 * link for each such chapter. Errors in overlays are counted and never refuse the book.
 */
export async function writeOverlays(
  zip: ZipArchive,
  book: PackageDocument,
  files: BookFiles,
  folder: string,
  removals: Removals,
): Promise<Map<BookFile, Link>> {
  const written = new Map<string, Link | undefined>()
  const links = new Map<BookFile, Link>()
  const idsOf = createIdReader(folder)
  let bytesLeft = MAX_OVERLAYS_BYTES
  for (const { item } of book.spine) {
    const chapter = files.find(item.path)
    const overlay = item.overlay === undefined ? undefined : book.items.get(item.overlay)
    if (!chapter?.pageHref || item.overlay === undefined) continue
    if (!written.has(item.overlay)) written.set(item.overlay, await write(chapter.pageHref, overlay?.path))
    const link = written.get(item.overlay)
    if (link) links.set(chapter, link)
  }
  return links

  async function write(chapterHref: string, path: string | undefined): Promise<Link | undefined> {
    const href = chapterHref.replace(/xhtml$/, 'guided.json')
    const smil = path === undefined ? undefined : await read(path)
    const overlay = smil === undefined ? undefined : readMediaOverlay(smil, await referencesOf(smil, path!, href))
    for (let count = 0; count < (overlay?.ignored ?? 1); count++) removals.add('overlay')
    if (!overlay || overlay.spoken === 0) return undefined
    const document: GuidedNavigationDocument = { guided: overlay.guided }
    await writeFile(join(folder, href), JSON.stringify(document))
    return toLink(href, overlay)
  }

  async function read(path: string): Promise<string | undefined> {
    const entry = zip.find(path)
    if (!entry || entry.bytes > MAX_OVERLAY_BYTES || entry.bytes > bytesLeft) return undefined
    bytesLeft -= entry.bytes
    try {
      return decodeText(await zip.read(entry, MAX_OVERLAY_BYTES))
    } catch (error) {
      if (error instanceof Refusal) return undefined
      throw error
    }
  }

  /** Reads the ids of the served chapters first, since only elements with an id in them can be highlighted. */
  async function referencesOf(smil: string, path: string, href: string) {
    const pageAt = (address: string) => {
      const target = resolveTarget(path, address)
      const page = target.kind === 'inside' && files.forms(target.path).find(({ pageHref }) => pageHref)?.pageHref
      return target.kind === 'inside' && page ? { page, fragment: target.fragment } : undefined
    }
    const ids = new Map<string, ReadonlySet<string>>()
    for (const [, , address = ''] of smil.matchAll(/\b(src|textref)\s*=\s*["']([^"'#]{1,2048})#/g)) {
      const page = pageAt(address)?.page
      if (page && !ids.has(page)) ids.set(page, await idsOf(page))
    }
    return {
      text(address: string) {
        const found = pageAt(address)
        if (!found || (found.fragment && !ids.get(found.page)?.has(found.fragment))) return undefined
        return relativeHref(href, found.page) + (found.fragment && `#${encodeURI(found.fragment)}`)
      },
      audio(address: string) {
        const target = resolveTarget(path, address)
        if (target.kind !== 'inside') return undefined
        const file = files.forms(target.path).find(({ mediaType }) => mediaType.startsWith('audio/'))
        return file && relativeHref(href, file.href)
      },
    }
  }
}

function toLink(href: string, { duration }: Overlay): Link {
  return { href, type: GUIDED_NAVIGATION_TYPE, ...(duration !== undefined && { duration }) }
}

/** Creates a reader for the element ids of written pages, which caches the last page. */
function createIdReader(folder: string) {
  let last: { href: string; ids: Set<string> } | undefined
  return async (href: string): Promise<ReadonlySet<string>> => {
    if (last?.href !== href) {
      last = { href, ids: new Set(readLetters(await readFile(join(folder, href), 'utf8')).ids.keys()) }
    }
    return last.ids
  }
}
