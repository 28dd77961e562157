import assert from 'node:assert/strict'
import { it } from 'node:test'
import { addPublication } from '../test/publications.ts'
import { testApp } from '../test/test-app.ts'
import { ON_PG } from '../test/test-database.ts'
import { readSoundMeasure, writeSoundMeasure } from './sound-measure.ts'

it('The measures of a revision stay when those of an earlier one arrive late', ON_PG, async () => {
  const { context, db } = await testApp()
  await addPublication(context, { type: 'audiobook', title: 'O relógio da sala' })
  const { id } = await db.read.selectFrom('publication').select('id').executeTakeFirstOrThrow()
  const write = (revision: number, loudness: number) =>
    db.write((tx) => writeSoundMeasure(tx, { id, revision }, { loudness, silences: [1000, 3000] }))

  await write(2, -20)
  await write(3, -18)
  await write(2, -20)

  assert.deepEqual(await readSoundMeasure(db.read, { id, revision: 3 }), {
    loudness: -18,
    hasSilences: true,
    silences: [1000, 3000],
  })
})
