import { basename } from 'node:path'
import { readMp3Tags } from '@estante/formats/audiobook/mp3/read-tags.ts'
import { findSoundRange } from '@estante/formats/audiobook/mp3/sound-range.ts'
import { SourceFile } from '@estante/formats/audiobook/source-file.ts'
import { Refusal } from '@estante/formats/refusal.ts'

/**
 * Whether the files of a folder are the tracks of one audiobook: two or more, all MP3, and all of one album; or, where
 * some do not name their album, numbered one after another. Otherwise each is a book by itself.
 */
export async function isTrackList(files: string[]): Promise<boolean> {
  if (files.length < 2 || !files.every((file) => /\.mp3$/i.test(file))) return false
  const albums = new Set<string | undefined>()
  for (const file of files) albums.add(await readAlbum(file))
  return albums.has(undefined) ? isNumbered(files) : albums.size === 1
}

async function readAlbum(file: string): Promise<string | undefined> {
  try {
    await using source = await SourceFile.open(file)
    const { album } = await readMp3Tags(source, await findSoundRange(source))
    return album
  } catch (error) {
    // What is wrong with the file is said when it is imported.
    if (error instanceof Refusal) return undefined
    throw error
  }
}

/** `01.mp3`, `02 - O agregado.mp3`, `Capítulo 3.mp3`: each has its own number and few are missing between them. */
function isNumbered(files: string[]): boolean {
  const numbers = files.map((file) => /^\d+|\d+$/.exec(basename(file).replace(/\.mp3$/i, ''))?.[0])
  const places = new Set(numbers.map(Number))
  return (
    numbers.every((number) => number !== undefined) &&
    places.size === files.length &&
    Math.max(...places) - Math.min(...places) < 2 * files.length
  )
}
