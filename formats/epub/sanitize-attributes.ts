import type { Removals } from '../removals.ts'
import { VOCABULARIES } from './allowed-markup.ts'
import { EPUB, SVG, XHTML } from './namespaces.ts'
import { cleanStyle, type StyleReference } from './style-sheet.ts'
import { escapeXml } from './xml.ts'

/** A browser reads a number sign as the end of the data. */
const DRAWING_DATA = /^\s*data:image\/svg\+xml(?:;[\w-]+=[\w-]+|;utf8)*(;base64)?,([^#]*)/i

/** Resolves the addresses in a chapter to extracted files. Undefined: remove the address. */
export interface MarkupReferences {
  /** A page of the book, or a link for the host to open. */
  link(address: string): string | undefined
  /** A file of the book of the given kind. */
  file(address: string, kind: 'image' | 'media' | 'style'): string | undefined
  inStyle: StyleReference
}

/** An attribute to write; without a value, it is removed. */
type Attribute = [name?: string, value?: string]

/** Creates a function that writes the allowed attributes of an element. `sanitizeDrawing` returns an SVG's body. */
export function createAttributeSanitizer(
  { link, file, inStyle }: MarkupReferences,
  removals: Removals,
  sanitizeDrawing: (source: string) => string,
) {
  return function sanitizeAttributes(element: string, namespace: string, attributes: Record<string, string>): string {
    const written = new Map<string, string>()
    for (const [rawName, value] of Object.entries(attributes)) {
      const name = rawName.toLowerCase()
      const isAddress = name === 'src' || name === 'poster' || name === 'href' || name.endsWith(':href')
      const sanitize = isAddress ? addressAttribute : plainAttribute
      const [key, cleaned] = sanitize(element, namespace, name, value)
      if (key && cleaned !== undefined && !(name.endsWith(':href') && written.has(key))) written.set(key, cleaned)
    }
    if (namespace === XHTML && (element === 'audio' || element === 'video')) written.set('controls', 'controls')
    return [...written].map(([name, value]) => ` ${name}="${escapeXml(value)}"`).join('')
  }

  function plainAttribute(element: string, namespace: string, name: string, value: string): Attribute {
    const allowed = VOCABULARIES.get(namespace)!.attributes.get(name)
    // In SVG, any attribute may hold CSS functions: `fill`, `mask`, and values of animations.
    if (allowed === 'style' || (allowed && namespace === SVG && /[(\\]/.test(value))) {
      return [allowed, cleanStyle(value, inStyle, removals).trim() || undefined]
    }
    // On other elements, `name` could shadow a property of the document: `<img name="body"/>`.
    if (allowed === 'name' && element !== 'a') return []
    if (allowed === 'hidden' || allowed === 'open' || allowed === 'controls') return [allowed, value || allowed]
    return allowed || /^aria-[a-z]+$/.test(name) ? [allowed ?? name, value] : []
  }

  /**
   * Resolves an attribute that holds an address. Rewrites `xlink:href` to SVG's plain `href`, which browsers support.
   */
  function addressAttribute(element: string, namespace: string, name: string, value: string): Attribute {
    const isHref = name === 'href' || name.endsWith(':href')
    if (namespace === XHTML) {
      if (isHref) return element === 'a' || element === 'area' ? ['href', link(value)] : []
      if (name === 'src' && element === 'img') return ['src', inlinedDrawing(value) ?? file(value, 'image')]
      if (name === 'src' && /^(audio|video|source|track)$/.test(element)) return ['src', file(value, 'media')]
      if (name === 'poster' && element === 'video') return ['poster', file(value, 'image')]
      return []
    }
    if (namespace !== SVG || !isHref) return []
    if (element === 'a') return ['href', link(value)]
    if (value.trim().startsWith('#')) return ['href', value.trim()]
    return element === 'image' || element === 'feImage' || element === 'use' ? ['href', file(value, 'image')] : []
  }

  /** Sanitises a drawing that its own address contains. */
  function inlinedDrawing(address: string): string | undefined {
    const [, isBase64, data = ''] = DRAWING_DATA.exec(address) ?? []
    const source = isBase64 ? Buffer.from(data, 'base64').toString() : decodePercents(data)
    if (!source) return undefined
    const body = sanitizeDrawing(source)
    if (!body.startsWith('<svg')) return undefined
    return `data:image/svg+xml,${encodeURIComponent(body.replace('<svg', `<svg xmlns:epub="${EPUB}"`))}`
  }
}

function decodePercents(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
