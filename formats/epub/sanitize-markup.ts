import { decodeHTMLStrict } from 'entities'
import { XMLValidator } from 'fast-xml-parser'
import { Parser } from 'htmlparser2'
import { Refusal } from '../refusal.ts'
import type { Removals } from '../removals.ts'
import { DROPPED_WITH_CONTENT, EMPTY_ELEMENTS, VOCABULARIES } from './allowed-markup.ts'
import { dropDoctype } from './doctype.ts'
import { type Fence, openFence } from './mathml-fence.ts'
import { EPUB, MATHML, type Prefixes, prefixesOf, SVG, USUAL_PREFIXES, XHTML } from './namespaces.ts'
import { createPageHead } from './page-head.ts'
import { createAttributeSanitizer, type MarkupReferences } from './sanitize-attributes.ts'
import { escapeXml, withoutForbidden } from './xml.ts'

const MAX_DEPTH = 256
const MAX_ATTRIBUTES = 256
/** A tag that Namespaces in XML forbids; the validator accepts it. */
const TWO_COLONS = /<[^\s<>"'/:]+:[^\s<>"'/:]*:/

export interface SanitizedMarkup {
  /** Well-formed XHTML, SVG and MathML, without the document's `html`, `head` and `body` tags. */
  body: string
  /** Style sheets and the viewport, in order. */
  head: string
  title: string
  wordCount: number
  /** Serialized attributes, such as `lang`, `dir` and `class`. */
  htmlAttributes: string
  bodyAttributes: string
}

/**
 * Rebuilds a chapter or a drawing from allowed elements and attributes only, so that an XML parser reads exactly the
 * checked tree. Parses well-formed files as XML; others as HTML, and reports them.
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
  const writer = createMarkupWriter(path, references, removals)
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
  prefixes: Prefixes
  /** Namespace of the nearest written element. */
  namespace: string
  /** Neither the element nor its content is written. */
  dropped: boolean
  /** Receives its text when it closes, instead of the output. */
  collect?: (text: string) => void
  collected: string
  /** For `epub:switch`: a case was chosen. */
  chosen?: boolean
  /** For MathML's `mfenced`. */
  fence?: Fence
}

/** A page as far as it is written. */
interface Page {
  body: string[]
  head: ReturnType<typeof createPageHead>
  htmlAttributes: string
  bodyAttributes: string
  references: MarkupReferences
  removals: Removals
  sanitizeAttributes: ReturnType<typeof createAttributeSanitizer>
}

function createMarkupWriter(path: string, references: MarkupReferences, removals: Removals) {
  const stack: Frame[] = []
  const body: string[] = []
  const head = createPageHead(references, removals)
  const sanitizeDrawing = (source: string) => sanitizeMarkup(source, path, references, removals).body
  const sanitizeAttributes = createAttributeSanitizer(references, removals, sanitizeDrawing)
  const page: Page = { body, head, htmlAttributes: '', bodyAttributes: '', references, removals, sanitizeAttributes }
  let wordCount = 0

  function open(tag: string, attributes: Record<string, string>) {
    if (stack.length >= MAX_DEPTH) throw new Refusal(`“${path}” tem elementos aninhados demais.`)
    if (Object.keys(attributes).length > MAX_ATTRIBUTES) {
      throw new Refusal(`“${path}” tem um elemento com atributos demais.`)
    }
    const parent = stack.at(-1)
    const prefixes = prefixesOf(attributes, parent?.prefixes ?? USUAL_PREFIXES)
    const { name, namespace } = qualify(tag, prefixes, parent)
    const frame: Frame = {
      prefixes,
      namespace: parent?.namespace ?? '',
      dropped: (parent?.dropped ?? false) || parent?.collect !== undefined,
      collected: '',
    }
    stack.push(frame)
    for (const key of Object.keys(attributes)) if (/^on[a-z]/i.test(key)) removals.add('handler')
    if (frame.dropped) {
      if (name.toLowerCase() === 'script') removals.add('script')
      return
    }
    if (namespace === EPUB) return openInSwitch(frame, parent, name, attributes)
    openElement(frame, name, namespace, attributes)
  }

  function text(content: string) {
    const frame = stack.at(-1)
    if (frame?.dropped) return
    if (frame?.collect) frame.collected += content
    else {
      for (const _ of content.matchAll(/\S+/g)) wordCount++
      body.push(escapeXml(content))
    }
  }

  function close() {
    const frame = stack.pop()
    if (!frame) return
    frame.collect?.(frame.collected)
    if (frame.fence) body.push(frame.fence.closing)
    if (frame.output) body.push(`</${frame.output}>`)
  }

  function openElement(frame: Frame, rawName: string, namespace: string, attributes: Record<string, string>) {
    const lowerName = rawName.toLowerCase()
    const removal = DROPPED_WITH_CONTENT.get(lowerName)
    if (removal) {
      removals.add(removal)
      frame.dropped = true
      return
    }
    if (lowerName === 'style') {
      frame.collect = (css) => head.addStyle(css, attributes, namespace === SVG ? body : undefined)
      return
    }
    if (namespace === XHTML && openStructure(page, frame, lowerName, attributes)) return
    const name = VOCABULARIES.get(namespace)?.elements.get(lowerName)
    const isUnsafe = name !== undefined && animatesAnAddress(name, attributes)
    if (isUnsafe) removals.add('animation')
    if (!name || isUnsafe) {
      // Text in a drawing's metadata and in foreign vocabularies is not for reading.
      frame.dropped = frame.namespace === SVG || frame.namespace === MATHML
      return
    }
    const separator = stack.at(-2)?.fence?.beforeChild()
    if (separator) body.push(separator)
    if (namespace !== MATHML || name !== 'mfenced') return write(page, frame, name, namespace, attributes)
    frame.fence = openFence(attributes)
    write(page, frame, 'mrow', MATHML, frame.fence.attributes)
    body.push(frame.fence.opening)
  }

  return {
    open,
    text,
    close,
    result(): SanitizedMarkup {
      const { htmlAttributes, bodyAttributes } = page
      return { body: body.join('').trim(), ...head.result(), wordCount, htmlAttributes, bodyAttributes }
    },
  }
}

