import { stat } from 'node:fs/promises'
import type { Source } from '../publication.ts'
import { Refusal } from '../refusal.ts'
import { MAX_SOURCE_BYTES } from './limits.ts'
import { openMp3File } from './mp3/open-mp3-file.ts'
import { openMp3Folder } from './mp3/open-mp3-folder.ts'
import { openMp4File } from './mp4/open-mp4-file.ts'
import { recogniseSound } from './recognise.ts'
import { SourceFile } from './source-file.ts'

/**
 * Opens an audiobook, recognised by its bytes: an MP3, M4B or M4A file, or a folder of MP3 files, one a chapter. Throws
 * `Refusal` for anything else. The file's name is only the fallback for a missing title.
 */
export async function openAudiobook(source: string): Promise<Source> {
  const kind = await stat(source)
  if (kind.isDirectory()) return openMp3Folder(source)
  if (!kind.isFile()) throw new Refusal('O caminho não é de um arquivo nem de uma pasta.')
  await using file = await SourceFile.open(source)
  if (file.size > MAX_SOURCE_BYTES) throw new Refusal('O arquivo passa de 2 GiB.')
  return (await recogniseSound(file)) === 'mp3' ? openMp3File(file) : openMp4File(file)
}
