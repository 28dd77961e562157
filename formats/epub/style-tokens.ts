import { type CSSToken, TokenType, tokenizer } from '@csstools/css-tokenizer'

/** Tokens serialized as white space. */
const SPACES = new Set<string>([TokenType.Whitespace, TokenType.Comment, TokenType.CDO, TokenType.CDC])
const STATEMENT_ENDS = new Set<string>([
  TokenType.Semicolon,
  TokenType.OpenCurly,
  TokenType.CloseCurly,
  TokenType.CloseParen,
  TokenType.EOF,
])

/** Reads the tokens of a style sheet, with lookahead. */
export function readTokens(css: string) {
  // A browser drops a leading byte order mark, and the token behind it would be the first of the sheet.
  const text = css
    .replaceAll('\ufeff', '')
    .replace(/\r\n?|\f/g, '\n')
    .replaceAll('\0', '\ufffd')
  const tokens = tokenizer({ css: text })
  /** Lookahead tokens, last first. */
  const lookahead: CSSToken[] = []

  function next(): CSSToken {
    return lookahead.pop() ?? tokens.nextToken()
  }

  function nextNonSpace(): CSSToken {
    let token = next()
    while (isSpace(token)) token = next()
    return token
  }

  function reconsume(ahead: CSSToken[]) {
    // One by one: a hundred thousand arguments are too many for a call.
    for (const token of ahead.reverse()) lookahead.push(token)
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
    const first = nextNonSpace()
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
    lookahead.push(token)
    return token
  }

  return { next, nextNonSpace, lookAhead, reconsume, skipStatement, addressInFunction }
}

/** Concatenates tokens, and separates tokens that were not adjacent in the input. */
export function createStyleWriter() {
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

export function isSpace([type]: CSSToken) {
  return SPACES.has(type)
}

/** Whether the token ends a statement, or a part of a statement that could hold a declaration. */
export function endsStatement([type]: CSSToken) {
  return STATEMENT_ENDS.has(type)
}

/** Quotes a string, with everything escaped that could end it in CSS, XML or HTML. */
export function quote(text: string) {
  return `"${text.replace(/["\\<>&\x00-\x1f\x7f]/g, (character) => `\\${character.charCodeAt(0).toString(16)} `)}"`
}
