import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { PRODUCTION } from '../environment.ts'
import { testContext } from '../test/test-app.ts'
import { ON_PG } from '../test/test-database.ts'
import { preparedUpsert } from './upsert.ts'

describe('an upsert that changes nothing', ON_PG, () => {
  it('skips rows whose key exists, also in its own statement', async () => {
    const { context } = await testContext()
    const { db } = context
    const insertWord = preparedUpsert('member_word', {
      key: ['partner_id', 'member_id', 'word'],
      insertOnly: ['environment'],
    })
    const insertAll = (...words: string[]) =>
      db.write((tx) =>
        Promise.all(
          words.map((word) => insertWord(tx, { partner_id: 1, member_id: 1, word, environment: PRODUCTION })),
        ),
      )
    await insertAll('ana')

    await insertAll('souza', 'ana', 'souza')

    const stored = await db.read.selectFrom('member_word').select('word').orderBy('word').execute()
    assert.deepEqual(
      stored.map(({ word }) => word),
      ['ana', 'souza'],
    )
  })
})
