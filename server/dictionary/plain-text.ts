/** StarDict's type letters for text. Capital letters are audio and pictures. */
const MARKUP = new Set(['h', 'g', 'x', 'k', 'w'])
const TEXTS = new Set([...MARKUP, 'm', 'l', 't', 'y'])
const MAX_LETTERS = 6000
const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** Converts a definition to plain text, line by line. `types`: the dictionary's `sametypesequence`. */
export function toPlainText(bytes: Buffer, types: string): string {
  const text = Array.from(partsOf(bytes, types))
    .filter(({ type }) => TEXTS.has(type))
    .map(({ type, bytes }) => (MARKUP.has(type) ? withoutMarkup(bytes.toString('utf8')) : bytes.toString('utf8')))
    .join('\n')
  const lines = text.split(/\r?\n/).map((line) => line.replace(/\s+/g, ' ').trim())
  return lines
    .filter((line) => line !== '')
    .join('\n')
    .slice(0, MAX_LETTERS)
}

interface Part {
  type: string
  bytes: Buffer
}

/** Splits a definition into its parts, of the declared types: the last one is whatever the others leave. */
function* partsOf(bytes: Buffer, types: string): Generator<Part> {
  if (types === '') return yield* typedPartsOf(bytes)
  let rest = bytes
  for (const type of types.slice(0, -1)) {
    const part = readPart(type, rest)
    yield part
    rest = part.rest
  }
  yield { type: types.slice(-1), bytes: rest }
}

/** Splits a definition into parts that each begin with the letter of their type. */
function* typedPartsOf(bytes: Buffer): Generator<Part> {
  for (let rest = bytes; rest.length > 0; ) {
    const part = readPart(String.fromCharCode(rest[0]!), rest.subarray(1))
    yield part
    rest = part.rest
  }
}

/** Reads the first part: a text ends with a zero byte, other content begins with its length. */
function readPart(type: string, bytes: Buffer): Part & { rest: Buffer } {
  if (type === type.toLowerCase()) {
    const zero = bytes.indexOf(0)
    const end = zero < 0 ? bytes.length : zero
    return { type, bytes: bytes.subarray(0, end), rest: bytes.subarray(end + 1) }
  }
  const end = 4 + (bytes.length < 4 ? 0 : bytes.readUInt32BE())
  return { type, bytes: bytes.subarray(4, end), rest: bytes.subarray(end) }
}

/** Takes linear time: no expression reads beyond the next `<`, of which a definition may have 256 thousand. */
function withoutMarkup(markup: string): string {
  return withoutCode(markup)
    .replace(/\s+/g, ' ')
    .replace(/<(?:br|\/?(?:p|div|li|ol|ul|dd|dt|dl|h[1-6]|tr|def|ex|blockquote))\b[^<>]*>/gi, '\n')
    .replace(/<[^<>]*>/g, '')
    .replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,6}));/gi, (whole, decimal, hex, name) => {
      if (name) return NAMED[name.toLowerCase()] ?? whole
      const code = decimal ? Number(decimal) : Number.parseInt(hex, 16)
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
    })
}

/** Removes scripts and style sheets with their content. */
function withoutCode(markup: string): string {
  let isCode = false
  // Texts and tags alternate.
  const parts = markup.split(/(<\/?(?:script|style)\b[^<>]*>)/i)
  const texts = parts.filter((part, index) => {
    if (index % 2 === 0) return !isCode
    isCode = !part.startsWith('</')
    return false
  })
  return texts.join('')
}
