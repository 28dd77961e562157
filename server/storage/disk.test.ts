import assert from 'node:assert/strict'
import { readdir, readlink, utimes, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { describe, it } from 'node:test'
import { eventually } from '../test/eventually.ts'
import { temporaryFolder } from '../test/temporary-folder.ts'
import { openDisk } from './disk.ts'

describe('Storage on disk alone', () => {
  it('has no file with a name that is too long for the disk', async () => {
    const { files } = await testDisk()

    const file = await files.open(`covers/1/${'a'.repeat(300)}.txt`)

    assert.equal(file, undefined)
  })

  it('frees a removed file’s space although its last reader left early', async () => {
    const { files } = await testDisk()
    const folder = await files.workFolder()
    await writeFile(join(folder, 'removido.mp3'), Buffer.alloc(1_000_000))
    await files.putFolder('audio/1', folder)
    const file = await files.open('audio/1/removido.mp3')

    for await (const _ of file!.read(0, 999_999)) {
      await files.removeFolder('audio/1')
      assert.equal(await openHandlesOf('removido.mp3 (deleted)'), 1)
      break
    }

    await eventually(async () => (await openHandlesOf('removido.mp3 (deleted)')) === 0)
  })

  it('removes work folders that a crash left a day ago, but none in use', async () => {
    const { files, root } = await testDisk()
    const left = await files.workFolder()
    const current = await files.workFolder()
    const twoDaysAgo = new Date(Date.now() - 2 * 24 * 3_600_000)
    await utimes(left, twoDaysAgo, twoDaysAgo)

    await openDisk(root)

    assert.deepEqual(await readdir(join(root, 'work')), [basename(current)])
  })
})

async function testDisk() {
  const root = await temporaryFolder()
  return { files: await openDisk(root), root }
}

/** How many times the process has files of this name open, by /proc. */
async function openHandlesOf(name: string): Promise<number> {
  const handles = await readdir('/proc/self/fd')
  const targets = await Promise.all(handles.map((handle) => readlink(`/proc/self/fd/${handle}`).catch(() => '')))
  return targets.filter((target) => target.endsWith(name)).length
}
