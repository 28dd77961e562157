import { decodeHTMLStrict } from 'entities'
import { XMLValidator } from 'fast-xml-parser'
import { Parser } from 'htmlparser2'
import { Refusal } from '../refusal.ts'
import type { Removals } from '../removals.ts'
import { DROPPED_WITH_CONTENT, EMPTY_ELEMENTS, MATHML, SVG, VOCABULARIES, XHTML } from './allowed-markup.ts'
import { dropDoctype } from './doctype.ts'
import { cleanStyle, type StyleReference } from './style-sheet.ts'

const MAX_DEPTH = 256
const MAX_ATTRIBUTES = 256
const EPUB = 'http://www.idpf.org/2007/ops'
/** Namespace prefixes. Has no prototype, so that only declared names are found; elements inherit from it. */
const KNOWN_PREFIXES: Record<string, string> = Object.assign(Object.create(null), {
  xml: 'http://www.w3.org/XML/1998/namespace',
  epub: EPUB,
  svg: SVG,
  math: MATHML,
  m: MATHML,
})
/** A tag that Namespaces in XML forbids; the validator accepts it. */
const TWO_COLONS = /<[^\s<>"'/:]+:[^\s<>"'/:]*:/
/** A browser reads a number sign as the end of the data. */
const DRAWING_DATA = /^\s*data:image\/svg\+xml(?:;[\w-]+=[\w-]+|;utf8)*(;base64)?,([^#]*)/i
/** Characters that XML forbids, even as references. */
const FORBIDDEN_CHARACTERS = /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g

/** Resolves the addresses in a chapter to extracted files. Undefined for those that must be removed. */
export interface MarkupReferences {
  /** A page of the book, or a link for the host to open. */
  link(address: string): string | undefined
  /** A file of the book of the given kind. */
  file(address: string, kind: 'image' | 'media' | 'style'): string | undefined
  inStyle: StyleReference
}

export interface SanitizedMarkup {
  /** Well-formed XHTML, SVG and MathML, without the document's `html`, `head` and `body` tags. */
  body: string
  /** Style sheets and the viewport, in order. */
  head: string
  title: string
  /** Number of words to read. */
  wordCount: number
  /** Serialized attributes, such as `lang`, `dir` and `class`. */
  htmlAttributes: string
  bodyAttributes: string
}

/**
 * Rewrites a chapter or a drawing from allowed elements and attributes only, so that an XML parser reads in the result
 * exactly what was checked here. Parses well-formed files as XML; others as HTML, and reports them.
 */
export function sanitizeMarkup(
  source: string,
  path: string,
  references: MarkupReferences,
  removals: Removals,
): SanitizedMarkup {
  const text = dropDoctype(source).replace(/^\ufeff/, '')
  // The validator needs many times the memory of a long attribute, such as an inlined picture.
  const xmlMode = XMLValidator.validate(text.replace(/="[^"<>]*"/g, '=""')) === true && !TWO_COLONS.test(text)
  if (!xmlMode) removals.add('malformed')
  const writer = new MarkupWriter(path, references, removals)
  const parser = new Parser(
    {
      onopentag: (name, attributes) => writer.open(name, asReadBack(attributes)),
      ontext: (text) => writer.text(withoutForbidden(text)),
      onclosetag: () => writer.close(),
    },
    { xmlMode, recognizeSelfClosing: true, recognizeCDATA: true, decodeEntities: true },
  )
  parser.end(xmlMode ? withoutNamedEntities(text) : text)
  return writer.result()
}

/** Decodes HTML's named entities, of which XML has only five. */
function withoutNamedEntities(text: string) {
  return text.replace(/&(?!(?:amp|lt|gt|quot|apos);)[a-z][a-z0-9]*;/gi, (entity) => {
    const decoded = decodeHTMLStrict(entity)
    return /[&<>]/.test(decoded) ? escapeXml(decoded) : decoded
  })
}

/**
 * Normalizes values as a browser will read them back. Checks must see the same text: a character removed on output
 * could join `ur` and `l(`.
 */
function asReadBack(attributes: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [name, withoutForbidden(value).replace(/[\t\n\r]/g, ' ')]),
  )
}

interface Frame {
  /** The element as written. Undefined when only its content is written. */
  output?: string
  /** Namespace prefixes for its children. */
  prefixes: Record<string, string>
  /** Namespace of the nearest written element. */
  namespace: string
  /** Neither the element nor its content is written. */
  dropped: boolean
  /** Receives its text when it closes, instead of the output. */
  collect?: (text: string) => void
  collected: string
  /** For `epub:switch`: a case was chosen. */
  chosen?: boolean
  /** For MathML's `mfenced`: what follows its children, and what stands between them. */
  fence?: { close: string; separators: string[]; children: number }
}

class MarkupWriter {
  readonly #path: string
  readonly #references: MarkupReferences
  readonly #removals: Removals
  readonly #stack: Frame[] = []
  readonly #body: string[] = []
  readonly #head: string[] = []
  #title = ''
  #wordCount = 0
  #htmlAttributes = ''
  #bodyAttributes = ''

  constructor(path: string, references: MarkupReferences, removals: Removals) {
    this.#path = path
    this.#references = references
    this.#removals = removals
  }

  open(tag: string, attributes: Record<string, string>) {
    if (this.#stack.length >= MAX_DEPTH) throw new Refusal(`“${this.#path}” tem elementos aninhados demais.`)
    if (Object.keys(attributes).length > MAX_ATTRIBUTES) {
      throw new Refusal(`“${this.#path}” tem um elemento com atributos demais.`)
    }
    const parent = this.#stack.at(-1)
    const prefixes = declaredPrefixes(attributes, parent?.prefixes ?? KNOWN_PREFIXES)
    const { name, namespace } = qualify(tag, prefixes, parent)
    const frame: Frame = {
      prefixes,
      namespace: parent?.namespace ?? '',
      dropped: (parent?.dropped ?? false) || parent?.collect !== undefined,
      collected: '',
    }
    this.#stack.push(frame)
    this.#countHandlers(attributes)
    if (frame.dropped) {
      if (name.toLowerCase() === 'script') this.#removals.add('script')
      return
    }
    if (namespace === EPUB) return this.#openSwitch(frame, parent, name, attributes)
    this.#openElement(frame, name, namespace, attributes)
  }

  text(content: string) {
    const frame = this.#stack.at(-1)
    if (frame?.dropped) return
    if (frame?.collect) frame.collected += content
    else {
      for (const _ of content.matchAll(/\S+/g)) this.#wordCount++
      this.#body.push(escapeXml(content))
    }
  }

  close() {
    const frame = this.#stack.pop()
    if (!frame) return
    frame.collect?.(frame.collected)
    if (frame.fence) this.#writeOperator(frame.fence.close, 'fence')
    if (frame.output) this.#body.push(`</${frame.output}>`)
  }

  result(): SanitizedMarkup {
    return {
      body: this.#body.join('').trim(),
      head: this.#head.join(''),
      title: this.#title,
      wordCount: this.#wordCount,
      htmlAttributes: this.#htmlAttributes,
      bodyAttributes: this.#bodyAttributes,
    }
  }

  /**
   * Keeps the first case of an `epub:switch` that browsers can render, or the default:
   * https://idpf.org/epub/301/spec/epub-contentdocs.html#sec-xhtml-content-switch
   */
  #openSwitch(frame: Frame, parent: Frame | undefined, name: string, attributes: Record<string, string>) {
    if (name === 'case') {
      const drawable = [MATHML, SVG].includes(attributes['required-namespace'] ?? '') && parent && !parent.chosen
      if (drawable) parent.chosen = true
      frame.dropped = !drawable
    } else if (name === 'default') frame.dropped = parent?.chosen ?? false
    else frame.dropped = name !== 'switch'
  }

  #openElement(frame: Frame, rawName: string, namespace: string, attributes: Record<string, string>) {
    const lowerName = rawName.toLowerCase()
    const removal = DROPPED_WITH_CONTENT.get(lowerName)
    if (removal) {
      this.#removals.add(removal)
      frame.dropped = true
      return
    }
    if (lowerName === 'style') return this.#openStyle(frame, namespace, attributes)
    if (namespace === XHTML && this.#openStructure(frame, lowerName, attributes)) return
    const name = VOCABULARIES.get(namespace)?.elements.get(lowerName)
    if (!name || this.#animatesAnAddress(name, attributes)) {
      // Text in a drawing's metadata and in foreign vocabularies is not for reading.
      frame.dropped = frame.namespace === SVG || frame.namespace === MATHML
      return
    }
    this.#writeSeparator()
    if (namespace === MATHML && name === 'mfenced') this.#writeFence(frame, attributes)
    else this.#write(frame, name, namespace, attributes)
  }

  /** Writes `mfenced` as the row that it stands for, since MathML Core has no such element. */
  #writeFence(frame: Frame, attributes: Record<string, string>) {
    const { open = '(', close = ')', separators = ',', ...others } = attributes
    this.#write(frame, 'mrow', MATHML, others)
    frame.fence = { close, separators: [...separators.replace(/\s/g, '')], children: 0 }
    this.#writeOperator(open, 'fence')
  }

  /** Writes what stands before the next child of an `mfenced`. The last separator is repeated. */
  #writeSeparator() {
    const fence = this.#stack.at(-2)?.fence
    if (!fence) return
    const { separators, children } = fence
    if (children > 0) this.#writeOperator(separators[children - 1] ?? separators.at(-1) ?? '', 'separator')
    fence.children++
  }

  #writeOperator(operator: string, kind: 'fence' | 'separator') {
    const content = operator.trim()
    if (content) this.#body.push(`<mo ${kind}="true">${escapeXml(content)}</mo>`)
  }

  /**
   * Handles the structure of a page (`html`, `head`, `body` and the like). Returns whether the element was part of it.
   */
  #openStructure(frame: Frame, name: string, attributes: Record<string, string>): boolean {
    switch (name) {
      case 'html':
        this.#htmlAttributes ||= this.#attributes('html', XHTML, attributes)
        return true
      case 'body':
        this.#bodyAttributes ||= this.#attributes('body', XHTML, attributes)
        return true
      case 'head':
        return true
      case 'title':
        frame.collect = (text) => {
          this.#title ||= text.replace(/\s+/g, ' ').trim()
        }
        return true
      case 'link':
        this.#linkStyleSheet(attributes)
        return true
      case 'meta':
        this.#keepViewport(attributes)
        return true
      case 'base':
        this.#removals.add('link')
        return true
      case 'object':
      case 'embed':
        this.#showObject(frame, attributes)
        return true
      case 'input':
      case 'button':
        this.#removals.add('form')
        return true
      default:
        return false
    }
  }

  #linkStyleSheet(attributes: Record<string, string>) {
    const kinds = (attributes.rel ?? '').toLowerCase().split(/\s+/)
    if (!kinds.includes('stylesheet') || kinds.includes('alternate')) {
      if (/import|preload|prefetch|script/.test(kinds.join(' '))) this.#removals.add('remote')
      return
    }
    const href = this.#references.file(attributes.href ?? '', 'style')
    const media = attributes.media ? ` media="${escapeXml(attributes.media)}"` : ''
    if (href) this.#head.push(`<link rel="stylesheet" type="text/css" href="${escapeXml(href)}"${media}/>`)
  }

  #keepViewport({ name, content = '', 'http-equiv': command }: Record<string, string>) {
    if (name?.toLowerCase() === 'viewport') this.#head.push(`<meta name="viewport" content="${escapeXml(content)}"/>`)
    else if (command?.toLowerCase() === 'refresh') this.#removals.add('script')
  }

  /** Replaces an object by a picture or recording of the book; otherwise only its fallback content is written. */
  #showObject(frame: Frame, attributes: Record<string, string>) {
    const address = attributes.data ?? attributes.src ?? ''
    const image = address && this.#references.file(address, 'image')
    if (!image) {
      this.#removals.add('embed')
      return
    }
    const { src: _src, data: _data, alt = attributes['aria-label'] ?? '', ...others } = attributes
    this.#body.push(`<img src="${escapeXml(image)}"${this.#attributes('img', XHTML, { ...others, alt })}/>`)
    frame.dropped = true
  }

  #openStyle(frame: Frame, namespace: string, attributes: Record<string, string>) {
    const isInSvg = namespace === SVG
    const media = attributes.media ? ` media="${escapeXml(attributes.media)}"` : ''
    frame.collect = (css) => {
      const cleaned = cleanStyle(css.replace(/<!\[CDATA\[|\]\]>/g, ''), this.#references.inStyle, this.#removals)
      const sink = isInSvg ? this.#body : this.#head
      sink.push(`<style type="text/css"${media}>${escapeXml(cleaned).replaceAll('&quot;', '"')}</style>`)
    }
  }

  /** Whether an animation sets an address or a handler, as in `<animate attributeName="href" to="javascript:…">`. */
  #animatesAnAddress(name: string, attributes: Record<string, string>): boolean {
    if (!/^(animate|set)/.test(name)) return false
    const targets = Object.entries(attributes).filter(([key]) => key.toLowerCase() === 'attributename')
    if (!targets.some(([, target]) => /href|^\s*on|style/i.test(target))) return false
    this.#removals.add('animation')
    return true
  }

  #write(frame: Frame, name: string, namespace: string, attributes: Record<string, string>) {
    const xmlns =
      namespace === frame.namespace || (namespace === XHTML && frame.namespace === '') ? '' : ` xmlns="${namespace}"`
    const opening = `<${name}${xmlns}${this.#attributes(name, namespace, attributes)}`
    if (name === 'img' && !opening.includes(' src="')) {
      this.#body.push(escapeXml(attributes.alt ?? ''))
      return
    }
    frame.namespace = namespace
    if (namespace === XHTML && EMPTY_ELEMENTS.has(name)) {
      this.#body.push(`${opening}/>`)
      return
    }
    this.#body.push(`${opening}>`)
    frame.output = name
  }

  #attributes(element: string, namespace: string, attributes: Record<string, string>): string {
    const written = new Map<string, string>()
    for (const [rawName, value] of Object.entries(attributes)) {
      const name = rawName.toLowerCase()
      const [key, cleaned] = isAddress(name)
        ? this.#address(element, namespace, name, value)
        : this.#plainAttribute(element, namespace, name, value)
      if (key && cleaned !== undefined && !(name.endsWith(':href') && written.has(key))) written.set(key, cleaned)
    }
    if (namespace === XHTML && (element === 'audio' || element === 'video')) written.set('controls', 'controls')
    return [...written].map(([name, value]) => ` ${name}="${escapeXml(value)}"`).join('')
  }

  #plainAttribute(element: string, namespace: string, name: string, value: string): [name?: string, value?: string] {
    const allowed = VOCABULARIES.get(namespace)!.attributes.get(name)
    // In SVG, any attribute may hold CSS functions: `fill`, `mask`, and values of animations.
    if (allowed === 'style' || (allowed && namespace === SVG && /[(\\]/.test(value))) {
      return [allowed, cleanStyle(value, this.#references.inStyle, this.#removals).trim() || undefined]
    }
    // On other elements, `name` could shadow a property of the document: `<img name="body"/>`.
    if (allowed === 'name' && element !== 'a') return []
    if (allowed === 'hidden' || allowed === 'open' || allowed === 'controls') return [allowed, value || allowed]
    return allowed || /^aria-[a-z]+$/.test(name) ? [allowed ?? name, value] : []
  }

  /**
   * Resolves an attribute that holds an address. Rewrites `xlink:href` to SVG's plain `href`, which browsers support.
   */
  #address(element: string, namespace: string, name: string, value: string): [name?: string, value?: string] {
    const { link, file } = this.#references
    const isHref = name === 'href' || name.endsWith(':href')
    if (namespace === XHTML) {
      if (isHref) return element === 'a' || element === 'area' ? ['href', link(value)] : []
      if (name === 'src' && element === 'img') return ['src', this.#inlinedDrawing(value) ?? file(value, 'image')]
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
  #inlinedDrawing(address: string): string | undefined {
    const [, isBase64, data = ''] = DRAWING_DATA.exec(address) ?? []
    const source = isBase64 ? Buffer.from(data, 'base64').toString() : percentDecoded(data)
    if (!source) return undefined
    const { body } = sanitizeMarkup(source, this.#path, this.#references, this.#removals)
    if (!body.startsWith('<svg')) return undefined
    return `data:image/svg+xml,${encodeURIComponent(body.replace('<svg', `<svg xmlns:epub="${EPUB}"`))}`
  }

  #countHandlers(attributes: Record<string, string>) {
    for (const name of Object.keys(attributes)) if (/^on[a-z]/i.test(name)) this.#removals.add('handler')
  }
}

function percentDecoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

function isAddress(name: string) {
  return name === 'src' || name === 'poster' || name === 'href' || name.endsWith(':href')
}

function declaredPrefixes(attributes: Record<string, string>, outer: Record<string, string>): Record<string, string> {
  const declared = Object.entries(attributes).filter(([name]) => name === 'xmlns' || name.startsWith('xmlns:'))
  if (declared.length === 0) return outer
  const prefixes: Record<string, string> = Object.create(outer)
  for (const [name, uri] of declared) prefixes[name.slice(6)] = uri.trim()
  return prefixes
}

/** Resolves a tag to its namespace. `svg` and `math` are recognised even without a declaration. */
function qualify(tag: string, prefixes: Record<string, string>, parent?: Frame): { name: string; namespace: string } {
  const colon = tag.indexOf(':')
  const name = tag.slice(colon + 1)
  if (colon > 0) return { name, namespace: prefixes[tag.slice(0, colon)] ?? '' }
  const declared = prefixes['']
  const inherited = declared && VOCABULARIES.has(declared) ? declared : undefined
  if (/^svg$/i.test(name) && inherited !== SVG) return { name, namespace: SVG }
  if (/^math$/i.test(name) && inherited !== MATHML) return { name, namespace: MATHML }
  if (inherited && inherited !== XHTML) return { name, namespace: inherited }
  const around = parent?.output === 'foreignObject' ? XHTML : parent?.namespace
  const isUndeclaredDrawing = (around === SVG || around === MATHML) && parent?.prefixes[''] === declared
  if (isUndeclaredDrawing && VOCABULARIES.get(around)!.elements.has(name.toLowerCase()))
    return { name, namespace: around }
  return { name, namespace: declared && !inherited ? declared : XHTML }
}

export function escapeXml(text: string): string {
  return withoutForbidden(text).replace(
    /[&<>"]/g,
    (character) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[character]!,
  )
}

function withoutForbidden(text: string) {
  return text.toWellFormed().replace(FORBIDDEN_CHARACTERS, '')
}
