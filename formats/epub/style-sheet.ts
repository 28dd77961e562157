import { type CSSToken, TokenType } from '@csstools/css-tokenizer'
import type { Removals } from '../removals.ts'
import { EPUB, MATHML, SVG, XHTML } from './namespaces.ts'
import { standardNameOf, standardValueOf } from './prefixed-properties.ts'
import { createStyleWriter, endsStatement, isSpace, quote, readTokens } from './style-tokens.ts'

/** Resolves an address in a style sheet. Undefined if it must be removed. */
export type StyleReference = (address: string, use: 'import' | 'resource') => string | undefined

const ALLOWED_AT_RULES =
  /^(media|supports|font-face|page|namespace|layer|container|counter-style|font-feature-values|property|(-webkit-|-moz-)?keyframes|(top|bottom|left|right)-[a-z-]+|swash|styleset|stylistic|ornaments|annotation|character-variant)$/i
const ALLOWED_POSITIONS = /^(static|relative|absolute|sticky|inherit|initial|unset|revert|important)$/i
/** Functions that run code, or fetch an address given as a string. */
const REFUSED_FUNCTIONS = /^(-\w+-)?(image|image-set|src|expression)$/i
const NAMESPACES = [XHTML, SVG, MATHML, EPUB, 'http://www.w3.org/1999/xlink']

/**
 * Removes CSS that fetches from elsewhere, runs code or could cover the reader's interface. Works for a sheet, the
 * declarations of a `style` attribute or one value, since it judges token by token: it needs to agree with browsers
 * only on tokens (https://www.w3.org/TR/css-syntax-3/#tokenization).
 */
export function cleanStyle(css: string, reference: StyleReference, removals: Removals): string {
  const { next, nextNonSpace, lookAhead, reconsume, skipStatement, addressInFunction } = readTokens(css)
  const { out, put, replace } = createStyleWriter()
  let isNamespace = false

  for (let token = next(); token[0] !== TokenType.EOF; token = next()) write(token)
  return out.join('')

  function write(token: CSSToken) {
    const [type, raw, , , content] = token
    if (type === TokenType.Comment) put('/**/')
    else if (type === TokenType.CDO || type === TokenType.CDC) put(' ')
    else if (type === TokenType.String) put(quote(content.value))
    else if (type === TokenType.URL) replace(resolveAddress(content.value))
    else if (type === TokenType.Function) writeFunction(raw, content.value)
    else if (type === TokenType.AtKeyword) writeAtKeyword(raw, content.value)
    else if (type === TokenType.BadString || type === TokenType.BadURL) remove('none')
    else if (type === TokenType.Ident && /^position$/i.test(content.value)) writePosition(raw)
    else if (type === TokenType.Ident) writeName(raw, content.value)
    else {
      if (endsStatement(token)) isNamespace = false
      put(raw)
    }
  }

  function writeFunction(raw: string, name: string) {
    if (/^url$/i.test(name)) replace(resolveAddress(addressInFunction()))
    else if (REFUSED_FUNCTIONS.test(name)) {
      addressInFunction()
      remove('none')
    } else put(raw)
  }

  function writeAtKeyword(raw: string, name: string) {
    if (/^charset$/i.test(name)) writeCharset()
    else if (/^import$/i.test(name)) writeImport()
    else if (ALLOWED_AT_RULES.test(name)) {
      isNamespace = /^namespace$/i.test(name)
      put(raw)
    } else remove('@removed')
  }

  /**
   * Drops `@charset` at the start. Elsewhere it is invalid, and is replaced by an unknown rule that keeps its
   * neighbours apart.
   */
  function writeCharset() {
    const isFirst = out.length === 0
    if (!isFirst) remove('@removed')
    const [end] = skipStatement()
    if (isFirst && end === TokenType.Semicolon) next()
  }

  /** Rewrites an import of one of the book's own sheets, which are cleaned too. Any other import is removed. */
  function writeImport() {
    const token = nextNonSpace()
    const [type, , , , content] = token
    let address: string | undefined
    if (type === TokenType.String || type === TokenType.URL) address = content.value
    else if (type === TokenType.Function && /^url$/i.test(content.value)) address = addressInFunction()
    const href = address && reference(address, 'import')
    if (href) replace(`@import url(${quote(href)})`)
    else {
      remove('@removed')
      if (endsStatement(token)) reconsume([token])
      skipStatement()
    }
  }

  function resolveAddress(address: string | undefined): string {
    if (!address) return 'none'
    if (isNamespace && NAMESPACES.includes(address)) return quote(address)
    if (address.startsWith('#')) return `url(${quote(address)})`
    const href = reference(address, 'resource')
    return href ? `url(${quote(href)})` : 'none'
  }

  /** Checks `position`: `fixed`, or an unknown value such as `var()`, could cover every page. */
  function writePosition(raw: string) {
    const { ahead, last, isDeclaration } = lookAhead(isPosition)
    if (!isDeclaration || endsStatement(last)) {
      put(raw)
      reconsume(ahead)
    } else {
      remove('')
      reconsume([last])
      skipStatement()
    }
  }

  /** Writes a name, and a prefixed declaration with its standard name and value. */
  function writeName(raw: string, property: string) {
    const name = standardNameOf(property)
    if (!name) return put(raw)
    const { ahead, last: value, isDeclaration } = lookAhead(isSpace)
    const standard = value[0] === TokenType.Ident && standardValueOf(name, value[4].value)
    if (isDeclaration && standard) {
      ahead.pop()
      ahead.push([TokenType.Ident, standard, value[2], value[3], { value: standard }])
    }
    const isCondition = out.findLast((text) => text.trim() !== '')?.endsWith('(')
    // WebKit before iOS 17 supports `hyphens` only with a prefix.
    const isDouble = name === 'hyphens' && value[0] === TokenType.Ident && !isCondition
    if (!isDeclaration) put(raw)
    else if (isDouble) put(`-webkit-hyphens:${value[1]};hyphens`)
    else put(name)
    reconsume(ahead)
  }

  function remove(replacement: string) {
    removals.add('style')
    replace(replacement)
  }
}

function isPosition(token: CSSToken) {
  const [type, raw, , , content] = token
  return isSpace(token) || raw === '!' || (type === TokenType.Ident && ALLOWED_POSITIONS.test(content.value))
}
