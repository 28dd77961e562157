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

/**
 * Splits a definition into its parts: of the types that the dictionary declares, the last without a terminator or a
 * length prefix; or each with its type before it.
 */
function* partsOf(bytes: Buffer, types: string): Generator<{ type: string; bytes: Buffer }> {
  const isTyped = types === ''
  for (let at = 0, index = 0; isTyped ? at < bytes.length : index < types.length; index++) {
    const type = isTyped ? String.fromCharCode(bytes[at++]!) : types[index]!
    const isText = type === type.toLowerCase()
    const isLast = !isTyped && index === types.length - 1
    const start = isText || isLast ? at : at + 4
    const length = isText || at + 4 > bytes.length ? 0 : bytes.readUInt32BE(at)
    const end = isLast ? bytes.length : isText ? endOfText(bytes, at) : start + length
    yield { type, bytes: bytes.subarray(start, end) }
    at = isText ? end + 1 : end
  }
}

function endOfText(bytes: Buffer, from: number) {
  const end = bytes.indexOf(0, from)
  return end < 0 ? bytes.length : end
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
