import { open } from 'node:fs/promises'
import { findSoundRange } from '@estante/formats/audiobook/mp3/sound-range.ts'
import { readTagBytes } from '@estante/formats/audiobook/mp3/tag-bytes.ts'
import type { ByteSource } from '@estante/formats/audiobook/source-file.ts'
import type { Context } from '../../context.ts'
import type { ImportFile } from '../../db/tables.ts'
import type { StoredFile } from '../../storage/files.ts'
import { copyRange, fetchEach } from './files.ts'

/** Large enough for most tags, so that two or three requests are all that a track takes. */
const BLOCK_BYTES = 128 * 1024

/**
 * Fetches only the tags of MP3 files, as `fetchFiles` does: the local files are as long as the stored ones, with holes
 * for the sound.
 */
export function fetchTags(
  context: Context,
  wanted: ImportFile[],
  folder: string,
  signal?: AbortSignal,
): Promise<string[]> {
  return fetchEach(context, wanted, folder, copyTags, signal)
}

async function copyTags(stored: StoredFile, target: string, signal?: AbortSignal): Promise<void> {
  await using file = await open(target, 'wx+', 0o600)
  const size = stored.sizeBytes
  await file.truncate(size)
  const copied = new Set<number>()
  const source: ByteSource = {
    size,
    async read(start, length) {
      const end = Math.min(start + length, size)
      for (let block = Math.floor(start / BLOCK_BYTES); block * BLOCK_BYTES < end; block++) {
        const from = block * BLOCK_BYTES
        if (!copied.has(block)) await copyRange(stored, file, from, Math.min(from + BLOCK_BYTES, size), signal)
        copied.add(block)
      }
      const bytes = Buffer.alloc(Math.max(0, end - start))
      await file.read(bytes, 0, bytes.length, start)
      return bytes
    },
  }
  await readTagBytes(source, await findSoundRange(source))
}
