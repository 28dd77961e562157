/**
 * Memory that files are read into, again and again. Whoever stops listening in the middle holds a piece until they go on
 * or are given up: when many do, the others get smaller pieces, so that thousands of them hold no gigabytes.
 */
const SIZES = [
  { bytes: 256 * 1024, atMost: 64 },
  { bytes: 64 * 1024, atMost: 256 },
  { bytes: 16 * 1024, atMost: Number.POSITIVE_INFINITY },
].map((size) => ({ ...size, inUse: 0, spare: [] as Buffer[] }))
const SPARE_PIECES = 64

/** A piece for so many bytes, or for the first of them. */
export function takePiece(bytes: number): Buffer {
  const size = SIZES.find(({ inUse, atMost }, at) => inUse < atMost && bytes > (SIZES[at + 1]?.bytes ?? -1))
  if (!size) throw new Error('There is always a small piece')
  size.inUse++
  return size.spare.pop() ?? Buffer.allocUnsafeSlow(size.bytes)
}

/** Takes a piece back that nobody reads into or writes from any more. */
export function givePieceBack(piece: Buffer): void {
  const size = SIZES.find(({ bytes }) => bytes === piece.length)
  if (!size) return
  size.inUse--
  if (size.spare.length < SPARE_PIECES) size.spare.push(piece)
}
