import type { ByteRange, SourceFile } from '../source-file.ts'
import { parseTags, type Tags } from '../tags.ts'
import { readId3Chapters } from './id3-chapters.ts'
import { readId3Frames, writeId3Tag } from './id3-frames.ts'
import { readTagBytes } from './tag-bytes.ts'

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
