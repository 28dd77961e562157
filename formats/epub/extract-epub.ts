import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Link, Manifest, Metadata } from '@estante/contract/manifest.ts'
import type { ExtractedPublication } from '../publication.ts'
import { Refusal } from '../refusal.ts'
import { countRemovals, type Removals } from '../removals.ts'
import { roundToMilliseconds } from '../round-to-milliseconds.ts'
import { tidyLinks } from '../tidy-texts.ts'
import { openZip, type ZipArchive } from '../zip/zip-archive.ts'
import { assignAddresses, type BookFile, type BookFiles } from './book-files.ts'
import type { PathTarget } from './book-path.ts'
import { readContainer } from './container.ts'
import { readEncryption } from './encryption.ts'
import { measureBook } from './measure-book.ts'
import { isBitmap } from './media-type.ts'
import { type Navigation, NO_NAVIGATION, readNavigationDocument, readNcx } from './navigation-document.ts'
import { type PackageDocument, readPackageDocument } from './package-document.ts'
import { composeDrawing, composePage, drawingPage, picturePage } from './page.ts'
import { plainText } from './plain-text.ts'
import { type References, referencesFrom } from './references.ts'
import { sanitizeMarkup } from './sanitize-markup.ts'
import { cleanStyle } from './style-sheet.ts'
import { decodeText } from './text-encoding.ts'
import { writeOverlays } from './write-overlays.ts'
import { MAX_XML_BYTES, readXml } from './xml.ts'

const POSITION_BYTES = 1024
const MAX_PAGE_BYTES = 6 * 1024 * 1024
const MAX_STYLE_BYTES = 2 * 1024 * 1024
/** A larger picture stays in the book, but the cover is then drawn. */
const MAX_COVER_BYTES = 32 * 1024 * 1024
/** A first page with more words is a chapter, and its picture an illustration. */
const MAX_COVER_PAGE_WORDS = 40
const MAX_ALT_TEXT_CHARACTERS = 2000

/** Extracts and sanitises an EPUB 2 or 3 into an empty folder. Runs inside `source-thread.ts`. Throws `Refusal`. */
export async function extractEpub(
  source: string,
  folder: string,
  onProgress: (done: number) => void,
): Promise<ExtractedPublication> {
  const zip = await openZip(source)
  try {
    const packagePath = await readContainer(zip)
    const hidden = await readEncryption(zip)
    const removals = countRemovals()
    const book = await readPackageDocument(zip, packagePath, removals)
    refuseMissingPages(zip, book)
    const files = await assignAddresses(zip, book, hidden, folder, removals)
    refuseUnreadablePages(book, files)
    const pages = await writeTexts(zip, book, files, folder, removals, onProgress)
    const navigation = await readNavigation(zip, book, files, pages)
    const overlays = await writeOverlays(zip, book, files, folder, removals)
    const cover = findCover(book, files, pages)
    const manifest = composeManifest(book, files, pages, navigation, overlays, cover)
    const onCut = () => removals.add('text')
    const { pageList, landmarks } = manifest
    const tidied = {
      ...manifest,
      readingOrder: tidyLinks(manifest.readingOrder, onCut),
      toc: tidyLinks(manifest.toc, onCut),
      ...(pageList && { pageList: tidyLinks(pageList, onCut) }),
      ...(landmarks && { landmarks: tidyLinks(landmarks, onCut) }),
    }
    return {
      manifest: await measureBook(folder, tidied),
      cover: cover && (await readFile(join(folder, cover.href))),
      removed: removals.sentences(),
    }
  } finally {
    zip.close()
  }
}

function refuseMissingPages(zip: ZipArchive, book: PackageDocument) {
  const missing = book.spine.find(({ item }) => !zip.find(item.path))
  if (missing) throw new Refusal(`O capítulo “${missing.item.path}” não está no arquivo.`)
}

function refuseUnreadablePages(book: PackageDocument, files: BookFiles) {
  const unreadable = book.spine.find(({ item }) => !files.find(item.path)?.pageHref)
  if (!unreadable) return
  throw new Refusal(`O capítulo “${unreadable.item.path}” não é uma página nem uma imagem que se possa mostrar.`)
}

/** A written page, with the properties that the rest of the book depends on. */
interface WrittenPage {
  file: BookFile
  title: string
  bytes: number
  wordCount: number
  references: References
}

