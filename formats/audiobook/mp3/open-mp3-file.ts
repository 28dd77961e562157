import { hashFile } from '../../content-hash.ts'
import type { Source } from '../../publication.ts'
import { audiobookManifest, nameAudiobook } from '../audiobook-manifest.ts'
import { SourceFile } from '../source-file.ts'
import { readMp3Tags } from './read-tags.ts'
import { damageSentences, scanFrames } from './scan-frames.ts'
import { findSoundRange } from './sound-range.ts'
import { writeMp3 } from './write-mp3.ts'

/** Opens an audiobook that is one MP3. */
export async function openMp3File({ path, size }: SourceFile): Promise<Source> {
  return {
    type: 'audiobook',
    extractedBytes: size,
    hash: () => hashFile(path),
    extractTo: async (folder, { signal, onProgress }) => {
      await using source = await SourceFile.open(path)
      const sound = await findSoundRange(source)
      const { index, ranges, durationSeconds, damagedBytes } = await scanFrames(source, sound, signal)
      const { cover, ...tags } = await readMp3Tags(source, sound)
      const resource = await writeMp3(folder, index, [{ path, ranges }], signal, onProgress)
      const { title, isCalledByFile } = nameAudiobook(tags.album ?? tags.title, path)
      const track = { title, start: 0, durationSeconds, chapters: tags.chapters }
      const damage = damageSentences(damagedBytes)
      return { ...audiobookManifest(title, tags, resource, [track], damage), cover, isCalledByFile }
    },
  }
}
