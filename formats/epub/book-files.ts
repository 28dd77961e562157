import { createWriteStream } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, extname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Removal, Removals } from '../removals.ts'
import type { ZipArchive, ZipEntry } from '../zip/zip-archive.ts'
import { HIDDEN_BYTES, revealFont } from './encryption.ts'
import { isBitmap, SNIFF_BYTES, type SniffedType, sniffMediaType } from './media-type.ts'
import { fallbackChain, isMarkup, type PackageDocument, type PackageItem } from './package-document.ts'

/** A file of the book that will be served. */
export interface BookFile {
  entry: ZipEntry
  kind: 'page' | 'drawing' | 'style' | 'binary'
  /** Media type to serve it with. */
  mediaType: string
  /** Address among the extracted files; for a drawing or picture, its address as an image. */
  href: string
  /** Address as a page; for a picture in the spine, the page made around it. */
  pageHref?: string
}

export type BookFiles = Awaited<ReturnType<typeof assignAddresses>>

/**
 * Assigns an address to every file of the package's manifest that is worth serving, and writes pictures, fonts and
 * recordings of an allowed type, recognised by their bytes. Pages, drawings and style sheets are only listed, to be
 * sanitised. Files outside the manifest are not part of the book:
 * https://www.w3.org/TR/epub-rs-33/#confreq-rendition-rs-manifest
 */
export async function assignAddresses(
  zip: ZipArchive,
  book: PackageDocument,
  hidden: Map<string, string>,
  folder: string,
  removals: Removals,
) {
  // A file may be listed twice: the spine's item wins.
  const listed = [...book.items.values(), ...book.spine.map(({ item }) => item)]
  const items = new Map(listed.flatMap((item) => declaredEntry(zip, item)))
  const spine = new Set(book.spine.map(({ item }) => zip.find(item.path)?.path))
  const addresses = addressBook()
  const incoming = join(folder, '.incoming')
  const files = new Map<string, BookFile>()

  for (const entry of zip.entries) {
    const item = items.get(entry.path)
    if (!item || isPackaging(entry, book) || item.mediaType === 'application/smil+xml') continue
    const isInSpine = spine.has(entry.path)
    const kind = textKind(entry, item)
    if (kind === 'page') {
      if (item === book.navigation && !isInSpine) continue
      // Its fallback is read instead, also through links.
      if (item.properties.includes('scripted') && item.fallback && !isInSpine) continue
      const href = addresses.take(entry.path, 'xhtml')
      files.set(entry.path, { entry, kind, mediaType: 'application/xhtml+xml', href, pageHref: href })
    } else if (kind === 'style') {
      files.set(entry.path, { entry, kind, mediaType: 'text/css', href: addresses.take(entry.path, 'css') })
    } else if (kind === 'drawing') {
      const pageHref = isInSpine ? addresses.take(entry.path, 'xhtml') : undefined
      files.set(entry.path, {
        entry,
        kind,
        mediaType: 'image/svg+xml',
        href: addresses.take(entry.path, 'svg'),
        pageHref,
      })
    } else {
      const sniffed = asDeclared(
        await unpack(zip, entry, hidden.get(entry.path), book.uniqueIdentifier, incoming),
        item,
      )
      if (!sniffed) {
        countIgnored(entry, item, removals)
        continue
      }
      const href = addresses.take(entry.path, sniffed.extension)
      const pageHref = isInSpine && isBitmap(sniffed.mediaType) ? addresses.take(entry.path, 'xhtml') : undefined
      await mkdir(dirname(join(folder, href)), { recursive: true })
      await rename(incoming, join(folder, href))
      files.set(entry.path, { entry, kind: 'binary', mediaType: sniffed.mediaType, href, pageHref })
    }
  }
  await rm(incoming, { force: true })

  const find = (path: string) => files.get(zip.find(path)?.path ?? '')
  return {
    all: [...files.values()],
    find,
    /** The served files among a file and its fallbacks, best first. */
    forms(path: string): BookFile[] {
      const item = items.get(zip.find(path)?.path ?? '')
      return item ? fallbackChain(item, book.items).flatMap((form) => find(form.path) ?? []) : []
    },
    /** How to report a reference to a file that is not served, unless the file itself was reported. */
    whyNotServed(path: string): Removal | undefined {
      const entry = zip.find(path)
      if (!entry) return 'missing'
      return items.has(entry.path) ? undefined : 'unlisted'
    },
  }
}

