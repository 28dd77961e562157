import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { sql } from 'kysely'
import { createApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { closeContext, openContext } from '../context.ts'
import { insertMember } from '../members/member.ts'
import { addPartner, testContext } from '../test/test-app.ts'
import { createTestDatabase } from '../test/test-database.ts'
import type { Database } from './database.ts'
import { migrate } from './migrate.ts'
import { openDatabase } from './open.ts'
import { readTableShapes, type TableShape } from './transfer/introspect.ts'

const ROWS = 7

/** A database as the first version made it, with rows in every table: what belongs together has one number. */
async function openFirstVersion(): Promise<{ db: Database; tables: TableShape[] }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'estante-migrate-'))
  const database = await createTestDatabase()
  const db = await openDatabase({ dataDir, databaseUrl: database.env.DATABASE_URL, databasePoolSize: 5 })
  after(async () => {
    await db.close()
    await database.drop()
    await rm(dataDir, { recursive: true })
  })
  const script = await readFile(new URL('./migrations/0001-initial.sql', import.meta.url), 'utf8')
  await db.write(async (tx) => {
    for (const statement of script.replace(/--.*$/gm, '').split(';')) {
      if (statement.trim() !== '') await sql.raw(statement).execute(tx)
    }
    await sql`create table migration (name text primary key)`.execute(tx)
    await sql`insert into migration (name) values ('0001-initial.sql')`.execute(tx)
  })
  const tables = (await readTableShapes(db)).filter(({ name }) => name !== 'migration')
  for (const { name, columns } of tables) {
    const rows = Array.from({ length: ROWS }, (_, row) =>
      Object.fromEntries(columns.map(({ name, type }) => [name, type === 'text' ? `n${row}` : row + 1])),
    )
    await db.write((tx) =>
      tx
        .insertInto(name as 'setting')
        .values(rows as never)
        .execute(),
    )
  }
  return { db, tables }
}

async function rowsOf(db: Database, { name, columns, key }: TableShape): Promise<unknown[]> {
  const list = (names: string[]) => sql.join(names.map((column) => sql.ref(column)))
  const columnNames = columns.map((column) => column.name)
  const { rows } = await sql`select ${list(columnNames)} from ${sql.table(name)} order by ${list(key)}`.execute(db.read)
  return rows
}

describe('an upgrade', () => {
  it('keeps every row of the first version, each with its partner', async () => {
    const { db, tables } = await openFirstVersion()
    const before = await Promise.all(tables.map((table) => rowsOf(db, table)))

    await migrate(db)

    assert.ok(before.every((rows) => rows.length === ROWS))
    assert.deepEqual(await Promise.all(tables.map((table) => rowsOf(db, table))), before)
    const shapes = await readTableShapes(db)
    for (const { name } of tables) {
      const columns = shapes.find((shape) => shape.name === name)!.columns.map((column) => column.name)
      if (!columns.includes('member_id')) continue
      const { rows } = await sql<{ partner_id: string; member_id: string }>`
        select partner_id, member_id from ${sql.table(name)}
      `.execute(db.read)
      // Of one number when they were made.
      for (const { partner_id, member_id } of rows) assert.equal(partner_id, member_id, name)
    }
  })

  it('keeps the totals of the months there are, though not their titles', async () => {
    const { db } = await openFirstVersion()

    await migrate(db)

    const counted = await db.read.selectFrom('usage_title').selectAll().orderBy('month').execute()
    const rows = counted.map((row) => [row.month, row.publication_id, row.active_users, row.reading_chapters])
    assert.deepEqual(
      rows,
      Array.from({ length: ROWS }, (_, row) => [`n${row}`, '', 1, row + 1]),
    )
  })

  it('takes members’ e-mails out of the audit, and leaves their identifiers', async () => {
    const { context, clock } = await testContext()
    const { db } = context
    const { id: partnerId } = await addPartner(context)
    const tenancy = { partnerId, environment: 'production' } as const
    const member = await db.write((tx) =>
      insertMember(tx, clock.now(), tenancy, { externalUserId: 'ana@antes.example', email: 'ana@example.com' }),
    )
    const memberId = member?.id ?? ''
    const subjects = ['ana@antes.example', 'ana@example.com', 'de-antes@example.com', 'convidada@example.com']
    await db.write(async (tx) => {
      for (const [at, subject] of subjects.entries()) {
        const isOfTeam = subject === 'convidada@example.com'
        const row = {
          act: isOfTeam ? 'admin-invited' : 'member-blocked',
          member_id: isOfTeam ? null : memberId,
        } as const
        await tx
          .insertInto('audit')
          .values({
            id: `aud_${at}`,
            partner_id: partnerId,
            at,
            actor: null,
            subject,
            address: null,
            detail: null,
            ...row,
          })
          .execute()
      }
      await sql`delete from migration where name = '0081-audit-without-emails.sql'`.execute(tx)
    })

    await migrate(db)

    const rows = await db.read.selectFrom('audit').select('subject').where('at', '<', 9).orderBy('id').execute()
    assert.deepEqual(
      rows.map(({ subject }) => subject),
      ['ana@antes.example', memberId, memberId, 'convidada@example.com'],
    )
  })

  it('that is made again changes nothing', async () => {
    const { db } = await openFirstVersion()
    await migrate(db)
    const shapes = await readTableShapes(db)
    const before = await Promise.all(shapes.map((shape) => rowsOf(db, shape)))

    await migrate(db)

    assert.deepEqual(await Promise.all(shapes.map((shape) => rowsOf(db, shape))), before)
  })

  it('makes the same tables on an old database and on a new one', async () => {
    const { db } = await openFirstVersion()
    const { context } = await testContext()

    await migrate(db)

    const outline = async (one: Database) =>
      (await readTableShapes(one)).map((shape) => ({ ...shape, unique: shape.unique.toSorted() }))
    assert.deepEqual(await outline(db), await outline(context.db))
  })
})

describe('a version before the one that last ran', () => {
  it('opens the database and serves', async () => {
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
