import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { createApp } from '../app.ts'
import { eventually } from '../test/eventually.ts'
import { testContext } from '../test/test-app.ts'
import { ON_PG, testsOn } from '../test/test-database.ts'

async function service() {
  const { context, closeFirst } = await testContext()
  const stopping = new AbortController()
  const app = createApp(context, { stopping: stopping.signal })
  closeFirst.push(() => app.close())
  return { app, context, stopping }
}

describe('/readyz', ON_PG, () => {
  it('is ready when the service can serve', async () => {
    const { app } = await service()

    const response = await app.inject('/readyz')

    assert.deepEqual([response.statusCode, response.json()], [200, { status: 'ok' }])
  })

  it('says in a sentence that the database does not answer, and the process survives', async () => {
    const { app, context } = await service()
    await context.db.write((tx) => sql`alter table partner rename to partner_away`.execute(tx))

    const response = await app.inject('/readyz')

    assert.equal(response.statusCode, 503)
    assert.equal(response.headers['retry-after'], '2')
    assert.deepEqual(response.json(), {
      statusCode: 503,
      code: 'UNAVAILABLE',
      message: 'O banco de dados não está atendendo.',
    })
    assert.equal((await app.inject('/healthz')).statusCode, 200)
  })

  it('turns unready when a write fails and ready when one succeeds, and writes nothing otherwise', async () => {
    const { app, context } = await service()
    const { db } = context
    const fillDisk = async (isFull: boolean) => {
      if (db.kind === 'postgresql') {
        const raise = `raise exception 'no space left' using errcode = 'disk_full'`
        await sql
          .raw(
            `create or replace function fill() returns trigger language plpgsql as $$ begin ${isFull ? raise : 'return new'}; end $$`,
          )
          .execute(db.read)
        await sql
          .raw('create or replace trigger fill before insert on setting for each row execute function fill()')
          .execute(db.read)
        return
      }
      await db.write(async (tx) => {
        const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(tx)
        await sql.raw(`pragma max_page_count = ${isFull ? rows[0]?.page_count : 1_000_000}`).execute(tx)
      })
    }
    const write = () =>
      db.write((tx) =>
        tx
          .insertInto('setting')
          .values({ name: 'x', value: '-'.repeat(100_000) })
          .execute(),
      )
    const status = async () => (await app.inject('/readyz')).statusCode

    const before = await status()
    await fillDisk(true)
    const unnoticed = await status()
    // Repeated, since the log of calls may write its counts of the minute in between.
    await eventually(async () => {
      await assert.rejects(write())
      const failing = await app.inject('/readyz')
      assert.deepEqual([failing.statusCode, await status()], [503, 503])
      assert.match(failing.json().message, /não está gravando/)
      return true
    })
    await fillDisk(false)
    const again = [await status(), await status()]

    assert.deepEqual([before, unnoticed, again], [200, 200, [200, 200]])
    assert.deepEqual(
      await db.read.selectFrom('setting').select('name').where('name', '<>', 'signing_key').execute(),
      [],
    )
  })

  it('times out on a database that hangs', { skip: testsOn === 'sqlite' && 'it has one process' }, async () => {
    const { app, context } = await service()
    const answered = Promise.withResolvers<void>()
    const locked = Promise.withResolvers<void>()
    const stuck = context.db.write(async (tx) => {
      await sql`lock table partner in access exclusive mode`.execute(tx)
      locked.resolve()
      await answered.promise
    })
    await locked.promise

    const response = await app.inject('/readyz')

    answered.resolve()
    await stuck
    assert.equal(response.statusCode, 503)
    assert.equal(response.json().message, 'O banco de dados não respondeu em 2 segundos.')
  })

  it('turns unready as soon as the service receives a stop signal, while it still serves', async () => {
    const { app, stopping } = await service()
    stopping.abort()

    const response = await app.inject('/readyz')

    assert.equal(response.statusCode, 503)
    assert.equal(response.json().message, 'O serviço está encerrando.')
    assert.equal((await app.inject('/healthz')).statusCode, 200)
    assert.equal((await app.inject('/partner/v1/catalog')).headers.connection, 'close')
  })
})
