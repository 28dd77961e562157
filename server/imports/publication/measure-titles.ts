import { basename, join } from 'node:path'
import type { Link, Manifest } from '@estante/contract/manifest.ts'
import { canMeasure, meanLoudness, measureSound, type SoundMeasures } from '@estante/formats/audiobook/measure-sound.ts'
import { Refusal } from '@estante/formats/refusal.ts'
import type { Context } from '../../context.ts'
import { publicationFolder } from '../../media/folders.ts'
import { writeSoundMeasure } from '../../publications/sound-measure.ts'
import { copyToDisk } from '../../storage/copy-to-disk.ts'
import { withWorkFolder } from '../../storage/work-folder.ts'
import { failureMessage } from './failure-message.ts'
import { requireDiskSpace } from './require-disk-space.ts'

/** Limits the time for all recordings of a title: an e-book may have thousands. */
const TITLE_TIMEOUT_MS = 2 * 3_600_000
const NO_FFMPEG = 'Não há ffmpeg nesta máquina: instale-o e repita o comando.'

interface Title {
  id: string
  title: string
}

interface MeasureReport {
  measured: Title[]
  /** Unchanged; `reason` is a sentence in Portuguese. */
  failed: (Title & { reason: string })[]
  /** Titles measured earlier, or without a recording. */
  unchanged: number
}

interface MeasureOptions {
  /** Progress of a title: 0 or 1. */
  onProgress?: (event: { title: string; done: number }) => void
  signal: AbortSignal
}

/**
 * Measures the recordings that no import measured, of titles in any state, one after another. Throws when `signal`
 * aborts; measured titles stay, and the next run continues after them.
 */
export async function measureTitles(context: Context, { onProgress, signal }: MeasureOptions): Promise<MeasureReport> {
  const report: MeasureReport = { measured: [], failed: [], unchanged: 0 }
  const titles = await context.db.read
    .selectFrom('publication')
    .select(['public_id as id', 'title'])
    .orderBy('public_id')
    .execute()
  for (const { id, title } of titles) {
    signal.throwIfAborted()
    onProgress?.({ title, done: 0 })
    try {
      const outcome = await measureTitle(context, id, signal)
      if (outcome === 'measured') report.measured.push({ id, title })
      else if (outcome === 'unchanged') report.unchanged += 1
      else return { ...report, failed: [...report.failed, { id, title, reason: NO_FFMPEG }] }
    } catch (error) {
      if (signal.aborted) throw error
      report.failed.push({ id, title, reason: failureMessage(context, title, error) })
    }
    onProgress?.({ title, done: 1 })
  }
  return report
}

/**
 * Measures the loudness and pauses of an audiobook's recording, or the loudness of an e-book's narration, unless the
 * title's present revision was measured.
 */
export async function measureTitle(
  context: Context,
  id: string,
  stopped: AbortSignal,
): Promise<'measured' | 'unchanged' | 'no-ffmpeg'> {
  const { db, files } = context
  const signal = AbortSignal.any([stopped, AbortSignal.timeout(TITLE_TIMEOUT_MS)])
  const row = await db.read
    .selectFrom('publication')
    .leftJoin('sound_measure', (join) =>
      join
        .onRef('sound_measure.publication_id', '=', 'publication.id')
        .onRef('sound_measure.revision', '=', 'publication.revision'),
    )
    .select(['publication.id', 'type', 'publication.revision', 'manifest', 'sound_measure.silences'])
    .where('public_id', '=', id)
    .executeTakeFirst()
  if (!row || row.silences !== null) return 'unchanged'
  const recordings = recordingsOf(JSON.parse(row.manifest) as Manifest)
  if (recordings.length === 0) return 'unchanged'
  const measures: SoundMeasures[] = []
  for (const { href, type } of recordings) {
    const measured = await withWorkFolder(files, async (near) => {
      const path = await fetchStored(context, `${publicationFolder(id, row.revision)}/${href}`, near, signal)
      return measureSound(path, type!, signal)
    })
    if (!measured) return 'no-ffmpeg'
    measures.push(measured)
  }
  // The reader skips no pauses.
  const silences = row.type === 'audiobook' ? measures[0]!.silences : []
  await db.write((tx) => writeSoundMeasure(tx, row, { loudness: meanLoudness(measures), silences }))
  return 'measured'
}

/** Lists the recordings of an audiobook, or of an e-book that has a narration: only then does it have a duration. */
function recordingsOf({ metadata, readingOrder, resources }: Manifest): Link[] {
  if (metadata.duration === undefined) return []
  return [...readingOrder, ...resources].filter(({ type }) => canMeasure(type))
}

/** Returns a local path of a stored file of a title: a copy in a folder, unless it is on a disk. Throws `Refusal`. */
async function fetchStored({ files }: Context, key: string, folder: string, signal: AbortSignal): Promise<string> {
  const file = await files.open(key)
  if (!file) throw new Refusal('O arquivo do título não está no armazenamento.')
  if (file.localPath !== undefined) return file.localPath
  const path = join(folder, basename(key))
  await requireDiskSpace(folder, file.sizeBytes)
  await copyToDisk(file, path, signal)
  return path
}
