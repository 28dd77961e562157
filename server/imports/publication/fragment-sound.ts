import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Link, Manifest } from '@estante/contract/manifest.ts'
import type { PublicationType } from '@estante/contract/partner/catalog.ts'
import { openPublication } from '@estante/formats/open.ts'
import { Refusal } from '@estante/formats/refusal.ts'
import type { Context } from '../../context.ts'
import type { Publication } from '../../db/tables.ts'
import { changePublication } from '../../publications/change-publication.ts'
import { publicationFolder, REVISION_GRACE_MS } from '../../publications/title-folders.ts'
import { supersedeFolder } from '../../storage/folder-ledger.ts'
import { hasRoom } from '../../storage/room.ts'
import { withWorkFolder } from '../../storage/work-folder.ts'
import { failureMessage } from './failure-message.ts'

/** Titles a query reads: their manifests may be large. */
const PAGE = 50
const TOLERATED_SECONDS = 0.01

export interface FragmentReport {
  /** Fragmented now. */
  fragmented: Title[]
  /** Unchanged; `reason` is a sentence in Portuguese. */
  failed: (Title & { reason: string })[]
  /** Audiobooks that were already fragmented. */
  unchanged: number
}

export interface Title {
  id: string
  title: string
}

export interface FragmentOptions {
  /** Progress of a title: 0 to 1. */
  onProgress?: (event: { title: string; done: number }) => void
  signal: AbortSignal
}

/**
 * Rewrites the recordings of earlier versions in fragments with an index, as an import does now, one title after
 * another and each atomically. Members hear the old recording until the new one is stored, and its signed addresses
 * stay valid until they expire. Throws when `signal` aborts; finished titles stay, and the next run continues after
 * them.
 */
export async function fragmentSound(
  context: Context,
  { onProgress, signal }: FragmentOptions,
): Promise<FragmentReport> {
  const report: FragmentReport = { fragmented: [], failed: [], unchanged: 0 }
  for await (const { id, title, manifest } of readTitles(context, 'audiobook')) {
    signal.throwIfAborted()
    if (isFragmented(manifest)) {
      report.unchanged += 1
      continue
    }
    onProgress?.({ title, done: 0 })
    try {
      await fragment(context, id, signal, (done) => onProgress?.({ title, done: done * 0.95 }))
      report.fragmented.push({ id, title })
    } catch (error) {
      if (signal.aborted) throw error
      report.failed.push({ id, title, reason: failureMessage(context, title, error) })
    }
    onProgress?.({ title, done: 1 })
  }
  return report
}

/** Iterates over all titles of a form, in any state. */
export async function* readTitles({ db }: Context, type: PublicationType) {
  for (let after = ''; ; ) {
    const rows = await db.read
      .selectFrom('publication')
      .select(['public_id as id', 'title', 'manifest'])
      .where('type', '=', type)
      .where('public_id', '>', after)
      .orderBy('public_id')
      .limit(PAGE)
      .execute()
    yield* rows
    if (rows.length < PAGE) return
    after = rows.at(-1)!.id
  }
}

function isFragmented(manifest: string): boolean {
  return recordingOf(JSON.parse(manifest) as Manifest).properties?.indexBytes !== undefined
}

async function fragment(context: Context, id: string, signal: AbortSignal, onProgress: (done: number) => void) {
  let replaced: Publication | undefined
  await changePublication(
    context,
    id,
    async (row, folders) => {
      if (isFragmented(row.manifest)) return undefined
      replaced = row
      const manifest = JSON.parse(row.manifest) as Manifest
      const work = await context.files.workFolder()
      try {
        const recording = await rewrite(context, row, recordingOf(manifest), work, signal, onProgress)
        const revision = await folders.putNumbered((one) => publicationFolder(id, one), row.revision + 1, work)
        return { revision, manifest: JSON.stringify({ ...manifest, readingOrder: [recording] }) }
      } finally {
        await rm(work, { recursive: true, force: true })
      }
    },
    (tx) => supersedeFolder(tx, publicationFolder(id, replaced!.revision), context.clock.now() + REVISION_GRACE_MS),
  )
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
  const key = `${publicationFolder(public_id, revision)}/${recording.href}`
  return withWorkFolder(context.files, async (near) => {
    const file = await context.files.open(key)
    if (!file) throw new Refusal('O arquivo do título não está no armazenamento.')
    if (!(await hasRoom(folder, file.sizeBytes * 2))) {
      throw new Refusal('Não há espaço em disco para o título, além da reserva que o serviço guarda para si.')
    }
    const path = file.localPath ?? join(near, recording.href)
    if (!file.localPath) {
      await pipeline(Readable.from(copies(file.read(0, file.sizeBytes - 1, signal))), createWriteStream(path), {
        signal,
      })
    }
    const opened = await openPublication(path, { signal })
    const { manifest } = await opened.extractTo(folder, { signal, onProgress })
    const rewritten = recordingOf(manifest)
    if (Math.abs(rewritten.duration! - recording.duration!) > TOLERATED_SECONDS || rewritten.href !== recording.href) {
      throw new Refusal('Em fragmentos, o som não teria a mesma duração: ficou como estava.')
    }
    return { ...rewritten, duration: recording.duration! }
  })
}

/** Copies each part: the original buffer is valid only until the next one is requested. */
export async function* copies(parts: AsyncIterable<Uint8Array>) {
  for await (const part of parts) yield Buffer.from(part)
}

function recordingOf({ readingOrder }: Manifest): Link {
  return readingOrder[0]!
}
