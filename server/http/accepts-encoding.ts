/** Returns whether `Accept-Encoding` allows a content coding (RFC 9110, section 12.5.3). */
export function acceptsEncoding(acceptEncoding: string | undefined, coding: 'br' | 'gzip'): boolean {
  const weights = new Map<string, number>()
  for (const one of (acceptEncoding ?? '').toLowerCase().split(',')) {
    const [name = '', weight = '1'] = one.split(/;\s*q=/).map((part) => part.trim())
    weights.set(name === 'x-gzip' ? 'gzip' : name, Number(weight))
  }
  return (weights.get(coding) ?? weights.get('*') ?? 0) > 0
}
