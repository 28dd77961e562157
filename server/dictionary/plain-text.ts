/** StarDict's type letters for text. Capital letters are audio and pictures. */
const MARKUP = new Set(['h', 'g', 'x', 'k', 'w'])
const TEXTS = new Set([...MARKUP, 'm', 'l', 't', 'y'])
const MAX_LETTERS = 6000
const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** Converts a definition to plain text, line by line. `types`: the dictionary's `sametypesequence`. */
export function toPlainText(bytes: Buffer, types: string): string {
  const parts = types === '' ? partsWithTypes(bytes) : partsOf(bytes, types)
  const text = parts
    .filter(({ type }) => TEXTS.has(type))
    .map(({ type, bytes }) => (MARKUP.has(type) ? withoutMarkup(bytes.toString('utf8')) : bytes.toString('utf8')))
    .join('\n')
  const lines = text.split(/\r?\n/).map((line) => line.replace(/\s+/g, ' ').trim())
  return lines
    .filter((line) => line !== '')
    .join('\n')
    .slice(0, MAX_LETTERS)
}

/** Splits a definition. The last part has no terminator and no length prefix. */
function partsOf(bytes: Buffer, types: string) {
  let at = 0
  return [...types].map((type, index) => {
    const isLast = index === types.length - 1
    const isText = type === type.toLowerCase()
    const start = isText || isLast ? at : at + 4
    const end = isLast
      ? bytes.length
      : isText
        ? endOfText(bytes, at)
        : start + (at + 4 <= bytes.length ? bytes.readUInt32BE(at) : 0)
    at = isText && !isLast ? end + 1 : end
    return { type, bytes: bytes.subarray(start, end) }
  })
}

function partsWithTypes(bytes: Buffer) {
  const parts: { type: string; bytes: Buffer }[] = []
  for (let at = 0; at < bytes.length; ) {
    const type = String.fromCharCode(bytes[at]!)
    const isText = type === type.toLowerCase()
    const start = isText ? at + 1 : at + 5
    const end = isText ? endOfText(bytes, start) : start + (at + 5 <= bytes.length ? bytes.readUInt32BE(at + 1) : 0)
    parts.push({ type, bytes: bytes.subarray(start, end) })
    at = isText ? end + 1 : end
  }
  return parts
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