/** Sanitises and writes all text files: style sheets and drawings first, then pages. Returns the pages by file. */
async function writeTexts(
  zip: ZipArchive,
  book: PackageDocument,
  files: BookFiles,
  folder: string,
  removals: Removals,
  onProgress: (done: number) => void,
): Promise<Map<BookFile, WrittenPage>> {
  const pages = new Map<BookFile, WrittenPage>()
  /** The layout of each page that has its own. */
  const layouts = new Map(book.spine.map(({ item, layout }) => [files.find(item.path), layout]))
  for (const [index, file] of files.all.entries()) {
    const { kind, href, pageHref, entry } = file
    if (kind === 'style') {
      const css = decodeText(await zip.read(entry, MAX_STYLE_BYTES))
      const { inStyle } = referencesFrom(entry.path, href, files, removals)
      await write(folder, href, cleanStyle(css, inStyle, removals))
    } else if (kind === 'drawing') {
      await writeDrawing(zip, file, files, folder, removals)
    }
    if (pageHref) {
      const references = referencesFrom(entry.path, pageHref, files, removals)
      const metadata = { ...book.metadata, layout: layouts.get(file) ?? book.metadata.layout }
      const { text, title, wordCount } = await composeFile(zip, metadata, files, file, references, removals)
      const bytes = await write(folder, pageHref, text)
      pages.set(file, { file, title, bytes, wordCount, references })
    }
    onProgress((index + 1) / files.all.length)
  }
  return pages
}

async function writeDrawing(zip: ZipArchive, file: BookFile, files: BookFiles, folder: string, removals: Removals) {
  const source = decodeText(await zip.read(file.entry, MAX_PAGE_BYTES))
  const references = referencesFrom(file.entry.path, file.href, files, removals)
  await write(folder, file.href, composeDrawing(sanitizeMarkup(source, file.entry.path, references, removals)))
}

async function composeFile(
  zip: ZipArchive,
  metadata: Metadata,
  files: BookFiles,
  file: BookFile,
  references: References,
  removals: Removals,
): Promise<{ text: string; title: string; wordCount: number }> {
  const { entry, kind, href, pageHref } = file
  if (kind === 'binary') {
    references.images.push(file)
    return { text: picturePage(href, pageHref!, await altTextOf(zip, file, files), metadata), title: '', wordCount: 0 }
  }
  const source = decodeText(await zip.read(entry, MAX_PAGE_BYTES))
  const markup = sanitizeMarkup(source, entry.path, references, removals)
  const text = kind === 'drawing' ? drawingPage(source, markup, references, metadata) : composePage(markup, metadata)
  return { text, title: markup.title, wordCount: markup.wordCount }
}

/** Returns the alternative text of a picture in the spine: the text of the page that may stand for it. */
async function altTextOf(zip: ZipArchive, picture: BookFile, files: BookFiles): Promise<string> {
  const page = files.forms(picture.entry.path).find(({ kind }) => kind === 'page')
  if (!page) return ''
  const { path } = page.entry
  // Removals in that page are counted where it is written.
  const removals = countRemovals()
  const source = decodeText(await zip.read(page.entry, MAX_PAGE_BYTES))
  const { body } = sanitizeMarkup(source, path, referencesFrom(path, page.href, files, removals), removals)
  return plainText(body).slice(0, MAX_ALT_TEXT_CHARACTERS)
}

async function write(folder: string, href: string, text: string): Promise<number> {
  const path = join(folder, href)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text)
  return Buffer.byteLength(text)
}

async function readNavigation(
  zip: ZipArchive,
  book: PackageDocument,
  files: BookFiles,
  pages: Map<BookFile, WrittenPage>,
): Promise<Navigation & { linked: Set<BookFile> }> {
  const linked = new Set<BookFile>()
  const hrefOf = (target: PathTarget) => {
    const file = target.kind === 'inside' ? files.forms(target.path).find(({ pageHref }) => pageHref) : undefined
    if (!file || target.kind !== 'inside') return undefined
    linked.add(file)
    return target.fragment ? `${file.pageHref}#${encodeURI(target.fragment)}` : file.pageHref
  }
  const read = async (path: string | undefined, reader: typeof readNcx) => {
    const entry = path && zip.find(path)
    return entry ? reader(readXml(await zip.read(entry, MAX_XML_BYTES), entry.path), entry.path, hrefOf) : NO_NAVIGATION
  }
  const navigation = await read(book.navigation?.path, readNavigationDocument)
  const isWhole = navigation.toc.length > 0 && navigation.pageList.length > 0
  const ncx = isWhole ? NO_NAVIGATION : await read(book.ncx?.path, readNcx)
  const guide = book.guide.flatMap(({ role, title, target }): Link[] => {
    const href = hrefOf(target)
    return href ? [{ href, title, properties: { role } }] : []
  })
  const filled = (links: Link[], others: Link[]) => (links.length > 0 ? links : others)
  for (const page of pages.values()) for (const file of page.references.linked) linked.add(file)
  return {
    toc: filled(navigation.toc, ncx.toc),
    pageList: filled(navigation.pageList, ncx.pageList),
    landmarks: filled(navigation.landmarks, guide),
    linked,
  }
}

/**
 * Finds the cover: declared by the package, then pictures with a cover's name, then a first page that is mostly a
 * picture.
 */
