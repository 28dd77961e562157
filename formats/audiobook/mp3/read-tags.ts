import type { Chapter } from '../chapters.ts'
import { MAX_TAG_BYTES } from '../limits.ts'
import type { ByteRange, SourceFile } from '../source-file.ts'
import { parseTags, type Tags } from '../tags.ts'
import { type Id3Frame, readFrames, readId3Frames, readId3Text, writeId3Tag } from './id3-frames.ts'
import { tagLength } from './tag-length.ts'

const SOUND_SAMPLE_BYTES = 16 * 1024

/** Reads the tags around the audio of an MP3, with the chapters of its ID3 tag. */
export async function readMp3Tags(source: SourceFile, sound: ByteRange): Promise<Tags> {
  const { tag, sample, tail } = await readTagBytes(source, sound)
  const frames = readId3Frames(tag)
  // Chapters are parsed here: music-metadata loses them, and all later frames, if one length among them is wrong.
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

async function readTagBytes(source: SourceFile, sound: ByteRange) {
  const head = await source.read(0, 10)
  // A tag truncated by the end of the file still holds its first frames.
  const tag = await source.read(0, Math.min(tagLength(head), MAX_TAG_BYTES))
  const tail =
    source.size - sound.end <= MAX_TAG_BYTES ? await source.read(sound.end, source.size - sound.end) : Buffer.alloc(0)
  const sample = await source.read(sound.start, Math.min(SOUND_SAMPLE_BYTES, sound.end - sound.start))
  return { tag, sample, tail }
}

/** Reads the CHAP frames of a tag, whose times are in milliseconds: https://id3.org/id3v2-chapters-1.0 */
function readId3Chapters(frames: Id3Frame[], version: number): Chapter[] {
  return frames.flatMap(({ id, body }) => {
    const idEnd = id === 'CHAP' ? body.indexOf(0) : -1
    if (idEnd < 0 || idEnd + 17 > body.length) return []
    const title = readFrames(body.subarray(idEnd + 17), version).find((frame) => frame.id === 'TIT2')
    return [{ start: body.readUInt32BE(idEnd + 1) / 1000, title: title ? readId3Text(title.body) : '' }]
  })
}
