import { basename, join } from 'node:path'
import type { Manifest } from '@estante/contract/manifest.ts'
import type { PublicationType } from '@estante/contract/partner/catalog.ts'
import { Refusal } from '@estante/formats/refusal.ts'
import type { Context } from '../../context.ts'
import type { Publication } from '../../db/tables.ts'
import { changePublication } from '../../publications/change-publication.ts'
import { publicationFolder, REVISION_GRACE_MS } from '../../publications/title-folders.ts'
import { copyToDisk } from '../../storage/copy-to-disk.ts'
import type { StoredFile } from '../../storage/files.ts'
import { supersedeFolder } from '../../storage/folder-ledger.ts'
import { withWorkFolder } from '../../storage/work-folder.ts'
import { failureMessage } from './failure-message.ts'
import { requireDiskSpace } from './require-disk-space.ts'

/** Titles a query reads: their manifests may be large. */
const PAGE = 50

export interface UpgradeReport {
  upgraded: Title[]
  /** Unchanged; `reason` is a sentence in Portuguese. */
  failed: (Title & { reason: string })[]
  /** Titles that needed no upgrade. */
  unchanged: number
}

interface Title {
  id: string
  title: string
}

type OnProgress = (done: number) => void

export interface UpgradeOptions {
  /** Progress of a title: 0 to 1. */
  onProgress?: (event: { title: string; done: number }) => void
  signal: AbortSignal
}

/**
 * Upgrades the titles that an earlier version imported, of a form or of both, in any state, one after another. `upgrade` returns
 * whether it changed the title, or why neither it nor the following ones can be. Throws when `signal` aborts; finished
 * titles stay, and the next run continues after them.
 */
export async function upgradeTitles(
  context: Context,
  type: PublicationType | undefined,
  { onProgress, signal }: UpgradeOptions,
  upgrade: (id: string, manifest: string, onProgress: OnProgress) => Promise<boolean | string>,
): Promise<UpgradeReport> {
  const report: UpgradeReport = { upgraded: [], failed: [], unchanged: 0 }
  for await (const { id, title, manifest } of readTitles(context, type)) {
    signal.throwIfAborted()
    try {
      const outcome = await upgrade(id, manifest, (done) => onProgress?.({ title, done }))
      if (typeof outcome === 'string') {
        report.failed.push({ id, title, reason: outcome })
        return report
      }
      if (outcome) report.upgraded.push({ id, title })
      else report.unchanged += 1
    } catch (error) {
      if (signal.aborted) throw error
      report.failed.push({ id, title, reason: failureMessage(context, title, error) })
    }
    onProgress?.({ title, done: 1 })
  }
  return report
}

async function* readTitles({ db }: Context, type: PublicationType | undefined) {
  for (let after = ''; ; ) {
    const rows = await db.read
      .selectFrom('publication')
      .select(['public_id as id', 'title', 'manifest'])
      .$if(type !== undefined, (query) => query.where('type', '=', type!))
      .where('public_id', '>', after)
      .orderBy('public_id')
      .limit(PAGE)
      .execute()
    yield* rows
    if (rows.length < PAGE) return
    after = rows.at(-1)!.id
  }
}

/**
 * Rewrites the titles whose manifest is not `isCurrent`, each atomically as a new revision: `rewrite` fills the folder
 * and returns the manifest. Members use the old files until the new ones are stored, and signed addresses stay valid
 * until they expire.
 */
export async function rewriteTitles(
  context: Context,
  type: PublicationType,
  options: UpgradeOptions,
  isCurrent: (manifest: Manifest) => boolean,
  rewrite: (row: Publication, manifest: Manifest, folder: string, onProgress: OnProgress) => Promise<Manifest>,
): Promise<UpgradeReport> {
  return upgradeTitles(context, type, options, async (id, known, onProgress) => {
    if (isCurrent(JSON.parse(known))) return false
    onProgress(0)
    await changePublication(
      context,
      id,
      (row, folders) =>
        withWorkFolder(context.files, async (folder) => {
          const manifest: Manifest = JSON.parse(row.manifest)
          // Another process may have rewritten it meanwhile.
          if (isCurrent(manifest)) return undefined
          const rewritten = await rewrite(row, manifest, folder, onProgress)
          const revision = await folders.putNumbered((one) => publicationFolder(id, one), row.revision + 1, folder)
          return { revision, manifest: JSON.stringify(rewritten) }
        }),
      (tx, { revision }) =>
        supersedeFolder(tx, publicationFolder(id, revision), context.clock.now() + REVISION_GRACE_MS),
    )
    return true
  })
}

/** Opens a stored file of a title. Throws `Refusal` when it is missing. */
export async function openStored({ files }: Context, key: string): Promise<StoredFile> {
  const file = await files.open(key)
  if (!file) throw new Refusal('O arquivo do título não está no armazenamento.')
  return file
}

/** Returns a local path of a stored file of a title: a copy in a folder, unless it is on a disk. Throws `Refusal`. */
export async function fetchStored(context: Context, key: string, folder: string, signal: AbortSignal): Promise<string> {
  const file = await openStored(context, key)
  if (file.localPath !== undefined) return file.localPath
  const path = join(folder, basename(key))
  await requireDiskSpace(folder, file.sizeBytes)
  await copyToDisk(file, path, signal)
  return path
}
