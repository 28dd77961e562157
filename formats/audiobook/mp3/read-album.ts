import { Refusal } from '../../refusal.ts'
import { SourceFile } from '../source-file.ts'
import { readMp3Tags } from './read-tags.ts'
import { findSoundRange } from './sound-range.ts'

/** The album that an MP3 says it is of; undefined when it says none, and when it cannot be read: its import says why. */
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
