import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, describe, it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { eventually } from '../test/eventually.ts'
import { createCheckpoints } from './checkpoints.ts'

const PAGES = 64
const PAGE_BYTES = 4096
/** Fills most of a page, so that a commit writes about as many pages as rows. */
const TEXT = 'x'.repeat(3000)

async function openInFolder({ readByWorker = 'estante.db' } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'estante-checkpoints-'))
  const file = join(folder, 'estante.db')
  await writeFile(join(folder, 'notes.txt'), 'no database')
  const writer = new DatabaseSync(file)
  writer.exec('pragma journal_mode = wal; pragma synchronous = full; create table line (id integer primary key, text)')
  const checkpoints = createCheckpoints(writer, join(folder, readByWorker), PAGES)
  const other = new DatabaseSync(file)
  const close = () =>
    checkpoints.close(() => {
      for (const connection of [writer, other]) if (connection.isOpen) connection.close()
    })
  after(async () => {
    await close()
    await rm(folder, { recursive: true })
  })
  const insert = writer.prepare('insert into line (text) values (?)')
  /** Inserts rows in one commit. */
  function commit(rows: number): void {
    writer.exec('begin immediate')
    for (let row = 0; row < rows; row++) insert.run(TEXT)
    writer.exec('commit')
    checkpoints.committed()
  }
  const progress = () => other.prepare('pragma wal_checkpoint(noop)').get() as { log: number; checkpointed: number }
  async function untilCopied(): Promise<void> {
    await eventually(() => progress().checkpointed >= progress().log)
  }
  return { folder, file, writer, other, commit, progress, untilCopied, close }
}

describe('Checkpoints', () => {
  it('are made by another thread, and the log restarts once little is left to copy', async () => {
    const { commit, progress, untilCopied } = await openInFolder()
    commit(PAGES)
    const waiting = progress()

    await untilCopied()
    // The thread reports after it has copied.
    await eventually(() => {
      commit(1)
      return progress().log < PAGES
    })

    assert.equal(waiting.checkpointed, 0)
    assert.ok(waiting.log >= PAGES)
  })

  it('lose no write, and keep the log from growing while the database is read and written', async () => {
    const { file, other, commit } = await openInFolder()
    const count = other.prepare('select count(*) as rows from line')
    let largest = 0

    for (let rows = 1; rows <= 500; rows++) {
      commit(1)
      assert.equal(count.get()?.rows, rows)
      await nextTurn()
      largest = Math.max(largest, (await stat(`${file}-wal`)).size)
    }

    assert.ok(largest < 4 * PAGES * PAGE_BYTES, `${largest} bytes`)
    assert.deepEqual(other.prepare('pragma integrity_check').all(), [{ __proto__: null, integrity_check: 'ok' }])
  })

  it('are left to SQLite when the thread cannot be started', async () => {
    const { writer, commit, progress } = await openInFolder({ readByWorker: 'notes.txt' })
    commit(PAGES)

    await eventually(() => writer.prepare('pragma wal_autocheckpoint').get()?.wal_autocheckpoint === PAGES)
    commit(1)
    commit(1)

    assert.ok(progress().log < PAGES)
  })

  it('leave a single file, with every write, once the database is closed', async () => {
    const { folder, file, commit, close } = await openInFolder()
    for (let rows = 0; rows < 3 * PAGES; rows++) {
      commit(1)
      if (rows % 10 === 0) await nextTurn()
    }

    await close()

    assert.deepEqual((await readdir(folder)).sort(), ['estante.db', 'notes.txt'])
    const reopened = new DatabaseSync(file)
    assert.equal(reopened.prepare('select count(*) as rows from line').get()?.rows, 3 * PAGES)
    reopened.close()
  })

  it('keep no process alive', async () => {
    const { folder } = await openInFolder()
    const code = `
      import { DatabaseSync } from 'node:sqlite'
      import { setTimeout as wait } from 'node:timers/promises'
      import { createCheckpoints } from ${JSON.stringify(new URL('checkpoints.ts', import.meta.url).href)}
      const writer = new DatabaseSync('other.db')
      writer.exec('pragma journal_mode = wal; create table line (id)')
      createCheckpoints(writer, 'other.db', 1).committed()
      await wait(200)`
    await writeFile(join(folder, 'write.mjs'), code)

    const { status } = spawnSync(process.execPath, ['write.mjs'], { cwd: folder, timeout: 20_000 })

    assert.equal(status, 0)
  })
})
