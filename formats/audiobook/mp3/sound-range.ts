import type { ByteRange, SourceFile } from '../source-file.ts'
import { tagLength } from './tag-length.ts'

const ID3V1_BYTES = 128
const APE_FOOTER_BYTES = 32
const MAX_LEADING_TAGS = 16

/** Finds the range between the leading and the trailing tags of an MP3. */
export async function findSoundRange(source: SourceFile): Promise<ByteRange> {
  let start = 0
  for (let tags = 0; tags < MAX_LEADING_TAGS; tags++) {
    const length = tagLength(await source.read(start, 32))
    // Ignores a tag that claims to be longer than the file: frames are then searched right after its header.
    if (length === 0 || start + length > source.size) break
    start += length
  }

  let end = source.size
  const last = await source.read(Math.max(start, end - ID3V1_BYTES), 3)
  if (last.toString('latin1') === 'TAG' && end - ID3V1_BYTES >= start) end -= ID3V1_BYTES
  const footer = await source.read(Math.max(start, end - APE_FOOTER_BYTES), APE_FOOTER_BYTES)
  if (footer.length === APE_FOOTER_BYTES && footer.toString('latin1', 0, 8) === 'APETAGEX') {
    const hasHeader = (footer.readUInt32LE(20) & 0x80000000) !== 0
    const length = footer.readUInt32LE(12) + (hasHeader ? APE_FOOTER_BYTES : 0)
    if (length <= end - start) end -= length
  }
  return { start, end }
}
