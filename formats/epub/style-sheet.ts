import type { AtRule, ChildNode, Declaration } from 'postcss'
import safeParser from 'postcss-safe-parser'
import type { Removals } from './removals.ts'

/** The new address of a file a style sheet asks for, or nothing when it may not have it. */
export type StyleReference = (address: string, use: 'import' | 'resource') => string | undefined

const KEPT_AT_RULES =
  /^(media|supports|font-face|page|namespace|layer|container|counter-style|font-feature-values|property|(-webkit-|-moz-)?keyframes|top-|bottom-|left-|right-|swash|styleset|stylistic|ornaments|annotation|character-variant)/i
const KEPT_POSITIONS = /^(static|relative|absolute|sticky|inherit|initial|unset|revert)$/i
const DANGEROUS_PROPERTIES = /^(-moz-binding|behavior|-ms-behavior)$/i
/** Ways to run code or to fetch that are not `url()`. */
const DANGEROUS_VALUES =
  /expression\s*\(|javascript:|vbscript:|-moz-binding|(^|[^\w-])(image|src|(-webkit-)?image-set)\s*\(/i
const CLOSED_STRING = /"(?:[^"\\\n\r\f]|\\[\s\S])*"|'(?:[^'\\\n\r\f]|\\[\s\S])*'/g
const URL_FUNCTION = /url\((?:\s*"([^"]*)"\s*|\s*'([^']*)'\s*|([^"')]*))\)/gi

/** Keeps what a style sheet draws; takes out what it would fetch from elsewhere, run, or lay over the reader. */
export function cleanStyleSheet(css: string, reference: StyleReference, removals: Removals): string {
  const root = safeParser(css.replace(/<!--|-->/g, ' '), { map: false })
  root.walk((node) => clean(node, reference, removals))
  return root.toString()
}

/** The same for a `style` attribute. */
export function cleanDeclarations(style: string, reference: StyleReference, removals: Removals): string {
  const root = safeParser(style, { map: false })
  root.each((node) => {
    if (node.type === 'decl') clean(node, reference, removals)
    else node.remove()
  })
  return root.toString().trim()
}

function clean(node: ChildNode, reference: StyleReference, removals: Removals) {
  if (node.type === 'comment') node.remove()
  else if (node.type === 'rule' && hasOpenString(node.selector)) drop(node, removals)
  else if (node.type === 'decl') cleanDeclaration(node, reference, removals)
  else if (node.type === 'atrule') cleanAtRule(node, reference, removals)
}

function cleanDeclaration(declaration: Declaration, reference: StyleReference, removals: Removals) {
  const property = unescapeCss(declaration.prop)
  const isFixed = /^position$/i.test(property) && !KEPT_POSITIONS.test(declaration.value.trim())
  const value = DANGEROUS_PROPERTIES.test(property) || isFixed ? undefined : cleanValue(declaration.value, reference)
  if (value === undefined) return drop(declaration, removals)
  delete declaration.raws.value
  declaration.value = value
}

/** One value, alone as in SVG's `fill` and `filter` attributes or of a declaration; nothing when it may not be kept. */
export function cleanValue(value: string, reference: StyleReference): string | undefined {
  if (hasOpenString(value)) return undefined
  const plain = unescapeCss(value)
  if (DANGEROUS_VALUES.test(plain)) return undefined
  // Escapes that spell a function name are nobody's honest style.
  if (/url\s*\(/i.test(plain) && count(plain) !== count(value)) return undefined
  if (count(value) !== (value.match(URL_FUNCTION)?.length ?? 0)) return undefined
  return value.replace(URL_FUNCTION, (_all, double, single, bare) => {
    const address = unescapeCss(double ?? single ?? bare ?? '').trim()
    if (address.startsWith('#')) return `url("${quoted(address)}")`
    const href = address && reference(address, 'resource')
    return href ? `url("${quoted(href)}")` : 'none'
  })
}

function count(value: string) {
  return value.match(/url\s*\(/gi)?.length ?? 0
}

function cleanAtRule(rule: AtRule, reference: StyleReference, removals: Removals) {
  const name = unescapeCss(rule.name)
  if (/^charset$/i.test(name)) return rule.remove()
  if (/^import$/i.test(name)) return cleanImport(rule, reference, removals)
  const fetches = /url\s*\(|src\s*\(/i.test(unescapeCss(rule.params)) && !/^namespace$/i.test(name)
  if (!KEPT_AT_RULES.test(name) || fetches || hasOpenString(rule.params)) drop(rule, removals)
}

/** Only the book's own sheets, which are cleaned too, may be imported. */
function cleanImport(rule: AtRule, reference: StyleReference, removals: Removals) {
  const found = /^(?:url\(\s*)?(?:"([^"]*)"|'([^']*)'|([^\s"')]+))\s*\)?\s*([\w\s(),:.-]*)$/i.exec(rule.params)
  const address = found && unescapeCss(found[1] ?? found[2] ?? found[3] ?? '')
  const href = address && !rule.nodes && reference(address, 'import')
  if (!href) return drop(rule, removals)
  delete rule.raws.params
  rule.params = `url("${quoted(href)}") ${found[4] ?? ''}`.trim()
}

function drop(node: ChildNode, removals: Removals) {
  removals.add('style')
  node.remove()
}

/** A string that a line break ends is read differently by browsers: what we take for its text could be a declaration. */
function hasOpenString(css: string) {
  return /["']/.test(css.replace(CLOSED_STRING, ''))
}

function unescapeCss(text: string): string {
  return text.replace(/\\(?:([0-9a-f]{1,6})[ \t\r\n\f]?|(\r\n|[\n\r\f])|(.))/gi, (_all, hex, newline, character) => {
    if (newline) return ''
    if (!hex) return character
    const code = Number.parseInt(hex, 16)
    return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : '\ufffd'
  })
}

function quoted(address: string) {
  return address.replace(/["\\\n\r\f]/g, (character) => encodeURIComponent(character))
}
