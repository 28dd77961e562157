/**
 * The one spelling of a request's address, which is the router's: without the authority that a proxy may send (RFC 9112,
 * section 3.2.2), and with nothing encoded that needs no encoding (RFC 3986, section 6.2.2.2). Whoever looks at the path
 * to decide who answers, or what a log may say, then sees what the router sees. The query stays as it came.
 */
export function canonicalTarget(target: string): string {
  if (target.startsWith('/') && !target.includes('%')) return target
  const [, path = '', query = ''] = /^(?:https?:\/\/[^/?#]*)?([^?#]*)(.*)$/is.exec(target) ?? []
  const plain = path.replace(/%[0-9a-f]{2}/gi, (encoded) => {
    const character = String.fromCharCode(Number.parseInt(encoded.slice(1), 16))
    return /[\w.~-]/.test(character) ? character : encoded
  })
  return (plain || '/') + query
}
