import { basename } from 'node:path'
import { readAlbums } from '@estante/formats/open.ts'
import type { ReadOptions } from '@estante/formats/publication.ts'
import { Refusal } from '@estante/formats/refusal.ts'

/**
 * Returns whether the files of a folder are the tracks of one audiobook: two or more, all MP3, all of one album or,
 * where some have no album tag, numbered consecutively. Otherwise each file is a book.
 */
export async function isTrackList(files: string[], options: ReadOptions = {}): Promise<boolean> {
  if (files.length < 2 || !files.every((file) => /\.mp3$/i.test(file))) return false
  const albums = await readAlbums(files, options).catch((error) => {
    // Unreadable tags count as no album; the import of the file reports its fault.
    if (error instanceof Refusal) return [undefined]
    throw error
  })
  return albums.includes(undefined) ? isNumbered(files) : new Set(albums).size === 1
}

/** `01.mp3`, `02 - O agregado.mp3`, `Capítulo 3.mp3`: each has its own number and few are missing between them. */
function isNumbered(files: string[]): boolean {
  const numbers = files.map((file) => /^\d+|\d+$/.exec(basename(file).replace(/\.mp3$/i, ''))?.[0])
  const positions = new Set(numbers.map(Number))
  return (
    numbers.every((number) => number !== undefined) &&
    positions.size === files.length &&
    Math.max(...positions) - Math.min(...positions) < 2 * files.length
  )
}
