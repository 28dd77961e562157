import { join, sep } from 'node:path'
import type { Manifest } from '@estante/contract/manifest.ts'
import { measureExtracted } from '@estante/formats/open.ts'
import type { Context } from '../../context.ts'
import { publicationFolder } from '../../publications/title-folders.ts'
import { copyToDisk } from '../../storage/copy-to-disk.ts'
import { requireDiskSpace } from './require-disk-space.ts'
import { openStored, rewriteTitle, type UpgradeOptions, type UpgradeReport, upgradeTitles } from './upgrade-titles.ts'

/** Measures the e-books of earlier versions and writes their search index, as an import does now. */
export async function indexBooks(context: Context, options: UpgradeOptions): Promise<UpgradeReport> {
  const { signal } = options
  return upgradeTitles(context, 'ebook', options, async (id, manifest, onProgress) => {
    if (isMeasured(manifest)) return false
    onProgress(0)
    await rewriteTitle(context, id, async (row, folder) => {
      if (isMeasured(row.manifest)) return undefined
      const manifest = JSON.parse(row.manifest) as Manifest
      await fetchBook(context, publicationFolder(id, row.revision), manifest, folder, signal)
      return measureExtracted(folder, manifest, { signal })
    })
    return true
  })
}

function isMeasured(manifest: string): boolean {
  return (JSON.parse(manifest) as Manifest).readingOrder.every(({ properties }) => properties?.letters !== undefined)
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
