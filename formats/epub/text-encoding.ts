/**
 * Decodes an XML, HTML or CSS file: by byte order mark, then by its declaration, then as UTF-8, and finally as
 * Windows-1252. https://www.w3.org/TR/xml/#sec-guessing
 */
export function decodeText(bytes: Uint8Array): string {
  const isLittleEndian = utf32Order(bytes)
  if (isLittleEndian !== undefined) return decodeUtf32(bytes, isLittleEndian).toWellFormed()
  const mark = byteOrderMark(bytes)
  if (mark?.startsWith('utf-16')) return new TextDecoder(mark).decode(bytes).toWellFormed()
  const text = decodeAs(mark ?? declaredEncoding(bytes) ?? 'utf-8', bytes) ?? decodeAs('utf-8', bytes)
  return (text ?? new TextDecoder('windows-1252').decode(bytes)).toWellFormed()
}

function byteOrderMark(bytes: Uint8Array): string | undefined {
  const [first, second, third, fourth] = bytes
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  if (first === 0x3c && second === 0 && third !== 0 && fourth === 0) return 'utf-16le'
  if (first === 0 && second === 0x3c && third === 0) return 'utf-16be'
  return undefined
}

/**
 * Detects UTF-32, which starts like UTF-16 and which browsers do not support. Returns whether it is little-endian, or
 * undefined if it is not UTF-32.
 */
function utf32Order([first, second, third, fourth]: Uint8Array): boolean | undefined {
  if (second === 0 && first === 0)
    return (third === 0xfe && fourth === 0xff) || (third === 0 && fourth === 0x3c) ? false : undefined
  if (third !== 0 || fourth !== 0) return undefined
  return (first === 0xff && second === 0xfe) || (first === 0x3c && second === 0) ? true : undefined
}

function decodeUtf32(bytes: Uint8Array, isLittleEndian: boolean): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let text = ''
  for (let offset = 0; offset + 4 <= bytes.length; offset += 4) {
    const code = view.getUint32(offset, isLittleEndian)
    text += code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd'
  }
  return text.replace(/^\ufeff/, '')
}

function declaredEncoding(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.subarray(0, 1024)).toString('latin1')
  const declared =
    /^\s*<\?xml[^>]*?encoding\s*=\s*["']([\w.:-]+)/i.exec(start) ??
    /<meta[^>]+charset\s*=\s*["']?([\w.:-]+)/i.exec(start) ??
    /^@charset "([\w.:-]+)"/i.exec(start)
  return declared?.[1]
}

/** Undefined for bytes that are not in the encoding, and for an unknown one. */
function decodeAs(label: string, bytes: Uint8Array): string | undefined {
  try {
    const decoder = new TextDecoder(label, { fatal: true })
    // A file that declares UTF-16 in readable ASCII cannot be UTF-16.
    return decoder.encoding.startsWith('utf-16') ? undefined : decoder.decode(bytes)
  } catch {
    return undefined
  }
}
