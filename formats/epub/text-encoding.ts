/**
 * The text of an XML, HTML or CSS file: by byte order mark, else as it declares itself, else UTF-8, and Windows-1252
 * when it is not even that. https://www.w3.org/TR/xml/#sec-guessing
 */
export function decodeText(bytes: Uint8Array): string {
  const label = byteOrderMark(bytes) ?? declaredEncoding(bytes) ?? 'utf-8'
  return decodeAs(label, bytes).toWellFormed()
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

function declaredEncoding(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.subarray(0, 1024)).toString('latin1')
  const declared =
    /^\s*<\?xml[^>]*?encoding\s*=\s*["']([\w.:-]+)/i.exec(start) ??
    /<meta[^>]+charset\s*=\s*["']?([\w.:-]+)/i.exec(start) ??
    /^@charset "([\w.:-]+)"/i.exec(start)
  // An eight-bit file that says it is UTF-16 could not have been read as far as its declaration.
  return declared && !/^utf-?16/i.test(declared[1]!) ? declared[1] : undefined
}

function decodeAs(label: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes)
  } catch {
    const utf16 = label.startsWith('utf-16')
    return new TextDecoder(utf16 ? label : 'windows-1252').decode(bytes)
  }
}
