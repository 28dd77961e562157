import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { createTestDatabase, ON_PG, pairsOfDatabases } from '../../test/test-database.ts'
import type { Database } from '../database.ts'
import { isDatabaseUnavailable } from '../errors.ts'
import { migrate } from '../migrate.ts'
import { openDatabase } from '../open.ts'
import { refuseElsewhere } from '../relocated.ts'
import { readTableShapes, type TableShape } from './introspect.ts'
import { copyDatabase, moveDatabase } from './move.ts'

type Kind = Database['kind']

const settingsOf = new WeakMap<Database, Parameters<typeof openDatabase>[0]>()

async function open(kind: Kind): Promise<Database> {
  const dataDir = await mkdtemp(join(tmpdir(), 'estante-copy-'))
  const database = kind === 'sqlite' ? undefined : await createTestDatabase()
  const settings = { dataDir, databaseUrl: database?.env.DATABASE_URL, databasePoolSize: 5 }
  const db = await openDatabase(settings)
  settingsOf.set(db, settings)
  after(async () => {
    await db.close()
    await database?.drop()
    await rm(dataDir, { recursive: true })
  })
  await migrate(db)
  return db
}

/** Opens a database once more, as another process does. */
async function openAgain(db: Database): Promise<Database & AsyncDisposable> {
  const again = await openDatabase(settingsOf.get(db)!)
  return { ...again, [Symbol.asyncDispose]: again.close }
}

/** A database with rows in every table, of later versions too, and all kinds of text and bytes. */
async function openFilled(kind: Kind, rows = 30): Promise<Database> {
  const db = await open(kind)
  await fill(db, 0, rows)
  return db
}

async function copiedTables(db: Database): Promise<TableShape[]> {
  return (await readTableShapes(db)).filter(
    ({ name }) => !['migration', 'client_calls', 'copying', 'moved'].includes(name),
  )
}

async function fill(db: Database, first: number, rows: number): Promise<void> {
  const letters = ['a', 'Z', 'ç', '\uFFFD', '📚', "'", '"', '\\', '{', '\n']
  for (const { name, columns } of await copiedTables(db)) {
    const values = Array.from({ length: rows }, (_, row) =>
      Object.fromEntries(
        columns.map(({ name: column, type }) => {
          const number = first + row
          // Referenced rows are named by number, so that they exist.
          const isName = /^(?:id|.*_id|.*_by)$/.test(column)
          const text = isName ? `${number}` : `${letters[row % letters.length]}${number}`
          const value =
            type === 'text'
              ? text
              : type === 'bytea'
                ? Buffer.from([0, 0xff, 0x5c, number >> 8, number])
                : type === 'double precision'
                  ? Math.PI * number
                  : isName
                    ? number
                    : 2 ** 31 - 1 - number
          return [column, value]
        }),
      ),
    )
    await db.write((tx) =>
      tx
        .insertInto(name as 'setting')
        .values(values as never)
        .execute(),
    )
  }
}

/** Returns the number that the database gave the partner. */
async function addPartner(db: Database, slug: string): Promise<number> {
  const row = { public_id: `ptn_${slug}`, slug, name: slug, search_text: slug, created_at: 1 }
  const { id } = await db.write((tx) => tx.insertInto('partner').values(row).returning('id').executeTakeFirstOrThrow())
  return id
}

/** Dumps a database as text, without the code under test. */
async function contentOf(db: Database): Promise<Record<string, string[]>> {
  const content: Record<string, string[]> = {}
  for (const { name } of await copiedTables(db)) {
    const rows = await db.read
      .selectFrom(name as 'setting')
      .selectAll()
      .execute()
    const toText = (value: unknown) => (value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value)
    content[name] = rows
      .map((row) =>
        JSON.stringify(
          Object.entries<unknown>(row)
            .map(([column, value]) => [column, toText(value)])
            .sort(),
        ),
      )
      .sort()
  }
  return content
}

