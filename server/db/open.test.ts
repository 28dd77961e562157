import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { readConfig } from '../config.ts'
import { testContext } from '../test/test-app.ts'
import { createTestDatabase, ON_PG } from '../test/test-database.ts'
import { migrate } from './migrate.ts'
import { openDatabase } from './open.ts'

const partner = (slug: string) => ({ public_id: `ptn_${slug}`, slug, name: slug, search_text: slug, created_at: 0 })

describe('a write', ON_PG, () => {
  it('is invisible to readers until it is committed', async () => {
    const { context } = await testContext()

    const seenInside = await context.db.write(async (tx) => {
      await tx.insertInto('partner').values(partner('a')).execute()
      return context.db.read.selectFrom('partner').select('id').execute()
    })

    assert.deepEqual(seenInside, [])
    assert.equal((await context.db.read.selectFrom('partner').select('id').execute()).length, 1)
  })

  it('commits each of several concurrent transactions, except a failed one', async () => {
    const { context } = await testContext()
    const insert = (slug: string, fails = false) =>
      context.db.write(async (tx) => {
        await tx.insertInto('partner').values(partner(slug)).execute()
        if (fails) throw new Error('refused')
      })

    const outcomes = await Promise.allSettled([insert('a'), insert('b', true), insert('c'), insert('a')])

    const [first, refused, other, second] = outcomes.map(({ status }) => status)
    assert.deepEqual([refused, other], ['rejected', 'fulfilled'])
    // On PostgreSQL they run concurrently: either of the two may succeed.
    assert.deepEqual([first, second].toSorted(), ['fulfilled', 'rejected'])
    const rows = await context.db.read.selectFrom('partner').select('slug').orderBy('slug').execute()
    assert.deepEqual(
      rows.map(({ slug }) => slug),
      ['a', 'c'],
    )
  })

  it('accepts transactions during a commit', async () => {
    const { context } = await testContext()
    const insert = (slug: string) => context.db.write((tx) => tx.insertInto('partner').values(partner(slug)).execute())

    await insert('a').then(() => Promise.all([insert('b'), insert('c').then(() => insert('d'))]))

    assert.equal((await context.db.read.selectFrom('partner').select('id').execute()).length, 4)
  })
})

describe('the tables', ON_PG, () => {
  it('are created once by nodes that start together', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'estante-open-'))
    const empty = await createTestDatabase()
    const config = { ...readConfig(empty.env), dataDir }
    const nodes = await Promise.all(Array.from({ length: 4 }, () => openDatabase(config)))

    await Promise.all(nodes.map((db) => migrate(db)))

    const [names = [], ...others] = await Promise.all(
      nodes.map(async (db) => (await sql<{ name: string }>`select name from migration`.execute(db.read)).rows),
    )
    assert.ok(names.length > 0)
    for (const other of others) assert.deepEqual(other, names)
    for (const db of nodes) await db.close()
    await empty.drop()
    await rm(dataDir, { recursive: true })
  })

  it('order text by bytes, and return numbers as numbers', async () => {
    const { context } = await testContext()
    const slugs = ['b', 'Z', 'é', 'a', '_', '📚']
    for (const slug of slugs) {
      await context.db.write((tx) =>
        tx
          .insertInto('partner')
          .values({ ...partner(slug), created_at: 2 ** 45 })
          .execute(),
      )
    }

    const rows = await context.db.read.selectFrom('partner').select(['slug', 'created_at']).orderBy('slug').execute()

    assert.deepEqual(
      rows.map(({ slug }) => slug),
      slugs.toSorted((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other))),
    )
    assert.ok(rows.every(({ created_at }) => created_at === 2 ** 45))
  })
})
