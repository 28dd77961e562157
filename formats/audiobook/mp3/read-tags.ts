import { MAX_TAG_BYTES } from '../limits.ts'
import type { ByteRange, SourceFile } from '../source-file.ts'
import { parseTags, type Tags } from '../tags.ts'
import { readId3Chapters } from './id3-chapters.ts'
import { readId3Frames, writeId3Tag } from './id3-frames.ts'
import { tagLength } from './tag-length.ts'

const SOUND_SAMPLE_BYTES = 16 * 1024

/** The tags around the sound of an MP3, with the chapters of its ID3 tag. */
export async function readMp3Tags(source: SourceFile, sound: ByteRange): Promise<Tags> {
  const head = await source.read(0, 10)
  // A tag cut short by the end of the file still holds its first frames.
  const tag = await source.read(0, Math.min(tagLength(head), MAX_TAG_BYTES))
  const frames = readId3Frames(tag)
  const tail =
    source.size - sound.end <= MAX_TAG_BYTES ? await source.read(sound.end, source.size - sound.end) : Buffer.alloc(0)
  const sample = await source.read(sound.start, Math.min(SOUND_SAMPLE_BYTES, sound.end - sound.start))
  // Chapters are read here: the general reader loses them, and what follows them, when one length among them is written wrong.
  const version = tag[3] ?? 0
  const plainTag =
    frames.length > 0
      ? writeId3Tag(
          frames.filter(({ id }) => id !== 'CHAP' && id !== 'CTOC'),
          version,
        )
      : tag
  const tags = await parseTags(Buffer.concat([plainTag, sample, tail]), 'audio/mpeg')
  return { ...tags, chapters: readId3Chapters(frames, version) }
}
