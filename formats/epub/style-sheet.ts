import { type CSSToken, TokenType, tokenizer } from '@csstools/css-tokenizer'
import type { Removals } from '../removals.ts'
import { EPUB, MATHML, SVG, XHTML } from './namespaces.ts'

/** Resolves an address in a style sheet. Undefined if it must be removed. */
export type StyleReference = (address: string, use: 'import' | 'resource') => string | undefined

const KEPT_AT_RULES =
  /^(media|supports|font-face|page|namespace|layer|container|counter-style|font-feature-values|property|(-webkit-|-moz-)?keyframes|(top|bottom|left|right)-[a-z-]+|swash|styleset|stylistic|ornaments|annotation|character-variant)$/i
const KEPT_POSITIONS = /^(static|relative|absolute|sticky|inherit|initial|unset|revert|important)$/i
/** Functions that run code, or fetch an address given as a string. */
const REFUSED_FUNCTIONS = /^(-\w+-)?(image|image-set|src|expression)$/i
const NAMESPACES = [XHTML, SVG, MATHML, EPUB, 'http://www.w3.org/1999/xlink']
/**
 * Prefixed properties and values of EPUB 3.0, which books still use, and their standard names, the only ones that
 * Firefox supports: https://www.w3.org/TR/epub-33/#sec-css-prefixed. WebKit before iOS 17 supports `hyphens` only with
 * a prefix.
 */
const STANDARD_NAMES: Record<string, string> = {
  '-webkit-writing-mode': 'writing-mode',
  '-epub-writing-mode': 'writing-mode',
  '-epub-text-orientation': 'text-orientation',
  '-epub-text-combine': 'text-combine-upright',
  '-epub-text-combine-horizontal': 'text-combine-upright',
  '-epub-text-emphasis': 'text-emphasis',
  '-epub-text-emphasis-color': 'text-emphasis-color',
  '-epub-text-emphasis-position': 'text-emphasis-position',
  '-epub-text-emphasis-style': 'text-emphasis-style',
  '-epub-text-underline-position': 'text-underline-position',
  '-epub-text-align-last': 'text-align-last',
  '-epub-text-transform': 'text-transform',
  'text-transform': 'text-transform',
  '-epub-line-break': 'line-break',
  '-epub-word-break': 'word-break',
  '-epub-ruby-position': 'ruby-position',
  '-epub-hyphens': 'hyphens',
}
const STANDARD_VALUES: Record<string, Record<string, string>> = {
  'text-orientation': {
    'vertical-right': 'mixed',
    'sideways-right': 'sideways',
    'rotate-right': 'sideways',
    'rotate-normal': 'sideways',
  },
  'text-combine-upright': { horizontal: 'all' },
  'text-underline-position': { alphabetic: 'auto' },
  'text-transform': { '-epub-fullwidth': 'full-width' },
}
/** Tokens serialized as white space. */
const SPACES = new Set<string>([TokenType.Whitespace, TokenType.Comment, TokenType.CDO, TokenType.CDC])
const STATEMENT_ENDS = new Set<string>([
  TokenType.Semicolon,
  TokenType.OpenCurly,
  TokenType.CloseCurly,
  TokenType.CloseParen,
  TokenType.EOF,
])

/**
 * Removes from CSS whatever fetches from elsewhere, runs code or could cover the reader's interface, and keeps the
 * rest. Works for a sheet, the declarations of a `style` attribute or one value, since it judges token by token: it
 * needs to agree with browsers only on tokens (https://www.w3.org/TR/css-syntax-3/#tokenization).
 */
