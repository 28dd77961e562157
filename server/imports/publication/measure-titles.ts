import type { Link, Manifest } from '@estante/contract/manifest.ts'
import { canMeasure, meanLoudness, measureSound, type SoundMeasures } from '@estante/formats/audiobook/measure-sound.ts'
import type { Context } from '../../context.ts'
import { publicationFolder } from '../../publications/title-folders.ts'
import { withWorkFolder } from '../../storage/work-folder.ts'
import { fetchStored, type UpgradeOptions, type UpgradeReport, upgradeTitles } from './upgrade-titles.ts'

const NO_FFMPEG = 'Não há ffmpeg nesta máquina: instale-o e repita o comando.'

/** Measures the recordings that an import did not. */
export async function measureTitles(context: Context, options: UpgradeOptions): Promise<UpgradeReport> {
  return upgradeTitles(context, undefined, options, async (id, _, onProgress) => {
    onProgress(0)
    const outcome = await measureTitle(context, id, options.signal)
    return outcome === 'no-ffmpeg' ? NO_FFMPEG : outcome === 'measured'
  })
}

/**
 * Measures the loudness and pauses of an audiobook's recording, or the loudness of an e-book's narration, unless the
 * title's present revision was measured.
 */
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
  const columns = {
    revision: row.revision,
    loudness: meanLoudness(measures),
    // The reader skips no pauses.
    silences: JSON.stringify(row.type === 'audiobook' ? measures[0]!.silences : []),
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

/** The recording of an audiobook, or those of an e-book with a narration: nothing else in it has a length. */
function recordingsOf({ metadata, readingOrder, resources = [] }: Manifest): Link[] {
  if (metadata.duration === undefined) return []
  return [...readingOrder, ...resources].filter(({ type }) => canMeasure(type))
}
