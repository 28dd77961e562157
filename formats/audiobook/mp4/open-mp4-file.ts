import { hashFile } from '../../content-hash.ts'
import type { Source } from '../../publication.ts'
import { audiobookManifest, nameAudiobook } from '../audiobook-manifest.ts'
import { MAX_TAG_BYTES } from '../limits.ts'
import { SourceFile } from '../source-file.ts'
import { parseTags, type Tags } from '../tags.ts'
import { type Mp4Box, readBoxes } from './boxes.ts'
import { readMovie } from './movie.ts'
import { readMp4Chapters } from './mp4-chapters.ts'
import { box } from './write-box.ts'
import { writeMp4 } from './write-mp4.ts'

/** Opens an audiobook that is one M4B, M4A or MP4. */
export async function openMp4File({ path, size }: SourceFile): Promise<Source> {
  return {
    type: 'audiobook',
    extractedBytes: size,
    hash: () => hashFile(path),
    extractTo: async (folder, { signal, onProgress }) => {
      await using source = await SourceFile.open(path)
      const movie = await readMovie(source, signal)
      const { cover, ...tags } = await readMp4Tags(source, movie.box)
      const { chapters, areBroken } = await readMp4Chapters(source, movie)
      const resource = await writeMp4(folder, source, movie.sound, signal, onProgress)
      const { title, isCalledByFile } = nameAudiobook(tags.album ?? tags.title, path)
      const track = { title, start: 0, durationSeconds: resource.durationSeconds, chapters }
      const damage = areBroken ? ['A lista de capítulos estava danificada e ficou de fora.'] : []
      return { ...audiobookManifest(title, tags, resource, [track], damage), cover, isCalledByFile }
    },
  }
}

/** Reads the tags of an MP4: parses only the boxes that hold them, wrapped in a movie without tracks. */
async function readMp4Tags(source: SourceFile, movie: Mp4Box): Promise<Tags> {
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
