import { MAX_TAG_BYTES } from '../limits.ts'
import type { ByteRange, ByteSource } from '../source-file.ts'
import { tagLength } from './tag-length.ts'

const SOUND_SAMPLE_BYTES = 16 * 1024

/** Reads the parts of an MP3 that its tags are parsed from. A copy with only these parts has the same tags. */
export async function readTagBytes(source: ByteSource, sound: ByteRange) {
  const head = await source.read(0, 10)
  // A tag truncated by the end of the file still holds its first frames.
  const tag = await source.read(0, Math.min(tagLength(head), MAX_TAG_BYTES))
  const tail =
    source.size - sound.end <= MAX_TAG_BYTES ? await source.read(sound.end, source.size - sound.end) : Buffer.alloc(0)
  const sample = await source.read(sound.start, Math.min(SOUND_SAMPLE_BYTES, sound.end - sound.start))
  return { tag, sample, tail }
}
