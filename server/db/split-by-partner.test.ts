import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, describe, it } from 'node:test'
import pg from 'pg'
import { createTestDatabase, ON_PG, testsOn } from '../test/test-database.ts'
import { migrate } from './migrate.ts'
import { openPostgres } from './postgres.ts'

const SCRIPT = new URL('../../docs/operacao/dividir-por-parceiro.sql', import.meta.url)

describe('tables partitioned by partner', { ...ON_PG, skip: testsOn !== 'postgresql' }, () => {
  it('keep their columns, keys and indexes', async () => {
    const client = await connectToTables()
    const before = await shapeOf(client)

    await client.query(await readFile(SCRIPT, 'utf8'))

    const afterwards = await shapeOf(client)
    const { rows } = await client.query<{ name: string }>(
      "select relname as name from pg_class where relkind = 'p' order by relname",
    )
    await client.end()
    assert.deepEqual(afterwards, before)
    assert.deepEqual(
      rows.map(({ name }) => name),
      SPLIT,
    )
  })

  it('give no member the number of one who was removed', async () => {
    const client = await connectToTables()
    const addMember = async (publicId: string) => {
      const { rows } = await client.query<{ id: string }>(
        'insert into member (partner_id, public_id, environment, created_at, revocation_count) values (1, $1, 0, 0, 0) returning id',
        [publicId],
      )
      return Number(rows[0]?.id)
    }
    await client.query(
      "insert into partner (public_id, slug, name, created_at, search_text) values ('ptn_1', 'a', 'A', 0, 'a')",
    )
    await addMember('mbr_1')
    const removed = await addMember('mbr_2')
    await client.query('delete from member where id = $1', [removed])

    await client.query(await readFile(SCRIPT, 'utf8'))

    const next = await addMember('mbr_3')
    await client.end()
    assert.equal(next, removed + 1)
  })
})

/** Connects to a database with the tables of the migrations. */
async function connectToTables(): Promise<pg.Client> {
  const { env, drop } = await createTestDatabase()
  after(drop)
  const url = env.DATABASE_URL!
  const db = openPostgres(url, 1)
  await migrate(db)
  await db.close()
  const client = new pg.Client(url)
  await client.connect()
  return client
}

/** Tables that grow with the members of a partner. */
const SPLIT = [
  'access_event',
  'activity_minute',
  'annotation',
  'chapter_read',
  'former_place',
  'lease',
  'library_entry',
  'member',
  'member_list',
  'member_list_title',
  'member_preferences',
  'member_word',
  'queue_entry',
  'usage_month',
]

/** Describes a table in the same text whether or not it is partitioned. */
async function shapeOf(client: pg.Client): Promise<string[]> {
  const columns = await client.query<{ line: string }>(
    `select table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable || ' ' || coalesce(column_default, '') as line
     from information_schema.columns where table_schema = 'public' and table_name = any($1)`,
    [SPLIT],
  )
  const indexes = await client.query<{ line: string }>(
    `select regexp_replace(indexdef, ' ON (ONLY )?public\\.', ' ON ') as line
     from pg_indexes where schemaname = 'public' and tablename = any($1)`,
    [SPLIT],
  )
  const constraints = await client.query<{ line: string }>(
    `select conrelid::regclass || ' ' || pg_get_constraintdef(oid) as line
     from pg_constraint where contype <> 'n' and conrelid = any($1::text[]::regclass[]) and conparentid = 0`,
    [SPLIT],
  )
  return [...columns.rows, ...indexes.rows, ...constraints.rows].map(({ line }) => line).sort()
}
