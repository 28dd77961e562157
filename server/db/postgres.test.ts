import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { eventually } from '../test/eventually.ts'
import { testContext } from '../test/test-app.ts'
import { EMPTYING, ON_PG, testsOn } from '../test/test-database.ts'
import type { Transaction } from './database.ts'
import { isDatabaseUnavailable, violatesUnique, WriteConflict } from './errors.ts'
import { notify } from './notify.ts'
import { openPostgres } from './postgres.ts'

const partner = (slug: string) => ({ public_id: `ptn_${slug}`, slug, name: slug, search_text: slug, created_at: 0 })

describe('PostgreSQL', { ...ON_PG, skip: testsOn !== 'postgresql' }, () => {
  it('runs a transaction again after a conflict', async () => {
    const { context } = await testContext()
    await context.db.write((tx) =>
      tx
        .insertInto('partner')
        .values([partner('a'), partner('b')])
        .execute(),
    )
    const rename = (first: string, second: string) =>
      context.db.write(async (tx) => {
        await tx.updateTable('partner').set({ name: first }).where('slug', '=', first).execute()
        await sql`select pg_sleep(0.05)`.execute(tx)
        await tx.updateTable('partner').set({ name: first }).where('slug', '=', second).execute()
      })

    // A deadlock: PostgreSQL aborts one of them.
    await Promise.all([rename('a', 'b'), rename('b', 'a')])

    const rows = await context.db.read.selectFrom('partner').select('name').execute()
    assert.equal(new Set(rows.map(({ name }) => name)).size, 1)
  })

  it('runs concurrent queries of a transaction in order, and keeps none when one fails', async () => {
    const { context } = await testContext()
    const insert = (tx: Transaction, slug: string) => tx.insertInto('partner').values(partner(slug)).execute()
    const countPartners = (db: Transaction) =>
      db
        .selectFrom('partner')
        .select((select) => select.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()

    const [before, , after] = await context.db.write((tx) =>
      Promise.all([countPartners(tx), insert(tx, 'a'), countPartners(tx)]),
    )
    const failing = context.db.write((tx) => Promise.all([insert(tx, 'b'), insert(tx, 'a'), insert(tx, 'c')]))

    await assert.rejects(failing, (error) => violatesUnique(error, 'public_id'))
    assert.deepEqual([before.count, after.count, (await countPartners(context.db.read)).count], [0, 1, 1])
  })

  it('runs a transaction again after a conflict that comes to light by a later query', async () => {
    const { context } = await testContext()
    const conflict = sql.raw(`do $$ begin raise exception using errcode = '40P01'; end $$`)
    let runs = 0

    const answer = await context.db.write(async (tx) => {
      const queries = [...(runs++ === 0 ? [conflict] : []), sql`select 1`]
      const results = await Promise.allSettled(queries.map((query) => query.execute(tx)))
      const last = results.at(-1)!
      if (last.status === 'rejected') throw last.reason
      return last.value.rows.length
    })

    assert.deepEqual([runs, answer], [2, 1])
  })

  it('gives up on a transaction that conflicts every time', async () => {
    const { context } = await testContext()
    let runs = 0

    const writing = context.db.write(async () => {
      runs++
      throw new WriteConflict()
    })

    await assert.rejects(writing, WriteConflict)
    assert.equal(runs, 5)
  })

  it('reconnects after every connection was cut', async () => {
    const { context } = await testContext()
    await Promise.all(Array.from({ length: 5 }, () => sql`select pg_sleep(0.01)`.execute(context.db.read)))
    await cutConnections(context.config.databaseUrl)

    // Each connection notices by itself.
    const write = () => context.db.write((tx) => tx.insertInto('partner').values(partner('a')).execute())
    let isWritten = false
    for (let failures = 0; !isWritten && failures <= 5; failures++) {
      isWritten = await write().then(
        () => true,
        (error) => {
          assert.ok(isDatabaseUnavailable(error), error)
          return false
        },
      )
    }

    assert.ok(isWritten)
    assert.equal((await context.db.read.selectFrom('partner').select('id').execute()).length, 1)
  })

  it('reports a connection lost during a write as an outage, and survives', async () => {
    const { context } = await testContext()
    const writing = context.db.write(async (tx) => {
      await tx.insertInto('partner').values(partner('a')).execute()
      await sql`select pg_sleep(20)`.execute(tx)
    })
    const cut = (async () => {
      await eventually(() => context.db.load().busy > 0)
      await cutConnections(context.config.databaseUrl)
    })()

    await assert.rejects(writing, isDatabaseUnavailable)
    await cut

    assert.deepEqual(await context.db.read.selectFrom('partner').select('id').execute(), [])
  })

  it('reports a missing server as an outage', async () => {
    const db = openPostgres('postgres://estante@127.0.0.1:1/estante', 2)

    await assert.rejects(db.read.selectFrom('partner').select('id').execute(), isDatabaseUnavailable)
    await db.close()
  })

  it('reports a user that is refused, or a database that is gone, as an outage', async () => {
    const { context } = await testContext()
    const [user, database] = [new URL(context.config.databaseUrl ?? ''), new URL(context.config.databaseUrl ?? '')]
    user.username = 'nobody'
    database.pathname = 'nothing'

    for (const { href } of [user, database]) {
      const db = openPostgres(href, 2)
      await assert.rejects(db.read.selectFrom('partner').select('id').execute(), isDatabaseUnavailable)
      await db.close()
    }
  })

  it('reports a certificate that it does not trust as an outage', () => {
    for (const code of ['CERT_HAS_EXPIRED', 'SELF_SIGNED_CERT_IN_CHAIN', 'ERR_TLS_CERT_ALTNAME_INVALID'])
      assert.ok(isDatabaseUnavailable(Object.assign(new Error(code), { code })), code)
  })

  it('cancels a statement that takes too long, as an outage', async () => {
    const { context } = await testContext()

    const waiting = context.db.write(async (tx) => {
      await sql`set local statement_timeout = 20`.execute(tx)
      await sql`select pg_sleep(5)`.execute(tx)
    })

    await assert.rejects(waiting, isDatabaseUnavailable)
  })

  it('notifies every node after a commit, and of nothing that was rolled back', async () => {
    const { context } = await testContext()
    const other = openPostgres(context.config.databaseUrl ?? '', 2)
    const received: string[] = []
    other.onNotify('revoked', (detail) => received.push(detail))
    const send = (detail: string) => context.db.write(async (tx) => notify(tx, 'revoked', detail))
    const refused = context.db.write(async (tx) => {
      notify(tx, 'revoked', 'never')
      throw new Error('refused')
    })
    await assert.rejects(refused)

    // The other node may not be listening yet, and not again right after its connections were cut.
    const untilReceived = (detail: string) =>
      eventually(async () => {
        await send(detail)
        return received.includes(detail)
      })
    await untilReceived('first')
    await cutConnections(context.config.databaseUrl)
    await untilReceived('second')

    assert.ok(!received.includes('never'))
    await other.close()
  })
})

async function cutConnections(url: string | undefined): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and application_name <> $1`,
    [EMPTYING],
  )
  await client.end()
}
