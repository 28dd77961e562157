import type { Link } from '@estante/contract/manifest.ts'
import { type PathTarget, resolveTarget } from './book-path.ts'
import { childrenNamed, descendants, elementsOf, textOf, tokensOf, type XmlElement } from './xml.ts'

const MAX_ENTRIES = 10_000

/** Resolves an address in the book to an extracted file. Undefined if it was not extracted. */
export type HrefOf = (target: PathTarget) => string | undefined

/** A book's contents, page list and landmarks. */
export interface Navigation {
  toc: Link[]
  /** Pages of the printed edition. */
  pageList: Link[]
  landmarks: Link[]
}
export const NO_NAVIGATION: Navigation = { toc: [], pageList: [], landmarks: [] }

/** Reads the navigation document of an EPUB 3: https://www.w3.org/TR/epub-33/#sec-nav */
export function readNavigationDocument(root: XmlElement, path: string, hrefOf: HrefOf): Navigation {
  const navs = descendants(root, 'nav')
  const find = (type: string) => navs.find(({ attributes }) => tokensOf(attributes['epub:type']).includes(type))
  const read = (nav: XmlElement | undefined) => {
    const list = nav && descendants(nav, 'ol')[0]
    return list
      ? readEntries(list, { children: listItems, label: navLabel, from: path, hrefOf, left: MAX_ENTRIES })
      : []
  }
  const isOther = ({ attributes }: XmlElement) => /page-list|landmarks/.test(attributes['epub:type'] ?? '')
  return {
    toc: read(find('toc') ?? navs.find((nav) => !isOther(nav))),
    pageList: flattenLinks(read(find('page-list'))),
    landmarks: flattenLinks(read(find('landmarks'))),
  }
}

/** Reads the NCX of an EPUB 2, which has no navigation document: https://www.w3.org/TR/epub-33/#sec-opf2-ncx */
export function readNcx(root: XmlElement, path: string, hrefOf: HrefOf): Navigation {
  const read = (name: string) => {
    const map = descendants(root, name)[0]
    return map ? readEntries(map, { children: navPoints, label: ncxLabel, from: path, hrefOf, left: MAX_ENTRIES }) : []
  }
  return { toc: read('navMap'), pageList: flattenLinks(read('pageList')), landmarks: [] }
}

/** Flattens nested links, for lists without levels. */
function flattenLinks(links: Link[]): Link[] {
  return links.flatMap(({ children = [], ...link }) => [link, ...flattenLinks(children)])
}

interface NavigationRules {
  children: (parent: XmlElement) => XmlElement[]
  label: (entry: XmlElement) => { title: string; address?: string; inner?: XmlElement; role?: string | undefined }
  from: string
  hrefOf: HrefOf
  /** Remaining entries before the limit. */
  left: number
}

/** Reads the entries of a list. A dead entry gets its first child's address; without children it is dropped. */
function readEntries(parent: XmlElement, reading: NavigationRules): Link[] {
  return reading.children(parent).flatMap((entry) => {
    if (reading.left-- <= 0) return []
    const { title, address, inner, role } = reading.label(entry)
    const children = inner ? readEntries(inner, reading) : []
    const href = (address && reading.hrefOf(resolveTarget(reading.from, address))) || children[0]?.href
    if (!href || !title) return children
    return { href, title, ...(role && { properties: { role } }), ...(children.length > 0 && { children }) }
  })
}

function listItems(list: XmlElement) {
  return childrenNamed(list, 'li')
}

function navLabel(item: XmlElement) {
  const label = elementsOf(item).find(({ name }) => name !== 'ol')
  const anchor = label && (label.name === 'a' ? label : descendants(label, 'a')[0])
  const title = label ? textOf(label) || anchor?.attributes.title || imageText(label) : ''
  const role = tokensOf(anchor?.attributes['epub:type']).find((token) => /^[\w-]{1,64}$/.test(token))
  return { title, address: anchor?.attributes.href, inner: childrenNamed(item, 'ol')[0], role }
}

function imageText(label: XmlElement) {
  return descendants(label, 'img')
    .map(({ attributes }) => attributes.alt ?? '')
    .join(' ')
    .trim()
}

function navPoints(parent: XmlElement) {
  return elementsOf(parent).filter(({ name }) => name === 'navPoint' || name === 'pageTarget')
}

function ncxLabel(point: XmlElement) {
  const label = childrenNamed(point, 'navLabel')[0]
  return {
    title: label ? textOf(label) : '',
    address: childrenNamed(point, 'content')[0]?.attributes.src,
    inner: point,
  }
}
