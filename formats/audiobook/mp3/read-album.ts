import { Refusal } from '../../refusal.ts'
import { SourceFile } from '../source-file.ts'
import { readMp3Tags } from './read-tags.ts'
import { findSoundRange } from './sound-range.ts'

/** Reads the album tag of an MP3. Undefined without one, or for an unreadable file: its import reports the reason. */
export async function readAlbum(file: string): Promise<string | undefined> {
  try {
    await using source = await SourceFile.open(file)
    const { album } = await readMp3Tags(source, await findSoundRange(source))
    return album
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}
