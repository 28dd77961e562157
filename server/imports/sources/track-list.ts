import { basename } from 'node:path'
import { isNumbered } from '@estante/contract/file-groups.ts'
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
  return albums.includes(undefined) ? isNumbered(files.map((file) => basename(file))) : new Set(albums).size === 1
}
