import type { Link } from '@estante/contract/manifest.ts'
import { resolveTarget, type Target } from './book-path.ts'
import { childrenNamed, descendants, elementsOf, textOf, type XmlElement } from './xml.ts'

const MAX_ENTRIES = 10_000

/** Turns a place in the book into the address of what was extracted, when it was. */
export type HrefOf = (target: Target) => string | undefined

/** The table of contents of an EPUB 3: https://www.w3.org/TR/epub-33/#sec-nav-toc */
export function readNavigationDocument(root: XmlElement, path: string, hrefOf: HrefOf): Link[] {
  const navs = descendants(root, 'nav')
  const nav = navs.find(({ attributes }) => (attributes['epub:type'] ?? '').split(/\s+/).includes('toc')) ?? navs[0]
  const list = nav && descendants(nav, 'ol')[0]
  return list ? readEntries(list, { children: listItems, label: navLabel, from: path, hrefOf, left: MAX_ENTRIES }) : []
}

/** The contents of an EPUB 2, which has no navigation document: https://www.w3.org/TR/epub-33/#sec-opf2-ncx */
export function readNcx(root: XmlElement, path: string, hrefOf: HrefOf): Link[] {
  const map = descendants(root, 'navMap')[0]
  return map ? readEntries(map, { children: navPoints, label: ncxLabel, from: path, hrefOf, left: MAX_ENTRIES }) : []
}

interface Reading {
  children: (parent: XmlElement) => XmlElement[]
  label: (entry: XmlElement) => { title: string; address?: string; inner?: XmlElement }
  from: string
  hrefOf: HrefOf
  /** Entries still to be taken. */
  left: number
}

/** An entry that leads nowhere takes the place of its first child's; without children it is left out. */
function readEntries(parent: XmlElement, reading: Reading): Link[] {
  return reading.children(parent).flatMap((entry) => {
    if (reading.left-- <= 0) return []
    const { title, address, inner } = reading.label(entry)
    const children = inner ? readEntries(inner, reading) : []
    const href = (address && reading.hrefOf(resolveTarget(reading.from, address))) || children[0]?.href
    if (!href || !title) return children
    return children.length > 0 ? { href, title, children } : { href, title }
  })
}

function listItems(list: XmlElement) {
  return childrenNamed(list, 'li')
}

function navLabel(item: XmlElement) {
  const label = elementsOf(item).find(({ name }) => name !== 'ol')
  const anchor = label && (label.name === 'a' ? label : descendants(label, 'a')[0])
  const title = label ? textOf(label) || anchor?.attributes.title || imageText(label) : ''
  return { title, address: anchor?.attributes.href, inner: childrenNamed(item, 'ol')[0] }
}

function imageText(label: XmlElement) {
  return descendants(label, 'img')
    .map(({ attributes }) => attributes.alt ?? '')
    .join(' ')
    .trim()
}

function navPoints(parent: XmlElement) {
  return childrenNamed(parent, 'navPoint')
}

function ncxLabel(point: XmlElement) {
  const label = childrenNamed(point, 'navLabel')[0]
  return {
    title: label ? textOf(label) : '',
    address: childrenNamed(point, 'content')[0]?.attributes.src,
    inner: point,
  }
}
