import type { Connection, Transaction } from '../db/database.ts'
import type { Publication } from '../db/tables.ts'

const NONE = '[]'

/** Returns the measures of the recording of a title's revision; undefined without any. */
export async function readSoundMeasure(db: Connection, { id, revision }: Pick<Publication, 'id' | 'revision'>) {
  const row = await db
    .selectFrom('sound_measure')
    .select(['loudness', 'silences'])
    .where('publication_id', '=', id)
    .where('revision', '=', revision)
    .executeTakeFirst()
  return (
    row && {
      loudness: row.loudness,
      hasSilences: row.silences !== NONE,
      silences: JSON.parse(row.silences) as number[],
    }
  )
}

/** Stores the measures of a title's revision, unless those of a later one are stored: measuring takes long. */
export async function writeSoundMeasure(
  tx: Transaction,
  { id, revision }: Pick<Publication, 'id' | 'revision'>,
  { loudness, silences }: { loudness: number | null; silences: number[] },
): Promise<void> {
  const columns = { revision, loudness, silences: JSON.stringify(silences) }
  await tx
    .insertInto('sound_measure')
    .values({ publication_id: id, ...columns })
    .onConflict((conflict) =>
      conflict.column('publication_id').doUpdateSet(columns).where('sound_measure.revision', '<', revision),
    )
    .execute()
}
