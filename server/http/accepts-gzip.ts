/** Whether an answer may be compressed with gzip (RFC 9110, section 12.5.3). */
export function acceptsGzip(acceptEncoding: string | undefined): boolean {
  const weights = new Map<string, number>()
  for (const coding of (acceptEncoding ?? '').toLowerCase().split(',')) {
    const [name = '', weight = '1'] = coding.split(/;\s*q=/).map((part) => part.trim())
    weights.set(name, Number(weight))
  }
  return (weights.get('gzip') ?? weights.get('x-gzip') ?? weights.get('*') ?? 0) > 0
}
