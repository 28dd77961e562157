import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { createApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { closeContext, openContext } from '../context.ts'
import { addPartner, testContext } from '../test/test-app.ts'
import { ON_PG } from '../test/test-database.ts'
import { migrate } from './migrate.ts'
import { readTableShapes } from './transfer/introspect.ts'

describe('an upgrade', ON_PG, () => {
  it('changes nothing when it is repeated', async () => {
    const { context } = await testContext()
    await addPartner(context)
    const contentOf = async () => ({
      shapes: await readTableShapes(context.db),
      partners: await context.db.read.selectFrom('partner').selectAll().execute(),
      migrations: (await sql`select name from migration order by name`.execute(context.db.read)).rows,
    })
    const before = await contentOf()

    await migrate(context.db)

    assert.deepEqual(await contentOf(), before)
  })
})

describe('a database from before the first release', ON_PG, () => {
  it('is refused with what to do, and not changed', async () => {
    const { context, env } = await testContext()
    const { db } = context
    await addPartner(context)
    await db.write(async (tx) => {
      await sql`delete from migration`.execute(tx)
      await sql`insert into migration (name) values ('0001-initial.sql'), ('0002-partner-first.sql')`.execute(tx)
    })
    const before = await readTableShapes(db)

    const opened = openContext(readConfig(env))

    await assert.rejects(opened, {
      name: 'EarlierSchema',
      message: /^Este banco foi criado por uma versão do Estante anterior.* Comece com um banco vazio/,
    })
    assert.deepEqual(await readTableShapes(db), before)
    assert.equal((await db.read.selectFrom('partner').select('id').execute()).length, 1)
    assert.equal((await sql`select name from migration`.execute(db.read)).rows.length, 2)
  })
})

describe('an older version, on a newer database', ON_PG, () => {
  it('opens it and serves', async () => {
    const { context, env } = await testContext()
    const { authorization } = await addPartner(context)
    await context.db.write(async (tx) => {
      await sql`insert into migration (name) values ('9999-later.sql')`.execute(tx)
      await sql`create table later (id text primary key)`.execute(tx)
      await sql`alter table member add column later text`.execute(tx)
    })

    const earlier = await openContext(readConfig(env), { clock: context.clock })

    const app = createApp(earlier)
    const answer = await app.inject({
      method: 'POST',
      url: '/partner/v1/sessions',
      headers: { authorization },
      payload: { externalUserId: 'u1' },
    })
    assert.equal(answer.statusCode, 201)
    await app.close()
    await closeContext(earlier)
  })
})
