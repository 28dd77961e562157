import { COMPANION, isNumbered } from '@estante/contract/file-groups.ts'
import { NATURAL_ORDER } from '@estante/contract/natural-order.ts'
import { toOneLine } from '@estante/contract/visible-text.ts'
import type { DroppedFiles } from '@estante/design/drop-zone/dropped-files.ts'

/** A dropped file, with its path. */
export interface DroppedEntry {
  path: string
  size: number
}

/** A local file, and the path it is sent with. */
export interface LocalFile extends DroppedEntry {
  file: File
}

type Kind = 'ebook' | 'audiobook' | 'other'

/** A probable title: a file, or a folder of MP3s. The service decides by the content. */
export interface DroppedTitle<Entry> {
  /** The name of the file or folder; empty for loose tracks. */
  path: string
  isFolder: boolean
  /** The kind by the extension; `other` is probably no book. */
  kind: Kind
  entries: Entry[]
  bytes: number
}

export interface UploadGroups<Entry> {
  titles: DroppedTitle<Entry>[]
  /** Companions of books, which are not sent. */
  leftOut: Entry[]
}

/** The companion that is sent with a folder of MP3s. */
const COVER = /^(cover|folder|capa)\.(jpe?g|png)$/i
const HIDDEN = /(^|\/)(\.|__MACOSX)/

/**
 * Adds dropped files to others, by the path they are sent with: the same for the same files, so that an interrupted
 * upload goes on.
 */
export function addDropped(others: ReadonlyMap<string, LocalFile>, dropped: DroppedFiles['files']) {
  const together = new Map(others)
  for (const { path, file } of dropped) {
    const free = freePath(together, toOneLine(path.normalize('NFC')), file)
    together.set(free, { path: free, size: file.size, file })
  }
  return together
}

/** A file dropped again replaces itself; another loose file with the same name is numbered. */
function freePath(planned: ReadonlyMap<string, LocalFile>, path: string, file: File): string {
  if (path.includes('/')) return path
  const [, name = path, extension = ''] = /^(.*?)(\.[^.]*)?$/.exec(path) ?? []
  for (let number = 1; ; number++) {
    const free = number === 1 ? path : `${name} (${number})${extension}`
    const other = planned.get(free)?.file
    if (!other || (other.size === file.size && other.lastModified === file.lastModified)) return free
  }
}

/** Groups files into titles, in natural order. */
export function groupDropped<Entry extends DroppedEntry>(dropped: readonly Entry[]): UploadGroups<Entry> {
  const grouped: UploadGroups<Entry> = { titles: [], leftOut: [] }
  const folders = new Map<string, Entry[]>()
  for (const entry of dropped) {
    const folder = folderOf(entry.path)
    const others = folders.get(folder)
    if (others) others.push(entry)
    else folders.set(folder, [entry])
  }
  for (const [folder, entries] of [...folders].sort(([a], [b]) => NATURAL_ORDER.compare(a, b))) {
    const inOrder = [...entries].sort((a, b) => NATURAL_ORDER.compare(a.path, b.path))
    const books = inOrder.filter(({ path }) => !isCompanion(path))
    const companions = inOrder.filter(({ path }) => isCompanion(path))
    if (isTrackList(books) && (folder !== '' || isNumbered(books.map(({ path }) => fileNameOf(path))))) {
      const covers = companions.filter(({ path }) => COVER.test(fileNameOf(path)))
      grouped.titles.push(titleOf(folder, true, 'audiobook', [...books, ...covers]))
      grouped.leftOut.push(...companions.filter((companion) => !covers.includes(companion)))
    } else {
      grouped.titles.push(...books.map((book) => titleOf(book.path, false, kindOf(book.path), [book])))
      grouped.leftOut.push(...companions)
    }
  }
  return grouped
}

/** Names an import: its folder, or its first file and the number of others. */
export function nameDropped(titles: readonly DroppedTitle<DroppedEntry>[], andMore: (count: number) => string): string {
  const paths = titles.flatMap(({ path, isFolder, entries }) =>
    isFolder && path === '' ? entries.map((entry) => entry.path) : [path],
  )
  const [first = ''] = paths
  if (paths.length < 2) return fileNameOf(first).slice(0, MAX_NAME_LENGTH)
  const [root = ''] = first.split('/')
  if (paths.every((path) => path.startsWith(`${root}/`))) return root.slice(0, MAX_NAME_LENGTH)
  const rest = andMore(paths.length - 1)
  return fileNameOf(first).slice(0, MAX_NAME_LENGTH - rest.length) + rest
}

const MAX_NAME_LENGTH = 120

export function fileNameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** Returns the folder of a file, or an empty string. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')))
}

function titleOf<Entry extends DroppedEntry>(path: string, isFolder: boolean, kind: Kind, entries: Entry[]) {
  return { path, isFolder, kind, entries, bytes: entries.reduce((sum, { size }) => sum + size, 0) }
}

function isCompanion(path: string): boolean {
  return HIDDEN.test(path) || COMPANION.test(path)
}

function isTrackList(books: readonly DroppedEntry[]): boolean {
  return books.length > 1 && books.every(({ path }) => /\.mp3$/i.test(path))
}

function kindOf(path: string): Kind {
  if (/\.epub$/i.test(path)) return 'ebook'
  return /\.(m4b|m4a|mp3)$/i.test(path) ? 'audiobook' : 'other'
}
