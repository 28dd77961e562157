import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { testContext } from '../test/test-app.ts'
import { isDatabaseUnavailable } from './errors.ts'
import { openDatabase } from './open.ts'

const partner = (slug: string) => ({ id: `ptn_${slug}`, slug, name: slug, created_at: 0 })

describe('write', () => {
  it('shows a reader nothing that is not committed', async () => {
    const { context } = await testContext()

    const seenInside = await context.db.write(async (tx) => {
      await tx.insertInto('partner').values(partner('a')).execute()
      return context.db.read.selectFrom('partner').select('id').execute()
    })

    assert.deepEqual(seenInside, [])
    assert.equal((await context.db.read.selectFrom('partner').select('id').execute()).length, 1)
  })

  it('keeps each of the pieces that arrive together, and only those, when one fails', async () => {
    const { context } = await testContext()
    const insert = (slug: string, fails = false) =>
      context.db.write(async (tx) => {
        await tx.insertInto('partner').values(partner(slug)).execute()
        if (fails) throw new Error('refused')
      })

    const outcomes = await Promise.allSettled([insert('a'), insert('b', true), insert('c'), insert('a')])

    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled', 'rejected'],
    )
    const rows = await context.db.read.selectFrom('partner').select('slug').orderBy('slug').execute()
    assert.deepEqual(
      rows.map(({ slug }) => slug),
      ['a', 'c'],
    )
  })

  it('takes what arrives while it is committing', async () => {
    const { context } = await testContext()
    const insert = (slug: string) => context.db.write((tx) => tx.insertInto('partner').values(partner(slug)).execute())

    await insert('a').then(() => Promise.all([insert('b'), insert('c').then(() => insert('d'))]))

    assert.equal((await context.db.read.selectFrom('partner').select('id').execute()).length, 4)
  })
})

describe('a full disk', () => {
  it('is an outage, said as one, and leaves nothing half written', async () => {
    const { context } = await testContext()
    await context.db.write(async (tx) => {
      const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(tx)
      await sql.raw(`pragma max_page_count = ${rows[0]!.page_count}`).execute(tx)
    })

    const small = context.db.write((tx) => tx.insertInto('partner').values(partner('a')).execute())
    const large = context.db.write((tx) =>
      tx
        .insertInto('partner')
        .values(partner('x'.repeat(50_000)))
        .execute(),
    )

    const outcomes = await Promise.allSettled([small, large])
    for (const outcome of outcomes) assert.ok(outcome.status === 'rejected' && isDatabaseUnavailable(outcome.reason))
    assert.deepEqual(await context.db.read.selectFrom('partner').select('id').execute(), [])
  })
})

describe('the embedded database', () => {
  it('is copied as it is at one instant, to a file that is sound', async () => {
    const { context } = await testContext()
    await context.db.write((tx) => tx.insertInto('partner').values(partner('a')).execute())
    const file = join(context.config.dataDir, 'copy.db')

    await context.db.copyTo(file)

    const copy = openDatabase(file)
    const { slug } = await copy.read.selectFrom('partner').select('slug').executeTakeFirstOrThrow()
    assert.deepEqual([slug, await copy.findFaults()], ['a', []])
    await copy.close()
  })

  it('says what is broken in it', async () => {
    const { context } = await testContext()
    const file = join(context.config.dataDir, 'copy.db')
    await context.db.copyTo(file)
    const bytes = await readFile(file)
    await writeFile(file, bytes.fill(0xff, 8192, 8192 + 200))

    const broken = openDatabase(file)

    assert.notDeepEqual(await broken.findFaults(), [])
    await broken.close()
  })
})
