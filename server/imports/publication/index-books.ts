import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Manifest } from '@estante/contract/manifest.ts'
import { measureExtracted } from '@estante/formats/open.ts'
import { Refusal } from '@estante/formats/refusal.ts'
import type { Context } from '../../context.ts'
import type { Publication } from '../../db/tables.ts'
import { changePublication } from '../../publications/change-publication.ts'
import { publicationFolder, REVISION_GRACE_MS } from '../../publications/title-folders.ts'
import { supersedeFolder } from '../../storage/folder-ledger.ts'
import { hasRoom } from '../../storage/room.ts'
import { failureMessage } from './failure-message.ts'
import { copies, type FragmentOptions, readTitles, type Title } from './fragment-sound.ts'

export interface IndexReport {
  /** Measured and indexed now. */
  indexed: Title[]
  /** Unchanged; `reason` is a sentence in Portuguese. */
  failed: (Title & { reason: string })[]
  /** E-books that were already measured. */
  unchanged: number
}

/**
 * Measures the e-books of earlier versions and writes their search index, as an import does now, one after another and
 * each atomically. Throws when `signal` aborts; finished books stay, and the next run continues after them.
 */
export async function indexBooks(context: Context, { onProgress, signal }: FragmentOptions): Promise<IndexReport> {
  const report: IndexReport = { indexed: [], failed: [], unchanged: 0 }
  for await (const { id, title, manifest } of readTitles(context, 'ebook')) {
    signal.throwIfAborted()
    if (isMeasured(manifest)) {
      report.unchanged += 1
      continue
    }
    onProgress?.({ title, done: 0 })
    try {
      await index(context, id, signal)
      report.indexed.push({ id, title })
    } catch (error) {
      if (signal.aborted) throw error
      report.failed.push({ id, title, reason: failureMessage(context, title, error) })
    }
    onProgress?.({ title, done: 1 })
  }
  return report
}

function isMeasured(manifest: string): boolean {
  return (JSON.parse(manifest) as Manifest).readingOrder.every(({ properties }) => properties?.letters !== undefined)
}

async function index(context: Context, id: string, signal: AbortSignal) {
  let replaced: Publication | undefined
  await changePublication(
    context,
    id,
    async (row, folders) => {
      if (isMeasured(row.manifest)) return undefined
      replaced = row
      const manifest = JSON.parse(row.manifest) as Manifest
      const work = await context.files.workFolder()
      try {
        await fetchBook(context, publicationFolder(id, row.revision), manifest, work, signal)
        const measured = await measureExtracted(work, manifest, { signal })
        const revision = await folders.putNumbered((one) => publicationFolder(id, one), row.revision + 1, work)
        return { revision, manifest: JSON.stringify(measured) }
      } finally {
        await rm(work, { recursive: true, force: true })
      }
    },
    (tx) => supersedeFolder(tx, publicationFolder(id, replaced!.revision), context.clock.now() + REVISION_GRACE_MS),
  )
}

/** Copies the files of a stored book into a local folder. */
async function fetchBook(
  { files }: Context,
  stored: string,
  { readingOrder, resources }: Manifest,
  folder: string,
  signal: AbortSignal,
): Promise<void> {
  for (const { href } of [...readingOrder, ...resources]) {
    const path = join(folder, decodeURI(href))
    if (!path.startsWith(folder + sep)) throw new Error(`A manifest names a file outside of its folder: ${href}`)
    const file = await files.open(`${stored}/${decodeURI(href)}`)
    if (!file) throw new Refusal('O arquivo do título não está no armazenamento.')
    if (!(await hasRoom(folder, file.sizeBytes))) {
      throw new Refusal('Não há espaço em disco para o título, além da reserva que o serviço guarda para si.')
    }
    await mkdir(dirname(path), { recursive: true })
    await pipeline(Readable.from(copies(file.read(0, file.sizeBytes - 1, signal))), createWriteStream(path), { signal })
  }
}