/** A copy that stops at this step: one step for each table, and one more to verify it. */
async function interruptCopy(source: Database, target: Database, lastStep: number): Promise<void> {
  let step = 0
  const onProgress = () => {
    if (++step === lastStep) throw new Error('interrupted')
  }
  const copying = copyDatabase(source, target, { onProgress })
  await assert.rejects(copying, /interrupted/)
}

for (const [from, to] of pairsOfDatabases) {
  describe(`a copy from ${from} to ${to}`, ON_PG, () => {
    it('equals its source row by row, and reports the number of rows', async () => {
      const [source, target] = [await openFilled(from), await open(to)]
      // Left by a command that only opened the new database.
      await target.write((tx) => tx.insertInto('setting').values({ name: 'signing_key', value: 'another' }).execute())

      const counts = await copyDatabase(source, target)

      const content = await contentOf(source)
      assert.deepEqual(await contentOf(target), content)
      assert.deepEqual(
        Object.fromEntries(counts.map(({ table, rows }) => [table, rows])),
        Object.fromEntries(Object.entries(content).map(([table, rows]) => [table, rows.length])),
      )
      assert.ok(Object.values(content).every((rows) => rows.length === 30))
      await refuseElsewhere(target)
    })

    it('resumes an interrupted copy, and repairs rows that changed in between', async () => {
      const [source, target] = [await openFilled(from), await open(to)]
      await interruptCopy(source, target, 6)
      await assert.rejects(refuseElsewhere(target), /não terminou/)
      await fill(source, 100, 5)
      await source.write(async (tx) => {
        await tx.deleteFrom('usage_month').where('member_id', '=', 7).execute()
        await tx.updateTable('partner').set({ name: 'Outro nome' }).where('id', '=', 3).execute()
      })

      await copyDatabase(source, target)

      assert.deepEqual(await contentOf(target), await contentOf(source))
    })

    it('is taken over by one that begins later, and writes nothing after it', async () => {
      const [source, target] = [await openFilled(from), await open(to)]
      await using otherSource = await openAgain(source)
      const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      // Migrates the target and takes it; then it stops before its first rows.
      let writes = 0
      const slow: Database = {
        ...target,
        async write(callback) {
          if (++writes === 3) {
            reached.resolve()
            await released.promise
          }
          return target.write(callback)
        },
      }
      const earlier = assert.rejects(copyDatabase(otherSource, slow), /Outra cópia para este destino começou depois/)
      await reached.promise
      await source.write((tx) => tx.updateTable('partner').set({ name: 'Outro nome' }).where('id', '=', 3).execute())

      const beforeEnd = async () => {
        released.resolve()
        await earlier
      }
      await copyDatabase(source, target, { beforeEnd })

      assert.deepEqual(await contentOf(target), await contentOf(source))
      await refuseElsewhere(target)
    })

    it('gives no row the number of one that was removed', async () => {
      const [source, target] = [await open(from), await open(to)]
      await addPartner(source, 'left')
      const removed = await addPartner(source, 'removed')
      await source.write((tx) => tx.deleteFrom('partner').where('id', '=', removed).execute())

      await copyDatabase(source, target)

      assert.equal(await addPartner(target, 'added'), removed + 1)
    })

    it('gives no row the number of one that was inserted with it', async () => {
      const [source, between, target] = [await openFilled(from), await open(to), await open(from)]
      await copyDatabase(source, between)

      await copyDatabase(between, target)

      assert.equal(await addPartner(target, 'added'), 30)
    })

    it('handles unique values that moved from one row to another', async () => {
      const [source, target] = [await openFilled(from), await open(to)]
      const tables = await copiedTables(source)
      await interruptCopy(source, target, tables.length + 1)
      await source.write(async (tx) => {
        const give = (id: number, slug: string) =>
          tx.updateTable('partner').set({ slug }).where('id', '=', id).execute()
        await give(1, 'between')
        await give(2, 'Z1')
        await give(1, 'ç2')
        // A folder that was split: its place in the job is that of its first file.
        await tx.updateTable('import_item').set({ id: '99' }).where('id', '=', '2').execute()
      })

      await copyDatabase(source, target)

      assert.deepEqual(await contentOf(target), await contentOf(source))
    })
  })
}

