import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { Refusal } from '../refusal.ts'
import { dropDoctype } from './doctype.ts'
import { EPUB, type Prefixes, prefixesOf, USUAL_PREFIXES } from './namespaces.ts'
import { decodeText } from './text-encoding.ts'

export const MAX_XML_BYTES = 8 * 1024 * 1024
const MAX_DEPTH = 256

export interface XmlElement {
  /** Namespace URI; empty for none. Prefixes are resolved and dropped. */
  namespace: string
  /** Local name. */
  name: string
  /**
   * By local name, with a prefix only for `xml:` and EPUB's own namespace (`epub:type`). Values are trimmed: outer
   * white space never matters.
   */
  attributes: Record<string, string>
  children: (XmlElement | string)[]
}

/** Characters that XML forbids, even as references. */
const FORBIDDEN_CHARACTERS = /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
  htmlEntities: true,
  processEntities: { enabled: true, maxExpandedLength: MAX_XML_BYTES },
  maxNestedTags: MAX_DEPTH,
})

type ParsedNode = Record<string, ParsedNode[] | string | Record<string, string>>

/** Parses an XML document of the package. Throws `Refusal`, naming `path`, also for entity definitions. */
export function readXml(bytes: Uint8Array, path: string): XmlElement {
  const text = decodeText(bytes)
  if (/<!ENTITY/i.test(text)) throw new Refusal(`“${path}” define entidades XML, o que não é aceito.`)
  const nodes = parse(text, path)
  const root = nodes.map((node) => toElement(node, USUAL_PREFIXES)).find((node) => typeof node === 'object')
  if (!root) throw new Refusal(`“${path}” não é um documento XML.`)
  return root
}

function parse(text: string, path: string): ParsedNode[] {
  try {
    return parser.parse(dropDoctype(text))
  } catch (error) {
    throw xmlRefusal(path, error)
  }
}

export function xmlRefusal(path: string, cause: unknown) {
  return new Refusal(`“${path}” não é um documento XML válido.`, { cause })
}

/** Whether the document is well-formed. `readXml` is lenient. */
export function isWellFormed(bytes: Uint8Array): boolean {
  return XMLValidator.validate(dropDoctype(decodeText(bytes))) === true
}

function toElement(node: ParsedNode, outer: Prefixes): XmlElement | string | undefined {
  if (typeof node['#text'] === 'string') return node['#text']
  const tag = Object.keys(node).find((key) => key !== ':@')
  if (!tag) return undefined
  const raw = (node[':@'] ?? {}) as Record<string, string>
  const prefixes = prefixesOf(raw, outer)
  const { prefix, name } = splitName(tag)
  return {
    namespace: prefixes[prefix] ?? '',
    name,
    attributes: Object.fromEntries(
      Object.entries(raw).map(([key, value]) => [attributeName(key, prefixes), value.trim()]),
    ),
    children: (node[tag] as ParsedNode[])
      .map((child) => toElement(child, prefixes))
      .filter((child) => child !== undefined),
  }
}

function attributeName(key: string, prefixes: Prefixes) {
  const { prefix, name } = splitName(key)
  if (prefix === 'xml') return key
  return prefix && prefixes[prefix] === EPUB ? `epub:${name}` : name
}

function splitName(name: string) {
  const colon = name.indexOf(':')
  return { prefix: colon < 0 ? '' : name.slice(0, colon), name: name.slice(colon + 1) }
}

/** Lists all descendants with a local name, in document order. */
export function descendants(element: XmlElement, name: string): XmlElement[] {
  return elementsOf(element).flatMap((child) => [...(child.name === name ? [child] : []), ...descendants(child, name)])
}

export function childrenNamed(element: XmlElement, name: string): XmlElement[] {
  return elementsOf(element).filter((child) => child.name === name)
}

export function elementsOf(element: XmlElement): XmlElement[] {
  return element.children.filter((child) => typeof child === 'object')
}

/** Splits the value of an attribute that lists tokens, such as `properties`. */
export function tokensOf(value = ''): string[] {
  return value.split(/\s+/).filter(Boolean)
}

/** Concatenates the text inside an element, with line breaks and other white space collapsed. */
export function textOf(element: XmlElement): string {
  return rawText(element).replace(/\s+/g, ' ').trim()
}

function rawText(element: XmlElement): string {
  if (element.name === 'br') return ' '
  return element.children.map((child) => (typeof child === 'string' ? child : rawText(child))).join('')
}

export function escapeXml(text: string): string {
  return withoutForbidden(text).replace(
    /[&<>"]/g,
    (character) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[character]!,
  )
}

export function withoutForbidden(text: string) {
  return text.toWellFormed().replace(FORBIDDEN_CHARACTERS, '')
}