export function cleanStyle(css: string, reference: StyleReference, removals: Removals): string {
  const { next, nextOfWeight, lookAhead, giveBack, skipStatement, addressInFunction } = readTokens(css)
  const { out, put, replace } = createStyleWriter()
  let isNamespace = false

  for (let token = next(); token[0] !== TokenType.EOF; token = next()) write(token)
  return out.join('')

  function write(token: CSSToken) {
    const [type, raw, , , content] = token
    if (type === TokenType.Comment) put('/**/')
    else if (type === TokenType.CDO || type === TokenType.CDC) put(' ')
    else if (type === TokenType.String) put(quoted(content.value))
    else if (type === TokenType.URL) replace(resolveAddress(content.value))
    else if (type === TokenType.Function) writeFunction(raw, content.value)
    else if (type === TokenType.AtKeyword) writeAtKeyword(raw, content.value)
    else if (type === TokenType.BadString || type === TokenType.BadURL) remove('none')
    else if (type === TokenType.Ident && /^position$/i.test(content.value)) writePosition(raw)
    else if (type === TokenType.Ident && Object.hasOwn(STANDARD_NAMES, content.value.toLowerCase())) {
      writeDraft(raw, STANDARD_NAMES[content.value.toLowerCase()]!)
    } else {
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
    else if (KEPT_AT_RULES.test(name)) {
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
    const token = nextOfWeight()
    const [type, , , , content] = token
    let address: string | undefined
    if (type === TokenType.String || type === TokenType.URL) address = content.value
    else if (type === TokenType.Function && /^url$/i.test(content.value)) address = addressInFunction()
    const href = address && reference(address, 'import')
    if (href) replace(`@import url(${quoted(href)})`)
    else {
      remove('@removed')
      if (endsStatement(token)) giveBack([token])
      skipStatement()
    }
  }

  function resolveAddress(address: string | undefined): string {
    if (!address) return 'none'
    if (isNamespace && NAMESPACES.includes(address)) return quoted(address)
    if (address.startsWith('#')) return `url(${quoted(address)})`
    const href = reference(address, 'resource')
    return href ? `url(${quoted(href)})` : 'none'
  }

  /** Checks `position`: `fixed`, or an unknown value such as `var()`, could cover every page. */
  function writePosition(raw: string) {
    const { ahead, last, isDeclaration } = lookAhead(isPosition)
    if (!isDeclaration || endsStatement(last)) {
      put(raw)
      giveBack(ahead)
    } else {
      remove('')
      giveBack([last])
      skipStatement()
    }
  }

  /** Writes a prefixed declaration with its standard name and value. */
  function writeDraft(raw: string, name: string) {
    const { ahead, last: value, isDeclaration } = lookAhead(isSpace)
    const standard = value[0] === TokenType.Ident && STANDARD_VALUES[name]?.[value[4].value.toLowerCase()]
    if (isDeclaration && standard) {
      ahead.pop()
      ahead.push([TokenType.Ident, standard, value[2], value[3], { value: standard }])
    }
    const isCondition = out.findLast((text) => text.trim() !== '')?.endsWith('(')
    const isDouble = name === 'hyphens' && value[0] === TokenType.Ident && !isCondition
    if (!isDeclaration) put(raw)
    else if (isDouble) put(`-webkit-hyphens:${value[1]};hyphens`)
    else put(name)
    giveBack(ahead)
  }

  function remove(replacement: string) {
    removals.add('style')
    replace(replacement)
  }
}

/** Reads the tokens of a style sheet, with lookahead. */
function readTokens(css: string) {
  // A browser drops a leading byte order mark, and the token behind it would be the first of the sheet.
  const text = css
    .replaceAll('\ufeff', '')
    .replace(/\r\n?|\f/g, '\n')
    .replaceAll('\0', '\ufffd')
  const tokens = tokenizer({ css: text })
  /** Lookahead tokens, last first. */
  const held: CSSToken[] = []

  function next(): CSSToken {
    return held.pop() ?? tokens.nextToken()
  }

  function nextOfWeight(): CSSToken {
    let token = next()
    while (isSpace(token)) token = next()
    return token
  }

  function giveBack(ahead: CSSToken[]) {
    held.push(...ahead.reverse())
  }

  /**
   * Reads, after a name, to the next token that is not white space; when it is the colon of a declaration, reads past
   * it and past the skipped tokens.
   */
  function lookAhead(isSkipped: (token: CSSToken) => boolean) {
    const ahead = [next()]
    while (isSpace(ahead.at(-1)!)) ahead.push(next())
    const isDeclaration = ahead.at(-1)![0] === TokenType.Colon
    if (isDeclaration) {
      do ahead.push(next())
      while (isSkipped(ahead.at(-1)!))
    }
    return { ahead, last: ahead.at(-1)!, isDeclaration }
  }

  /** Reads the string in `url(…)`, and skips the rest of the function. */
  function addressInFunction(): string | undefined {
    const first = nextOfWeight()
    let token = first
    while (token[0] !== TokenType.CloseParen && token[0] !== TokenType.EOF) token = next()
    return first[0] === TokenType.String ? first[4].value : undefined
  }

  /**
   * Skips to the end of the statement, or of the enclosing parentheses. Returns the end token, which is the next one
   * still, so that `position` and `: fixed`, for example, cannot become one declaration.
   */
  function skipStatement(): CSSToken {
    let token = next()
    for (let depth = 0; !endsStatement(token) || (depth > 0 && token[0] === TokenType.CloseParen); token = next()) {
      if (token[0] === TokenType.Function || token[0] === TokenType.OpenParen) depth++
      else if (token[0] === TokenType.CloseParen) depth--
    }
    held.push(token)
    return token
  }

  return { next, nextOfWeight, lookAhead, giveBack, skipStatement, addressInFunction }
}

/** Writes texts one after another, and separates those that were not adjacent in the input. */
function createStyleWriter() {
  const out: string[] = []
  /** Whether the next token is not adjacent to the last one in the input. */
  let isApart = false

  /** Writes a token, separated from a new neighbour that it could join: `ur` and `l(` would become an address. */
  function put(text: string) {
    if (isApart && couldMergeTokens(out.at(-1), text)) out.push('/**/')
    out.push(text)
    isApart = false
  }

  /** Writes replacement text, possibly empty, separated from both neighbours. */
  function replace(text: string) {
    isApart = true
    if (text !== '') put(text)
    isApart = true
  }

  return { out: out as readonly string[], put, replace }
}

/** Whether two adjacent texts could tokenize otherwise than each alone. White space may end an escape. */
function couldMergeTokens(before: string | undefined, after: string): boolean {
  if (before === undefined || /^(\s+|[;:,{})]|\/\*\*\/|".*"|url\(".*"\))$/s.test(before)) return false
  return !/^[;,{})"]/.test(after) && (before.includes('\\') || !/^\s/.test(after))
}

function isSpace([type]: CSSToken) {
  return SPACES.has(type)
}

function isPosition(token: CSSToken) {
  const [type, raw, , , content] = token
  return isSpace(token) || raw === '!' || (type === TokenType.Ident && KEPT_POSITIONS.test(content.value))
}

/** Whether the token ends a statement, or a part of one that could hold a declaration. */
function endsStatement([type]: CSSToken) {
  return STATEMENT_ENDS.has(type)
}

/** Quotes a string, with everything escaped that could end it in CSS, XML or HTML. */
function quoted(text: string) {
  return `"${text.replace(/["\\<>&\x00-\x1f\x7f]/g, (character) => `\\${character.charCodeAt(0).toString(16)} `)}"`
}
