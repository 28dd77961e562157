/**
 * A pool of buffers that files are read into. A client that stops reading holds its buffer until it goes on or times
 * out: when many do, others get smaller buffers, so that thousands of them do not add up to gigabytes.
 */
const SIZES = [
  { bytes: 256 * 1024, atMost: 64 },
  { bytes: 64 * 1024, atMost: 256 },
  { bytes: 16 * 1024, atMost: Number.POSITIVE_INFINITY },
].map((size) => ({ ...size, inUse: 0, spare: [] as Buffer[] }))
const SPARE_BUFFERS = 64

/** Acquires a buffer of at most `bytes`; it may be smaller. Release it with `releaseBuffer`. */
export function acquireBuffer(bytes: number): Buffer {
  const size = SIZES.find(({ inUse, atMost }, at) => inUse < atMost && bytes > (SIZES[at + 1]?.bytes ?? -1))
  if (!size) throw new Error('There is always a small buffer')
  size.inUse++
  return size.spare.pop() ?? Buffer.allocUnsafeSlow(size.bytes)
}

/** Releases a buffer that is no longer read or written. */
export function releaseBuffer(buffer: Buffer): void {
  const size = SIZES.find(({ bytes }) => bytes === buffer.length)
  if (!size) return
  size.inUse--
  if (size.spare.length < SPARE_BUFFERS) size.spare.push(buffer)
}
