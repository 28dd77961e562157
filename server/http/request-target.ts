/**
 * Normalizes a request target as the router does: drops the authority that a proxy may send (RFC 9112, section 3.2.2)
 * and decodes unreserved characters (RFC 3986, section 6.2.2.2), so that access checks and logs see the path that
 * the router matches. The query is left as it is.
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