for (const [from, to] of pairsOfDatabases) {
  describe(`a move from ${from} to ${to}`, ON_PG, () => {
    it('loses no write acknowledged during the move, and leaves a source that acknowledges none', async () => {
      const [source, target] = [await openFilled(from), await open(to)]
      const acknowledged: number[] = []
      let isRefused = false
      const serving = (async () => {
        for (let id = 1000; !isRefused; id++) {
          const row = { id, public_id: `${id}`, slug: `s${id}`, name: 'Novo', search_text: '', created_at: id }
          await source
            .write((tx) => tx.insertInto('partner').values(row).execute())
            .then(
              () => acknowledged.push(row.id),
              (error) => {
                assert.ok(isDatabaseUnavailable(error), error)
                isRefused = true
              },
            )
          await wait(1)
        }
      })()

      await moveDatabase(source, target, 'postgres://novo/estante').catch((error) => {
        isRefused = true
        throw error
      })

      await serving
      assert.ok(acknowledged.length > 0)
      const partners = await target.read.selectFrom('partner').select('id').where('id', 'in', acknowledged).execute()
      assert.equal(partners.length, acknowledged.length)
      await refuseElsewhere(target)
      for (const { name } of await copiedTables(target)) {
        const emptying = source.write((tx) => sql`delete from ${sql.table(name)}`.execute(tx))
        await assert.rejects(emptying, isDatabaseUnavailable)
      }
    })

    it('is completed when it was interrupted after the old database was closed', async () => {
      const [source, target] = [await openFilled(from), await open(to)]
      const content = await contentOf(source)
      // The source is written to twice, to migrate it and to close it; then the process dies.
      let writes = 0
      const watched: Database = { ...source, write: (callback) => source.write(callback).finally(() => writes++) }
      const dying: Database = {
        ...target,
        write: (callback) => (writes === 2 ? Promise.reject(new Error('died')) : target.write(callback)),
      }
      await assert.rejects(moveDatabase(watched, dying, 'postgres://novo/estante'), /died/)
      await assert.rejects(refuseElsewhere(target), /não terminou/)

      await moveDatabase(source, target, 'postgres://novo/estante')

      assert.deepEqual(await contentOf(target), content)
      await refuseElsewhere(target)
      await assert.rejects(refuseElsewhere(source), /postgres:\/\/novo\/estante/)
    })

    it('changes nothing when it is repeated', async () => {
      const [source, target] = [await openFilled(from), await open(to)]
      await moveDatabase(source, target, 'postgres://novo/estante')
      await target.write((tx) => tx.updateTable('partner').set({ name: 'Depois' }).execute())

      const again = moveDatabase(source, target, 'postgres://novo/estante')

      await assert.rejects(again, /já foi mudado para postgres:\/\/novo\/estante/)
      const { name } = await target.read.selectFrom('partner').select('name').executeTakeFirstOrThrow()
      assert.equal(name, 'Depois')
    })

    it('refuses a target of another schema, and says that it is the target', async () => {
      const [source, target] = [await open(from), await open(to)]
      await target.write(async (tx) => {
        await sql`delete from migration`.execute(tx)
        await sql`insert into migration (name) values ('0001-tables.sql 7d865e959b24')`.execute(tx)
      })

      const moving = moveDatabase(source, target, 'postgres://novo/estante')

      await assert.rejects(moving, /^CopyError: O destino foi criado por .* outro esquema/)
      await refuseElsewhere(source)
    })

    it('refuses a target that holds anything else', async () => {
      const [source, target] = [await openFilled(from), await openFilled(to, 3)]

      const moving = moveDatabase(source, target, 'postgres://novo/estante')

      await assert.rejects(moving, /não está vazio/)
      await refuseElsewhere(source)
      assert.equal((await target.read.selectFrom('partner').select('id').execute()).length, 3)
    })
  })
}
