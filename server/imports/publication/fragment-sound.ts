import type { Link, Manifest } from '@estante/contract/manifest.ts'
import { openPublicationFile } from '@estante/formats/open.ts'
import { Refusal } from '@estante/formats/refusal.ts'
import type { Context } from '../../context.ts'
import type { Publication } from '../../db/tables.ts'
import { publicationFolder } from '../../publications/title-folders.ts'
import { withWorkFolder } from '../../storage/work-folder.ts'
import { requireDiskSpace } from './require-disk-space.ts'
import { fetchStored, rewriteTitles, type UpgradeOptions, type UpgradeReport } from './upgrade-titles.ts'

const TOLERATED_SECONDS = 0.01

/** Rewrites the recordings of earlier versions in fragments with an index, as an import does now. */
export async function fragmentSound(context: Context, options: UpgradeOptions): Promise<UpgradeReport> {
  return rewriteTitles(context, 'audiobook', options, isFragmented, async (row, manifest, folder, onProgress) => {
    const recording = await rewrite(context, row, recordingOf(manifest), folder, options.signal, (done) =>
      onProgress(done * 0.95),
    )
    return { ...manifest, readingOrder: [recording] }
  })
}

function isFragmented(manifest: Manifest): boolean {
  return recordingOf(manifest).properties?.indexBytes !== undefined
}

/** Rewrites a title's stored recording into a folder. Throws `Refusal` when its duration would change. */
async function rewrite(
  context: Context,
  { public_id, revision }: Publication,
  recording: Link,
  folder: string,
  signal: AbortSignal,
  onProgress: (done: number) => void,
): Promise<Link> {
  return withWorkFolder(context.files, async (near) => {
    const key = `${publicationFolder(public_id, revision)}/${recording.href}`
    const opened = await openPublicationFile(await fetchStored(context, key, near, signal), { signal })
    await requireDiskSpace(folder, opened.extractedBytes)
    const { manifest } = await opened.extractTo(folder, { signal, onProgress })
    const rewritten = recordingOf(manifest)
    if (Math.abs(rewritten.duration! - recording.duration!) > TOLERATED_SECONDS || rewritten.href !== recording.href) {
      throw new Refusal('Em fragmentos, o som não teria a mesma duração: ficou como estava.')
    }
    return { ...rewritten, duration: recording.duration! }
  })
}

function recordingOf({ readingOrder }: Manifest): Link {
  return readingOrder[0]!
}