function declaredEntry(zip: ZipArchive, item: PackageItem): [string, PackageItem][] {
  const entry = zip.find(item.path)
  return entry ? [[entry.path, item]] : []
}

/** Whether the entry is metadata of the book, not content. */
function isPackaging({ path }: ZipEntry, book: PackageDocument) {
  return /^(META-INF\/|mimetype$|__MACOSX\/)|\.(opf|ncx|smil|pls|DS_Store)$/i.test(path) || path === book.ncx?.path
}

function textKind({ path }: ZipEntry, { mediaType }: PackageItem): 'page' | 'style' | 'drawing' | undefined {
  const extension = extname(path).toLowerCase()
  if (isMarkup(mediaType)) return 'page'
  if (mediaType === 'text/css' || mediaType === 'text/x-oeb1-css' || extension === '.css') return 'style'
  if (mediaType === 'image/svg+xml' || extension === '.svg') return 'drawing'
  return undefined
}

/** Corrects the type of a recording in an MP4 whose bytes do not say that it has only audio. */
function asDeclared(sniffed: SniffedType | undefined, { mediaType }: PackageItem): SniffedType | undefined {
  const isSound = sniffed?.mediaType === 'video/mp4' && mediaType.startsWith('audio/')
  return isSound ? { mediaType: 'audio/mp4', extension: 'm4a' } : sniffed
}

async function unpack(zip: ZipArchive, entry: ZipEntry, method: string | undefined, identifier: string, to: string) {
  await pipeline(await zip.stream(entry), createWriteStream(to))
  if (method) await revealFile(to, method, identifier)
  return sniffFile(to)
}

async function revealFile(path: string, method: string, identifier: string) {
  await using file = await open(path, 'r+')
  const { buffer, bytesRead } = await file.read(Buffer.alloc(HIDDEN_BYTES), 0, HIDDEN_BYTES, 0)
  const start = buffer.subarray(0, bytesRead)
  revealFont(method, identifier, start)
  await file.write(start, 0, bytesRead, 0)
}

async function sniffFile(path: string): Promise<SniffedType | undefined> {
  await using file = await open(path)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(SNIFF_BYTES), 0, SNIFF_BYTES, 0)
  return sniffMediaType(buffer.subarray(0, bytesRead))
}

function countIgnored({ path }: ZipEntry, { mediaType }: PackageItem, removals: Removals) {
  removals.add(/javascript|ecmascript/.test(mediaType) || /\.m?js$/i.test(path) ? 'script' : 'file')
}

/** Assigns addresses in plain ASCII, which every file system, server and browser reads alike, each only once. */
function addressBook() {
  const usedHrefs = new Set<string>()
  /** Requests per wished address, so that a thousand files of one name do not cost a thousand tries each. */
  const wishes = new Map<string, number>()
  return {
    take(path: string, extension: string): string {
      const stem = plainPath(path.slice(0, path.length - extname(path).length))
      const wish = `${stem}.${extension}`.toLowerCase()
      for (let count = (wishes.get(wish) ?? 0) + 1; ; count++) {
        wishes.set(wish, count)
        const href = `${stem}${count === 1 ? '' : `-${count}`}.${extension}`
        if (usedHrefs.has(href.toLowerCase())) continue
        usedHrefs.add(href.toLowerCase())
        return href
      }
    },
  }
}

const MAX_SEGMENTS = 6

function plainPath(path: string): string {
  const segments = path.split('/').map(plainSegment)
  return [...segments.slice(-MAX_SEGMENTS, -1), segments.at(-1)].join('/')
}

function plainSegment(segment: string): string {
  const plain = segment
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9_-]+/g, '-')
    .slice(0, 64)
  return plain.replace(/^[-.]+|-+$/g, '') || 'item'
}
