import assert from 'node:assert/strict'
import { readSync } from 'node:fs'
import { mkdir, readdir, readlink, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, it } from 'node:test'
import { eventually } from '../test/eventually.ts'
import { temporaryFolder } from '../test/temporary-folder.ts'
import { createOpenFiles } from './open-files.ts'

describe('the cache of open files', () => {
  it('shares a file among requests for a while', async () => {
    const { openFiles, write } = await testFolder()
    await write('book/a.mp3')

    const [first, second] = [await openFiles.use('book/a.mp3'), await openFiles.use('book/a.mp3')]

    assert.ok(first && first === second)
  })

  it('closes a file after a while, and never while it is being read', async () => {
    const { openFiles, write, openHandles } = await testFolder({ openMs: 10 })
    await write('book/a.mp3')
    const reader = await openFiles.use('book/a.mp3')
    await write('book/b.mp3')
    openFiles.release((await openFiles.use('book/b.mp3'))!)

    await eventually(async () => !(await openHandles()).includes('book/b.mp3'))

    assert.deepEqual(await openHandles(), ['book/a.mp3'])
    assert.equal(readSync(reader!.fd, Buffer.alloc(5)), 5)
    openFiles.release(reader!)
    await eventually(async () => (await openHandles()).length === 0)
  })

  it('reopens a file after a while, and so notices changes by other processes', async () => {
    const { openFiles, write, folder, openHandles } = await testFolder({ openMs: 10 })
    await write('book/a.mp3')
    openFiles.release((await openFiles.use('book/a.mp3'))!)
    await rm(join(folder, 'book/a.mp3'))

    await eventually(async () => (await openHandles()).length === 0)

    assert.equal(await openFiles.use('book/a.mp3'), undefined)
  })

  it('is bounded: the file that was opened first is evicted', async () => {
    const { openFiles, write, openHandles } = await testFolder({ maxOpenFiles: 2 })
    for (const key of ['book/a.mp3', 'book/b.mp3', 'book/c.mp3']) {
      await write(key)
      openFiles.release((await openFiles.use(key))!)
    }

    await eventually(async () => (await openHandles()).length <= 2)

    assert.deepEqual((await openHandles()).sort(), ['book/b.mp3', 'book/c.mp3'])
  })

  it('evicts the files of a removed folder, which close after their readers', async () => {
    const { openFiles, write, folder, openHandles } = await testFolder()
    await write('book/a.mp3')
    await write('book/b.mp3')
    const reader = await openFiles.use('book/a.mp3')
    openFiles.release((await openFiles.use('book/b.mp3'))!)
    await rm(join(folder, 'book'), { recursive: true })

    openFiles.forget('book')

    await eventually(async () => !(await openHandles()).some((name) => name.includes('b.mp3')))
    assert.equal(await openFiles.use('book/a.mp3'), undefined)
    assert.equal(readSync(reader!.fd, Buffer.alloc(5)), 5)
    openFiles.release(reader!)
    await eventually(async () => (await openHandles()).length === 0)
  })
})

async function testFolder(settings = {}) {
  const folder = await temporaryFolder()
  return {
    folder,
    openFiles: createOpenFiles((key) => join(folder, key), settings),
    async write(key: string) {
      await mkdir(dirname(join(folder, key)), { recursive: true })
      await writeFile(join(folder, key), 'bytes')
    },
    /** The files in the folder that the process has open, by /proc. */
    async openHandles() {
      const handles = await readdir('/proc/self/fd')
      const targets = await Promise.all(handles.map((handle) => readlink(`/proc/self/fd/${handle}`).catch(() => '')))
      return targets.filter((target) => target.startsWith(folder)).map((target) => target.slice(folder.length + 1))
    },
  }
}
