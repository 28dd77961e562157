import { type CSSToken, TokenType, tokenizer } from '@csstools/css-tokenizer'
import type { Removals } from '../removals.ts'
import { MATHML, SVG, XHTML } from './allowed-markup.ts'

/** The new address of a file a style asks for, or nothing when it may not have it. */
export type StyleReference = (address: string, use: 'import' | 'resource') => string | undefined

const KEPT_AT_RULES =
  /^(media|supports|font-face|page|namespace|layer|container|counter-style|font-feature-values|property|(-webkit-|-moz-)?keyframes|(top|bottom|left|right)-[a-z-]+|swash|styleset|stylistic|ornaments|annotation|character-variant)$/i
const KEPT_POSITIONS = /^(static|relative|absolute|sticky|inherit|initial|unset|revert|important)$/i
/** Ways to run code, or to fetch what a string names. */
const REFUSED_FUNCTIONS = /^(-\w+-)?(image|image-set|src|expression)$/i
const NAMESPACES = [XHTML, SVG, MATHML, 'http://www.idpf.org/2007/ops', 'http://www.w3.org/1999/xlink']
/**
 * Properties that books write, or whose values they write, as EPUB 3.0 named them while they were drafts, and as CSS names them
 * now; Firefox reads no others: https://www.w3.org/TR/epub-33/#sec-css-prefixed. WebKit before iOS 17 knows `hyphens` by the old names only.
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
/** Written as nothing but space. */
const SPACES = new Set<string>([TokenType.Whitespace, TokenType.Comment, TokenType.CDO, TokenType.CDC])
const STATEMENT_ENDS = new Set<string>([
  TokenType.Semicolon,
  TokenType.OpenCurly,
  TokenType.CloseCurly,
  TokenType.CloseParen,
  TokenType.EOF,
])

/**
 * Keeps what a style draws; takes out what it would fetch from elsewhere, run, or lay over the reader. Works for a sheet,
 * for the declarations of a `style` attribute and for one value, since it judges each token by itself: it reads the same
 * tokens as browsers (https://www.w3.org/TR/css-syntax-3/#tokenization), and need not agree with them on more.
 */
export function cleanStyle(css: string, reference: StyleReference, removals: Removals): string {
  // A browser drops a byte order mark at the start of a file, and what stood behind it would be first.
  const text = css
    .replaceAll('\ufeff', '')
    .replace(/\r\n?|\f/g, '\n')
    .replaceAll('\0', '\ufffd')
  const tokens = tokenizer({ css: text })
  const out: string[] = []
  /** Whether the next token stood behind another one than now. */
  let isApart = false
  /** Tokens looked at ahead of their turn, last first. */
  const held: CSSToken[] = []
  let isNamespace = false

  for (let token = next(); token[0] !== TokenType.EOF; token = next()) write(token)
  return out.join('')

  function next(): CSSToken {
    return held.pop() ?? tokens.nextToken()
  }

  function write(token: CSSToken) {
    const [type, raw, , , content] = token
    if (type === TokenType.Comment) put('/**/')
    else if (type === TokenType.CDO || type === TokenType.CDC) put(' ')
    else if (type === TokenType.String) put(quoted(content.value))
    else if (type === TokenType.URL) replace(placed(content.value))
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

  /** Keeps a token from joining with one it did not stand beside: `ur` and `l(` would be an address again. */
  function put(text: string) {
    if (isApart && couldJoin(out.at(-1), text)) out.push('/**/')
    out.push(text)
    isApart = false
  }

  /** Writes one text in place of another, or of nothing that stays. */
  function replace(text: string) {
    isApart = true
    if (text !== '') put(text)
    isApart = true
  }

  function writeFunction(raw: string, name: string) {
    if (/^url$/i.test(name)) replace(placed(addressInFunction()))
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

  /** Nothing at the start, where it stands in sound sheets. Elsewhere a rule that says nothing keeps its neighbours apart. */
  function writeCharset() {
    const isFirst = out.length === 0
    if (!isFirst) remove('@removed')
    skipStatement()
    if (isFirst && held.at(-1)?.[0] === TokenType.Semicolon) held.pop()
  }

  /** Only the book's own sheets, which are cleaned too, may be imported. */
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
      if (endsStatement(token)) held.push(token)
      skipStatement()
    }
  }

  function placed(address: string | undefined): string {
    if (!address) return 'none'
    if (isNamespace && NAMESPACES.includes(address)) return quoted(address)
    if (address.startsWith('#')) return `url(${quoted(address)})`
    const href = reference(address, 'resource')
    return href ? `url(${quoted(href)})` : 'none'
  }

  /** What stands in `url(…)` when it is a string. The rest of the function is given up. */
  function addressInFunction(): string | undefined {
    const first = nextOfWeight()
    let token = first
    while (token[0] !== TokenType.CloseParen && token[0] !== TokenType.EOF) token = next()
    return first[0] === TokenType.String ? first[4].value : undefined
  }

  function nextOfWeight(): CSSToken {
    let token = next()
    while (isSpace(token)) token = next()
    return token
  }

  /** `position: fixed` would stay over every page; what cannot be seen through, such as `var()`, could say so too. */
  function writePosition(raw: string) {
    const ahead = [next()]
    while (isSpace(ahead.at(-1)!)) ahead.push(next())
    const isDeclaration = ahead.at(-1)![0] === TokenType.Colon
    if (isDeclaration) {
      do ahead.push(next())
      while (isPosition(ahead.at(-1)!))
    }
    const last = ahead.at(-1)!
    if (!isDeclaration || endsStatement(last)) {
      put(raw)
      held.push(...ahead.reverse())
    } else {
      remove('')
      held.push(last)
      skipStatement()
    }
  }

  /** Under the name, and with the value, that CSS gave it in the end. */
  function writeDraft(raw: string, name: string) {
    const ahead = [next()]
    while (isSpace(ahead.at(-1)!)) ahead.push(next())
    const isDeclaration = ahead.at(-1)![0] === TokenType.Colon
    if (isDeclaration) {
      do ahead.push(next())
      while (isSpace(ahead.at(-1)!))
    }
    const value = ahead.at(-1)!
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
    held.push(...ahead.reverse())
  }

  /**
   * Up to what ends the statement, or the parentheses it stands in. That stays, so that `position`, say, and `: fixed` are
   * no more one declaration than before.
   */
  function skipStatement() {
    let token = next()
    for (let depth = 0; !endsStatement(token) || (depth > 0 && token[0] === TokenType.CloseParen); token = next()) {
      if (token[0] === TokenType.Function || token[0] === TokenType.OpenParen) depth++
      else if (token[0] === TokenType.CloseParen) depth--
    }
    held.push(token)
  }

  function remove(replacement: string) {
    removals.add('style')
    replace(replacement)
  }
}

/** Whether two texts beside each other might be read as other tokens than each by itself. White space may end an escape. */
function couldJoin(before: string | undefined, after: string): boolean {
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

/** Or the part of it that could hold a declaration. */
function endsStatement([type]: CSSToken) {
  return STATEMENT_ENDS.has(type)
}

/** A string with nothing in it that CSS, XML or HTML could take for its end. */
function quoted(text: string) {
  return `"${text.replace(/["\\<>&\x00-\x1f\x7f]/g, (character) => `\\${character.charCodeAt(0).toString(16)} `)}"`
}
