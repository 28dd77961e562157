import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Connection } from '../db/database.ts'
import { eventually } from '../test/eventually.ts'
import { addPublication } from '../test/publications.ts'
import { addPartner, testContext } from '../test/test-app.ts'
import { createTitleIndex } from './title-index.ts'

describe('the titles in memory', () => {
  it('are read once for each version of the catalog, also when it changes while they are read', async () => {
    const { context } = await testContext()
    const { id } = await addPartner(context)
    await addPublication(context, { type: 'ebook', title: 'Um' })
    const { read, held } = holdQueries(context.db.read, /"search_text"/)
    const index = createTitleIndex({ ...context, db: { ...context.db, read } })

    const before = index.of(id)
    await eventually(() => held.length === 1)
    await addPublication(context, { type: 'ebook', title: 'Dois' })
    const since = index.of(id)
    await eventually(() => held.length === 2)
    held[0]!()
    await before
    const later = index.of(id)
    held[1]!()

    assert.equal((await since).available().length, 2)
    assert.equal(held.length, 2)
    assert.equal((await later).available().length, 2)
  })
})

/** Holds back some queries; each runs once its function is called. */
function holdQueries(connection: Connection, pattern: RegExp) {
  const held: (() => void)[] = []
  const executeQuery: Connection['executeQuery'] = async (query) => {
    const { sql } = 'compile' in query ? query.compile() : query
    if (pattern.test(sql)) await new Promise<void>((resolve) => held.push(resolve))
    return connection.executeQuery(query)
  }
  const read = new Proxy(connection, {
    get(_, name) {
      const value = name === 'executeQuery' ? executeQuery : Reflect.get(connection, name)
      return typeof value === 'function' ? value.bind(connection) : value
    },
  })
  return { read, held }
}
