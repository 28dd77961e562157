import type { Connection } from '../db/database.ts'
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
