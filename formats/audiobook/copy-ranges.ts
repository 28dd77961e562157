import type { FileHandle } from 'node:fs/promises'
import type { ByteRange, SourceFile } from './source-file.ts'

const BLOCK_BYTES = 1 << 20

/** Appends the ranges of `source` to `output`, one block in memory at a time. `onCopied` hears how many bytes each block had. */
export async function copyRanges(
  output: FileHandle,
  source: SourceFile,
  ranges: Iterable<ByteRange>,
  signal: AbortSignal,
  onCopied: (bytes: number) => void,
): Promise<void> {
  const block = Buffer.allocUnsafe(BLOCK_BYTES)
  // Small ranges gather in the block, so a book of a million chunks is not a million writes.
  let filled = 0
  const flush = async () => {
    signal.throwIfAborted()
    await output.writeFile(block.subarray(0, filled))
    onCopied(filled)
    filled = 0
  }
  for (const { start, end } of ranges) {
    for (let position = start; position < end; ) {
      const part = block.subarray(filled, filled + Math.min(end - position, BLOCK_BYTES - filled))
      const length = await source.readInto(part, position)
      if (length < part.length) throw new Error(`${source.path} shrank while it was read`)
      position += length
      filled += length
      if (filled === BLOCK_BYTES) await flush()
    }
  }
  if (filled > 0) await flush()
}
