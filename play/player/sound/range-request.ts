/** Any other answer than the requested bytes, as when the address has expired. */
export class RangeRefusal extends Error {
  override name = 'RangeRefusal'
}

/** Fetches bytes of a file, `last` included. Throws `RangeRefusal`. */
export async function fetchRange(address: string, first: number, last: number, signal: AbortSignal | null = null) {
  const response = await fetch(address, { headers: { Range: `bytes=${first}-${last}` }, signal })
  if (response.status === 206) return response
  void response.body?.cancel().catch(() => {})
  throw new RangeRefusal()
}
