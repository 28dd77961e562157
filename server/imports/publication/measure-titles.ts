import { createWriteStream } from 'node:fs'
import { basename, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Manifest } from '@estante/contract/manifest.ts'
import { measureSound } from '@estante/formats/audiobook/measure-sound.ts'
import { Refusal } from '@estante/formats/refusal.ts'
import type { Context } from '../../context.ts'
import { publicationFolder } from '../../publications/title-folders.ts'
import { hasRoom } from '../../storage/room.ts'
import { withWorkFolder } from '../../storage/work-folder.ts'
import { failureMessage } from './failure-message.ts'
import { copies, type FragmentOptions, readTitles, type Title } from './fragment-sound.ts'

const NO_FFMPEG = 'Não há ffmpeg nesta máquina: instale-o e repita o comando.'

export interface MeasureReport {
  /** Measured now. */
  measured: Title[]
  /** Unchanged; `reason` is a sentence in Portuguese. */
  failed: (Title & { reason: string })[]
  /** Audiobooks that were already measured. */
  unchanged: number
}

/**
 * Measures the recordings that an import did not, one title after another. Throws when `signal` aborts; finished titles
 * stay, and the next run continues after them.
 */
export async function measureTitles(context: Context, { onProgress, signal }: FragmentOptions): Promise<MeasureReport> {
  const report: MeasureReport = { measured: [], failed: [], unchanged: 0 }
  for await (const { id, title } of readTitles(context, 'audiobook')) {
    signal.throwIfAborted()
    onProgress?.({ title, done: 0 })
    try {
      const outcome = await measureTitle(context, id, signal)
      if (outcome === 'no-ffmpeg') {
        report.failed.push({ id, title, reason: NO_FFMPEG })
        return report
      }
      if (outcome === 'measured') report.measured.push({ id, title })
      else report.unchanged += 1
    } catch (error) {
      if (signal.aborted) throw error
      report.failed.push({ id, title, reason: failureMessage(context, title, error) })
    }
    onProgress?.({ title, done: 1 })
  }
  return report
}

/** Measures the loudness and pauses of a title's recording, unless its present revision was measured. */
export async function measureTitle(
  context: Context,
  id: string,
  signal: AbortSignal,
): Promise<'measured' | 'unchanged' | 'no-ffmpeg'> {
  const { db, files } = context
  const row = await db.read
    .selectFrom('publication')
    .leftJoin('sound_measure', (join) =>
      join
        .onRef('sound_measure.publication_id', '=', 'publication.id')
        .onRef('sound_measure.revision', '=', 'publication.revision'),
    )
    .select(['publication.id', 'publication.revision', 'manifest', 'sound_measure.silences'])
    .where('public_id', '=', id)
    .where('type', '=', 'audiobook')
    .executeTakeFirst()
  if (!row || row.silences !== null) return 'unchanged'
  const [recording] = (JSON.parse(row.manifest) as Manifest).readingOrder
  const { href, type } = recording!
  const measures = await withWorkFolder(files, async (near) => {
    const file = await files.open(`${publicationFolder(id, row.revision)}/${href}`)
    if (!file) throw new Refusal('O arquivo do título não está no armazenamento.')
    const path = file.localPath ?? join(near, basename(href))
    if (!file.localPath) {
      if (!(await hasRoom(near, file.sizeBytes))) {
        throw new Refusal('Não há espaço em disco para o título, além da reserva que o serviço guarda para si.')
      }
      const parts = Readable.from(copies(file.read(0, file.sizeBytes - 1, signal)))
      await pipeline(parts, createWriteStream(path), { signal })
    }
    return measureSound(path, type === 'audio/mpeg', signal)
  })
  if (!measures) return 'no-ffmpeg'
  const columns = {
    revision: row.revision,
    loudness: measures.loudness,
    silences: JSON.stringify(measures.silences),
  }
  await db.write((tx) =>
    tx
      .insertInto('sound_measure')
      .values({ publication_id: row.id, ...columns })
      .onConflict((conflict) => conflict.column('publication_id').doUpdateSet(columns))
      .execute(),
  )
  return 'measured'
}
