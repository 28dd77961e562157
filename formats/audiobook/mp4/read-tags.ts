import { MAX_TAG_BYTES } from '../limits.ts'
import type { SourceFile } from '../source-file.ts'
import { parseTags, type Tags } from '../tags.ts'
import { type Box, readBoxes } from './boxes.ts'
import { box } from './write-box.ts'

/** Reads the tags of an MP4: parses only the boxes that hold them, wrapped in a movie without tracks. */
export async function readMp4Tags(source: SourceFile, movie: Box): Promise<Tags> {
  const parts: Buffer[] = []
  let bytes = 0
  for (const { type, start, end } of await readBoxes(source, movie)) {
    const isTag = type === 'udta' || type === 'meta'
    bytes += isTag ? end - start : 0
    if (isTag && bytes <= MAX_TAG_BYTES) parts.push(await source.read(start, end - start))
  }
  const fileType = box('ftyp', Buffer.from('M4A \0\0\0\0M4A mp42isom', 'latin1'))
  return parseTags(Buffer.concat([fileType, box('moov', ...parts)]), 'audio/mp4')
}
