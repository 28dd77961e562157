import { basename } from 'node:path'
import type { OpenedPublication } from '../../open.ts'
import { audiobookManifest } from '../audiobook-manifest.ts'
import { cleanFileName } from '../clean-text.ts'
import { hashFile } from '../content-hash.ts'
import { withinTimeLimit } from '../extraction-limit.ts'
import { SourceFile } from '../source-file.ts'
import { readMp3Tags } from './read-tags.ts'
import { sayDamage, scanFrames } from './scan-frames.ts'
import { findSoundRange } from './sound-range.ts'
import { writeMp3 } from './write-mp3.ts'

/** A whole book in one MP3. */
export async function openMp3File({ path }: SourceFile): Promise<OpenedPublication> {
  return {
    type: 'audiobook',
    contentHash: await hashFile(path),
    extractTo: (folder, { signal, onProgress } = {}) =>
      withinTimeLimit(signal, async (signal) => {
        await using source = await SourceFile.open(path)
        const sound = await findSoundRange(source)
        const { index, ranges, durationSeconds, damagedBytes } = await scanFrames(source, sound, signal)
        const { cover, ...tags } = await readMp3Tags(source, sound)
        const resource = await writeMp3(folder, index, [{ path, ranges }], signal, (done) => onProgress?.(done))
        const title = tags.album ?? tags.title ?? (cleanFileName(basename(path)) || 'Audiolivro')
        const track = { title, start: 0, durationSeconds, chapters: tags.chapters }
        return { manifest: audiobookManifest(title, tags, resource, [track]), cover, removed: sayDamage(damagedBytes) }
      }),
  }
}
