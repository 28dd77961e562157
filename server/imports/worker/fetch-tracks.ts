import { isNumbered } from '@estante/contract/file-groups.ts'
import type { Context } from '../../context.ts'
import type { ImportFile } from '../../db/tables.ts'
import { fetchFiles } from '../jobs/files.ts'
import { lastName } from '../jobs/upload-path.ts'
import { isTrackList } from '../sources/track-list.ts'

/**
 * Fetches a folder of MP3 files. Returns false as soon as it shows that they are not the tracks of one audiobook.
 */
export async function fetchTracks(
  context: Context,
  tracks: ImportFile[],
  folder: string,
  prefetched: string,
  signal: AbortSignal,
): Promise<boolean> {
  const paths = await fetchFiles(context, tracks.slice(0, 2), folder, prefetched, signal)
  // Unless their names are numbered, two files of different books decide: the folder need not fit on the disk.
  if (!isNumbered(tracks.map(({ path }) => lastName(path))) && !(await isTrackList(paths, { signal }))) return false
  paths.push(...(await fetchFiles(context, tracks.slice(2), folder, prefetched, signal)))
  return isTrackList(paths, { signal })
}
