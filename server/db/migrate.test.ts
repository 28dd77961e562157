import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { createApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { closeContext, openContext } from '../context.ts'
import { addPartner, testContext } from '../test/test-app.ts'
import { ON_PG, testsOn } from '../test/test-database.ts'
import type { Database } from './database.ts'
import { migrate } from './migrate.ts'
import { readTableShapes } from './transfer/introspect.ts'

describe('an upgrade', ON_PG, () => {
  it('changes nothing when it is repeated', async () => {
    const { context } = await testContext()
    await addPartner(context)
    const before = await contentOf(context.db)

    await migrate(context.db)

    assert.deepEqual(await contentOf(context.db), before)
  })
})

describe('a database with another schema', ON_PG, () => {
  const created = {
    'by earlier files': "insert into migration (name) values ('0001-initial.sql'), ('0002-partner-first.sql')",
    'by an earlier state of the same file': "insert into migration (name) values ('0001-tables.sql')",
    'by another state of the same file': "insert into migration (name) values ('0001-tables.sql 7d865e959b24')",
  }
  for (const [how, statement] of Object.entries(created)) {
    it(`is refused with what to do, and not changed, when it was created ${how}`, async () => {
      const { context, env } = await testContext()
      const { db } = context
      await addPartner(context)
      await db.write(async (tx) => {
        await sql`delete from migration`.execute(tx)
        await sql.raw(statement).execute(tx)
      })
      const before = await contentOf(db)

      const opened = openContext(readConfig(env))

      await assert.rejects(opened, {
        name: 'OtherSchema',
        message: /^Este banco foi criado por uma versão do Estante com outro esquema.* Comece com um banco vazio/,
      })
      assert.deepEqual(await contentOf(db), before)
    })
  }
})

describe('a PostgreSQL database', { skip: testsOn === 'sqlite', ...ON_PG }, () => {
  it('is refused with what to do when its encoding cannot store every character', async () => {
    const { context, env } = await testContext()
    const name = `latin_${randomUUID().replaceAll('-', '')}`
    await sql`create database ${sql.ref(name)} encoding 'LATIN1' locale 'C' template template0`.execute(context.db.read)
    const url = new URL(env.DATABASE_URL ?? '')
    url.pathname = name

    const opened = openContext(readConfig({ ...env, DATABASE_URL: url.href }))

    await assert.rejects(opened, { message: /^O banco no PostgreSQL está em LATIN1, .*: crie outro/ })
    await sql`drop database ${sql.ref(name)} with (force)`.execute(context.db.read)
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

async function contentOf(db: Database) {
  return {
    shapes: await readTableShapes(db),
    partners: await db.read.selectFrom('partner').selectAll().execute(),
    migrations: (await sql`select name from migration order by name`.execute(db.read)).rows,
  }
}
