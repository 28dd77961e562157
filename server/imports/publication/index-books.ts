import { join, sep } from 'node:path'
import type { Manifest } from '@estante/contract/manifest.ts'
import { measureExtracted } from '@estante/formats/open.ts'
import type { Context } from '../../context.ts'
import { publicationFolder } from '../../publications/title-folders.ts'
import { copyToDisk } from '../../storage/copy-to-disk.ts'
import { requireDiskSpace } from './require-disk-space.ts'
import { openStored, rewriteTitles, type UpgradeOptions, type UpgradeReport } from './upgrade-titles.ts'

/** Measures the e-books of earlier versions and writes their search index, as an import does now. */
export async function indexBooks(context: Context, options: UpgradeOptions): Promise<UpgradeReport> {
  const { signal } = options
  return rewriteTitles(context, 'ebook', options, isMeasured, async ({ public_id, revision }, manifest, folder) => {
    await fetchBook(context, publicationFolder(public_id, revision), manifest, folder, signal)
    return measureExtracted(folder, manifest, { signal })
  })
}

function isMeasured({ readingOrder }: Manifest): boolean {
  return readingOrder.every(({ properties }) => properties?.letters !== undefined)
}

/** Copies the files of a stored book into a local folder. */
async function fetchBook(
  context: Context,
  stored: string,
  { readingOrder, resources }: Manifest,
  folder: string,
  signal: AbortSignal,
): Promise<void> {
  for (const { href } of [...readingOrder, ...resources]) {
    const path = join(folder, decodeURI(href))
    if (!path.startsWith(folder + sep)) throw new Error(`A manifest names a file outside of its folder: ${href}`)
    const file = await openStored(context, `${stored}/${decodeURI(href)}`)
    await requireDiskSpace(folder, file.sizeBytes)
    await copyToDisk(file, path, signal)
  }
}
