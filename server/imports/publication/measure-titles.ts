import type { Manifest } from '@estante/contract/manifest.ts'
import { measureSound } from '@estante/formats/audiobook/measure-sound.ts'
import type { Context } from '../../context.ts'
import { publicationFolder } from '../../publications/title-folders.ts'
import { withWorkFolder } from '../../storage/work-folder.ts'
import { fetchStored, type UpgradeOptions, type UpgradeReport, upgradeTitles } from './upgrade-titles.ts'

const NO_FFMPEG = 'Não há ffmpeg nesta máquina: instale-o e repita o comando.'

/** Measures the recordings that an import did not. */
export async function measureTitles(context: Context, options: UpgradeOptions): Promise<UpgradeReport> {
  return upgradeTitles(context, 'audiobook', options, async (id, _, onProgress) => {
    onProgress(0)
    const outcome = await measureTitle(context, id, options.signal)
    return outcome === 'no-ffmpeg' ? NO_FFMPEG : outcome === 'measured'
  })
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
    const path = await fetchStored(context, `${publicationFolder(id, row.revision)}/${href}`, near, signal)
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