/** Handles the structure of a page (`html`, `head`, `body` and the like). Returns whether the element was part of it. */
function openStructure(page: Page, frame: Frame, name: string, attributes: Record<string, string>): boolean {
  const { head, removals, sanitizeAttributes } = page
  switch (name) {
    case 'html':
      page.htmlAttributes ||= sanitizeAttributes('html', XHTML, attributes)
      return true
    case 'body':
      page.bodyAttributes ||= sanitizeAttributes('body', XHTML, attributes)
      return true
    case 'head':
      return true
    case 'title':
      frame.collect = head.setTitle
      return true
    case 'link':
      head.linkStyleSheet(attributes)
      return true
    case 'meta':
      head.addViewport(attributes)
      return true
    case 'base':
      removals.add('link')
      return true
    case 'object':
    case 'embed':
      showObject(page, frame, attributes)
      return true
    case 'input':
    case 'button':
      removals.add('form')
      return true
    default:
      return false
  }
}

/** Replaces an object by a picture or recording of the book; otherwise only its fallback content is written. */
function showObject(page: Page, frame: Frame, attributes: Record<string, string>) {
  const { body, references, removals, sanitizeAttributes } = page
  const address = attributes.data ?? attributes.src ?? ''
  const image = address && references.file(address, 'image')
  if (!image) {
    removals.add('embed')
    return
  }
  const { src: _src, data: _data, alt = attributes['aria-label'] ?? '', ...others } = attributes
  body.push(`<img src="${escapeXml(image)}"${sanitizeAttributes('img', XHTML, { ...others, alt })}/>`)
  frame.dropped = true
}

function write(page: Page, frame: Frame, name: string, namespace: string, attributes: Record<string, string>) {
  const { body, sanitizeAttributes } = page
  const xmlns =
    namespace === frame.namespace || (namespace === XHTML && frame.namespace === '') ? '' : ` xmlns="${namespace}"`
  const opening = `<${name}${xmlns}${sanitizeAttributes(name, namespace, attributes)}`
  if (name === 'img' && !opening.includes(' src="')) {
    body.push(escapeXml(attributes.alt ?? ''))
    return
  }
  frame.namespace = namespace
  if (namespace === XHTML && EMPTY_ELEMENTS.has(name)) {
    body.push(`${opening}/>`)
    return
  }
  body.push(`${opening}>`)
  frame.output = name
}

/**
 * Keeps the first case of an `epub:switch` that browsers can render, or the default:
 * https://idpf.org/epub/301/spec/epub-contentdocs.html#sec-xhtml-content-switch
 */
function openInSwitch(frame: Frame, parent: Frame | undefined, name: string, attributes: Record<string, string>) {
  if (name === 'case') {
    const drawable = [MATHML, SVG].includes(attributes['required-namespace'] ?? '') && parent && !parent.chosen
    if (drawable) parent.chosen = true
    frame.dropped = !drawable
  } else if (name === 'default') frame.dropped = parent?.chosen ?? false
  else frame.dropped = name !== 'switch'
}

/** Whether an animation sets an address or a handler, as in `<animate attributeName="href" to="javascript:…">`. */
function animatesAnAddress(name: string, attributes: Record<string, string>): boolean {
  if (!/^(animate|set)/.test(name)) return false
  return Object.entries(attributes).some(
    ([key, target]) => key.toLowerCase() === 'attributename' && /href|^\s*on|style/i.test(target),
  )
}

/** Resolves a tag to its namespace. `svg` and `math` are recognised even without a declaration. */
function qualify(tag: string, prefixes: Prefixes, parent?: Frame): { name: string; namespace: string } {
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
