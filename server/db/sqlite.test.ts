import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, describe, it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { findFaults } from '../cli/find-faults.ts'
import { eventually } from '../test/eventually.ts'
import { isDatabaseUnavailable } from './errors.ts'
import { migrate } from './migrate.ts'
import { prepared } from './prepared.ts'
import { openSqlite } from './sqlite.ts'
import { exportTo } from './transfer/export.ts'

const partner = (slug: string) => ({ public_id: `ptn_${slug}`, slug, name: slug, search_text: slug, created_at: 0 })

async function openInFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'estante-sqlite-'))
  const db = openSqlite(join(folder, 'estante.db'))
  after(async () => {
    await db.close()
    await rm(folder, { recursive: true })
  })
  await migrate(db)
  return { db, folder }
}

describe('damage to a database', () => {
  it('is found in an index that does not match its table, which no other check notices', async () => {
    const { db, folder } = await openInFolder()
    await db.write((tx) =>
      tx
        .insertInto('partner')
        .values([partner('a'), partner('b')])
        .execute(),
    )
    const sound = await findFaults(db)
    const file = new DatabaseSync(join(folder, 'estante.db'), { defensive: false })
    file.exec(`
      create table shelf (a, b); insert into shelf values (1, 9), (2, 8); create index shelf_index on shelf (a);
      pragma writable_schema = on;
      update sqlite_schema set sql = 'create index shelf_index on shelf (b)' where name = 'shelf_index'`)
    file.close()
    const damaged = openSqlite(join(folder, 'estante.db'))
    after(() => damaged.close())

    const faults = await findFaults(damaged)

    assert.deepEqual(sound, [])
    assert.match(faults.join(), /shelf_index/)
  })
})

describe('a full disk', () => {
  it('is reported as an outage, and leaves no partial write', async () => {
    const { db } = await openInFolder()
    await db.write(async (tx) => {
      const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(tx)
      await sql.raw(`pragma max_page_count = ${rows[0]!.page_count}`).execute(tx)
    })

    const small = db.write((tx) => tx.insertInto('partner').values(partner('a')).execute())
    const large = db.write((tx) =>
      tx
        .insertInto('partner')
        .values(partner('x'.repeat(50_000)))
        .execute(),
    )

    const outcomes = await Promise.allSettled([small, large])
    for (const outcome of outcomes) assert.ok(outcome.status === 'rejected' && isDatabaseUnavailable(outcome.reason))
    assert.deepEqual(await db.read.selectFrom('partner').select('id').execute(), [])
  })
})

describe('the embedded database', () => {
  it('groups writes that arrive one turn apart into one commit', async () => {
    const { db } = await openInFolder()
    const count = async (tx: typeof db.readBulk) => (await tx.selectFrom('partner').select('id').execute()).length
    const first = db.write((tx) => tx.insertInto('partner').values(partner('a')).execute())
    await nextTurn()

    const seen = await db.write(async (tx) => ({ committed: await count(db.readBulk), within: await count(tx) }))

    await first
    assert.deepEqual(seen, { committed: 0, within: 1 })
  })

  it('finds the access events of a call by its id, not by going through those of the partner', async () => {
    const { db } = await openInFolder()

    const { rows } = await sql<{ detail: string }>`
      explain query plan select * from access_event where partner_id = 1 and id = x'00'`.execute(db.read)

    assert.equal(rows[0]?.detail, 'SEARCH access_event USING INDEX access_event_call (partner_id=? AND id=?)')
  })

  it('waits for another process that writes, and serves readers meanwhile', async () => {
    const { db, folder } = await openInFolder()
    const other = new DatabaseSync(join(folder, 'estante.db'))
    other.exec('begin immediate')
    const writing = db.write((tx) => tx.insertInto('partner').values(partner('a')).execute())
    await eventually(() => db.load().busy > 0)

    const seen = await db.read.selectFrom('partner').select('id').execute()

    assert.deepEqual([seen, db.load().busy], [[], 1])
    other.exec('rollback')
    await writing
    assert.equal((await db.read.selectFrom('partner').select('id').execute()).length, 1)
    other.close()
  })

  it('shows prepared reads nothing of a write before its commit', async () => {
    const { db } = await openInFolder()
    const readSlugs = prepared((from, _: object) => from.selectFrom('partner').select('slug'))
    const { promise: goOn, resolve: letGoOn } = Promise.withResolvers<void>()
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
    const writing = db.write(async (tx) => {
      await tx.insertInto('partner').values(partner('a')).execute()
      begin()
      await goOn
    })
    await begun

    const before = await readSlugs(db.read, {})
    letGoOn()
    await writing
    const after = await readSlugs(db.read, {})

    assert.deepEqual([before.length, after.length], [0, 1])
  })

  it('is copied at one instant, to a sound file', async () => {
    const { db, folder } = await openInFolder()
    await db.write((tx) => tx.insertInto('partner').values(partner('a')).execute())
    const file = join(folder, 'copy.db')

    await exportTo(db, file)

    const copy = openSqlite(file)
    const { slug } = await copy.read.selectFrom('partner').select('slug').executeTakeFirstOrThrow()
    assert.deepEqual([slug, await findFaults(copy)], ['a', []])
    await copy.close()
  })

  it('reports damage to itself', async () => {
    const { db, folder } = await openInFolder()
    const file = join(folder, 'copy.db')
    await exportTo(db, file)
    const bytes = await readFile(file)
    await writeFile(file, bytes.fill(0xff, 8192, 8192 + 200))

    const broken = openSqlite(file)

    assert.notDeepEqual(await findFaults(broken), [])
    await broken.close()
  })
})
