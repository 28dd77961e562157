import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { testContext } from '../test/test-app.ts'
import { ON_PG } from '../test/test-database.ts'
import { prepared } from './prepared.ts'

const partner = (slug: string) => ({ public_id: `ptn_${slug}`, slug, name: slug, search_text: slug, created_at: 0 })

const findPartner = prepared((db, { slug }: { slug: string }) =>
  db.selectFrom('partner').select(['public_id', 'name']).where('slug', '=', slug).limit(1),
)
const insertPartner = prepared((db, row: ReturnType<typeof partner>) => db.insertInto('partner').values(row))
const renamePartner = prepared((db, { slug, name }: { slug: string; name: string }) =>
  db.updateTable('partner').set({ name }).where('slug', '=', slug).returning('name'),
)

describe('a prepared query', ON_PG, () => {
  it('returns the rows for each call’s values, outside a transaction and in one', async () => {
    const { context } = await testContext()

    const seen = await context.db.write(async (tx) => {
      const inserted = await insertPartner(tx, partner('a'))
      await insertPartner(tx, partner('b'))
      const renamed = await renamePartner(tx, { slug: 'b', name: 'Banco B' })
      return { inserted, renamed, found: await findPartner(tx, { slug: 'a' }) }
    })

    assert.deepEqual(seen.inserted, [])
    assert.deepEqual(seen.renamed.map(toPlain), [{ name: 'Banco B' }])
    assert.deepEqual(seen.found.map(toPlain), [{ public_id: 'ptn_a', name: 'a' }])
    const after = await Promise.all(['b', 'c', 'a'].map((slug) => findPartner(context.db.read, { slug })))
    assert.deepEqual(
      after.map((rows) => rows.map(({ public_id }) => public_id)),
      [['ptn_b'], [], ['ptn_a']],
    )
  })

  it('is rolled back with its transaction', async () => {
    const { context } = await testContext()

    const writing = context.db.write(async (tx) => {
      await insertPartner(tx, partner('a'))
      await insertPartner(tx, partner('a'))
    })

    await assert.rejects(writing, /unique/i)
    assert.deepEqual(await findPartner(context.db.read, { slug: 'a' }), [])
  })

  it('finds its rows after a newer version of the service has added a column', async () => {
    const { context } = await testContext()
    const { db } = context
    await db.write((tx) => insertPartner(tx, partner('a')))
    const findOnMany = () => Promise.all(Array.from({ length: 5 }, () => findPartner(db.read, { slug: 'a' })))
    await findOnMany()
    await sql`alter table partner add column motto text default 'ler'`.execute(db.read)

    const read = await findOnMany()

    assert.deepEqual(
      read.map(([row]) => row?.public_id),
      Array.from({ length: 5 }, () => 'ptn_a'),
    )
  })

  it('refuses `select *`, whose columns may change', async () => {
    const { context } = await testContext()
    const wrong = prepared((db, { slug }: { slug: string }) =>
      db.selectFrom('partner').selectAll().where('slug', '=', slug),
    )

    await assert.rejects(wrong(context.db.read, { slug: 'a' }), /a prepared query names its columns/)
  })

  it('refuses to be built from a placeholder’s value', async () => {
    const { context } = await testContext()
    const wrong = prepared((db, { after }: { after: number }) =>
      db
        .selectFrom('partner')
        .select('id')
        .where('created_at', '>', after + 1),
    )

    await assert.rejects(wrong(context.db.read, { after: 0 }), /"after" of a prepared query has no value yet/)
  })
})

/** SQLite's rows have no prototype. */
function toPlain<Row extends object>(row: Row): Row {
  return { ...row }
}
