import type { FileHandle } from 'node:fs/promises'
import type { ByteRange, SourceFile } from './source-file.ts'

const BLOCK_BYTES = 1 << 20

/**
 * Appends ranges of `source` and literal bytes to `output`, through a buffer of one block. Reports the size of each
 * block written to `onCopied`.
 */
export async function copyRanges(
  output: FileHandle,
  source: SourceFile,
  parts: Iterable<ByteRange | Uint8Array>,
  signal: AbortSignal,
  onCopied: (bytes: number) => void,
): Promise<void> {
  const block = Buffer.allocUnsafe(BLOCK_BYTES)
  // Coalesces small ranges: a book of a million chunks does not cost a million writes.
  let filled = 0
  const flush = async () => {
    signal.throwIfAborted()
    await output.writeFile(block.subarray(0, filled))
    onCopied(filled)
    filled = 0
  }
  for (const part of parts) {
    const { start, end } = part instanceof Uint8Array ? { start: 0, end: part.length } : part
    for (let position = start; position < end; ) {
      const room = block.subarray(filled, filled + Math.min(end - position, BLOCK_BYTES - filled))
      if (part instanceof Uint8Array) room.set(part.subarray(position, position + room.length))
      else if ((await source.readInto(room, position)) < room.length) {
        throw new Error(`${source.path} shrank while it was read`)
      }
      position += room.length
      filled += room.length
      if (filled === BLOCK_BYTES) await flush()
    }
  }
  if (filled > 0) await flush()
}