function findCover(book: PackageDocument, files: BookFiles, pages: Map<BookFile, WrittenPage>): BookFile | undefined {
  const pictureOf = (file?: BookFile) => {
    if (!file) return undefined
    return canBeCover(file) ? file : pages.get(file)?.references.images.find(canBeCover)
  }
  const declared = book.coverPaths.map((path) => pictureOf(files.find(path)))
  const named = [...book.items.values()]
    .filter(({ id, path }) => /cover|capa/i.test(id) || /cover|capa/i.test(basename(path)))
    .map(({ path }) => files.find(path))
    .map((file) => (file && canBeCover(file) ? file : undefined))
  const first = files.find(book.spine[0]!.item.path)
  const isPicturePage = first && (pages.get(first)?.wordCount ?? 0) <= MAX_COVER_PAGE_WORDS
  return [...declared, ...named, isPicturePage ? pictureOf(first) : undefined].find((file) => file !== undefined)
}

function canBeCover({ mediaType, entry }: BookFile) {
  return isBitmap(mediaType) && entry.bytes <= MAX_COVER_BYTES
}

function composeManifest(
  book: PackageDocument,
  files: BookFiles,
  pages: Map<BookFile, WrittenPage>,
  { toc, pageList, landmarks, linked }: Navigation & { linked: Set<BookFile> },
  overlays: Map<BookFile, Link>,
  cover: BookFile | undefined,
): Manifest {
  const order = orderPages(book, files, linked)
  const titles = titlesByPage(toc)
  const readingOrder = order.map(({ file, page, layout, overflow, contains }) => {
    const written = pages.get(file)!
    const link: Link = { href: file.pageHref!, type: 'application/xhtml+xml' }
    const title = titles.get(link.href) ?? (written.title === book.metadata.title ? '' : written.title)
    if (title) link.title = title
    link.properties = { positions: Math.max(1, Math.ceil(written.bytes / POSITION_BYTES)), bytes: written.bytes }
    if (page) link.properties.page = page
    if (layout && layout !== book.metadata.layout) link.properties.layout = layout
    if (overflow && overflow !== (book.metadata.overflow ?? 'paginated')) link.properties.overflow = overflow
    if (contains.length > 0) link.properties.contains = contains
    const overlay = overlays.get(file)
    if (overlay) link.alternate = [overlay]
    return link
  })
  const read = new Set(order.map(({ file }) => file))
  const resources = files.all.flatMap((file): Link[] => {
    const own: Link[] = file.kind === 'page' ? [] : [{ href: file.href, type: file.mediaType }]
    if (file === cover) own[0]!.rel = 'cover'
    return file.pageHref && !read.has(file) ? [...own, { href: file.pageHref, type: 'application/xhtml+xml' }] : own
  })
  const durations = [...new Set(overlays.values())].map(({ duration }) => duration ?? 0)
  const { mediaOverlay, ...silent } = book.metadata
  const metadata = durations.length > 0 ? book.metadata : silent
  const numberOfPositions = readingOrder.reduce((sum, { properties }) => sum + properties!.positions!, 0)
  return {
    '@context': 'https://readium.org/webpub-manifest/context.jsonld',
    metadata: { ...metadata, numberOfPositions, ...(durations.length > 0 && { duration: sumOf(durations) }) },
    links: [],
    readingOrder,
    resources,
    toc:
      toc.length > 0
        ? toc
        : readingOrder.map(({ href, title }, index) => ({ href, title: title ?? `Parte ${index + 1}` })),
    ...(pageList.length > 0 && { pageList }),
    ...(landmarks.length > 0 && { landmarks }),
  }
}

/**
 * Orders the pages. Non-linear pages (`linear="no"`, such as answers and long notes) are dropped if nothing links to
 * them; the others stay if they precede the first linear page, and else move to the end.
 */
function orderPages(book: PackageDocument, files: BookFiles, linked: Set<BookFile>) {
  const all = book.spine.map(({ item, linear, page, layout, overflow }) => ({
    file: files.find(item.path)!,
    linear,
    page,
    layout,
    overflow,
    contains: item.properties.filter((property) => property === 'mathml' || property === 'svg'),
  }))
  const firstLinear = all.findIndex(({ linear }) => linear)
  if (firstLinear < 0) return all
  const aside = (index: number) => !all[index]!.linear && linked.has(all[index]!.file)
  return [
    ...all.slice(0, firstLinear).filter((_page, index) => aside(index)),
    ...all.filter(({ linear }) => linear),
    ...all.filter((_page, index) => index > firstLinear && aside(index)),
  ]
}

function sumOf(seconds: number[]): number {
  return roundToMilliseconds(seconds.reduce((sum, one) => sum + one, 0))
}

function titlesByPage(toc: Link[], titles = new Map<string, string>()): Map<string, string> {
  for (const { href, title, children = [] } of toc) {
    const page = href.split('#')[0]!
    if (title && !titles.has(page)) titles.set(page, title)
    titlesByPage(children, titles)
  }
  return titles
}
