export type PathTarget =
  | { kind: 'inside'; path: string; fragment: string }
  /** `http:`, `https:` and protocol-relative URLs. */
  | { kind: 'remote'; url: string }
  | { kind: 'other'; scheme: string; url: string }

/** Resolves an address against the file at `from`. A path that climbs above the book's root stays at the root. */
export function resolveTarget(from: string, address: string): PathTarget {
  const url = address.replace(/[\x00-\x20\x7f]+/g, (space) => (space.includes(' ') ? ' ' : '')).trim()
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(url)?.[1]?.toLowerCase()
  if (scheme === 'http' || scheme === 'https') return { kind: 'remote', url }
  if (/^[\\/]{2}/.test(url)) return { kind: 'remote', url: `https:${url}` }
  if (scheme) return { kind: 'other', scheme, url }
  const [, pathname = '', fragment = ''] = /^([^#?]*)(?:\?[^#]*)?(?:#(.*))?$/s.exec(url) ?? []
  return { kind: 'inside', path: pathname ? joinPath(from, decode(pathname)) : from, fragment: decode(fragment) }
}

function joinPath(from: string, relative: string): string {
  const segments = relative.startsWith('/') ? [] : from.split('/').slice(0, -1)
  for (const segment of relative.split('/')) {
    if (segment === '..') segments.pop()
    else if (segment && segment !== '.') segments.push(segment)
  }
  return segments.join('/')
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Computes the shortest relative address from one extracted file to another. */
export function relativeHref(from: string, to: string): string {
  const start = from.split('/').slice(0, -1)
  const end = to.split('/')
  let shared = 0
  while (shared < start.length && shared < end.length - 1 && start[shared] === end[shared]) shared++
  return [...start.slice(shared).map(() => '..'), ...end.slice(shared)].join('/')
}
