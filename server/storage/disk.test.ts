import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, readlink, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { after, describe, it } from 'node:test'
import { openDisk } from './disk.ts'
import type { Files, StoredFile } from './files.ts'

describe('Storage on disk', () => {
  it('takes a folder whole: its files can be read and the work folder is gone', async () => {
    const { files, root } = await testDisk()

    const stored = await put(files, 'publications/pub_1/1', { 'a.txt': 'capítulo', 'images/b.txt': 'figura' })

    assert.equal(stored, true)
    assert.equal(await textOf(await files.open('publications/pub_1/1/a.txt')), 'capítulo')
    assert.equal(await textOf(await files.open('publications/pub_1/1/images/b.txt')), 'figura')
    assert.deepEqual(await readdir(join(root, 'work')), [])
  })

  it('never replaces what is stored', async () => {
    const { files } = await testDisk()
    await put(files, 'covers/1', { 'a.txt': 'primeira' })

    const stored = await put(files, 'covers/1', { 'a.txt': 'segunda' })

    assert.equal(stored, false)
    assert.equal(await textOf(await files.open('covers/1/a.txt')), 'primeira')
  })

  it('has no file where there is a folder or nothing', async () => {
    const { files } = await testDisk()
    await put(files, 'covers/1', { 'a.txt': 'a' })

    const keys = ['covers/1', 'covers/2/a.txt', 'covers/1/a.txt/b', `covers/1/${'a'.repeat(300)}.txt`]
    const found = await Promise.all(keys.map((key) => files.open(key)))

    assert.deepEqual(
      found,
      keys.map(() => undefined),
    )
  })

  it('never opens a key that leads outside', async () => {
    const { files, root } = await testDisk()
    await writeFile(join(root, 'secret.txt'), 'segredo')

    await assert.rejects(files.open('../secret.txt'))
    await assert.rejects(files.open('covers/../../secret.txt'))
    await assert.rejects(files.open('/secret.txt'))
  })

  it('reads any part of a file, both ends included', async () => {
    const { files } = await testDisk()
    const bytes = Buffer.from(Uint8Array.from({ length: 600_000 }, (_, index) => index % 251))
    await put(files, 'audio/1', { 'audio.mp3': bytes })
    const file = await files.open('audio/1/audio.mp3')

    const pieces: Buffer[] = []
    for await (const piece of file!.read(1000, 599_998)) pieces.push(Buffer.from(piece))

    assert.equal(file!.sizeBytes, 600_000)
    assert.deepEqual(Buffer.concat(pieces), bytes.subarray(1000, 599_999))
  })

  it('closes the file when the reader leaves early', async () => {
    const { files } = await testDisk()
    await put(files, 'audio/1', { 'audio.mp3': Buffer.alloc(1_000_000) })
    const file = await files.open('audio/1/audio.mp3')

    for await (const _ of file!.read(0, 999_999)) break

    assert.equal(await openHandlesOf('audio.mp3'), 0)
  })

  it('forgets work that a crash left unfinished a day ago, and not what is going on', async () => {
    const { files, root } = await testDisk()
    const left = await files.workFolder()
    const current = await files.workFolder()
    const twoDaysAgo = new Date(Date.now() - 2 * 24 * 3_600_000)
    await utimes(left, twoDaysAgo, twoDaysAgo)

    await openDisk(root)

    assert.deepEqual(await readdir(join(root, 'work')), [basename(current)])
  })

  it('removes a folder, and does not mind when it is not there', async () => {
    const { files } = await testDisk()
    await put(files, 'publications/pub_1/1', { 'a.txt': 'a' })
    await put(files, 'publications/pub_1/2', { 'a.txt': 'b' })

    await files.removeFolder('publications/pub_1/1')
    await files.removeFolder('publications/pub_1/1')

    const left = await files.listFolders('publications/pub_1')
    assert.deepEqual(
      left.map((folder) => folder.name),
      ['2'],
    )
  })
})

const folders: string[] = []
after(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))))

async function testDisk(): Promise<{ files: Files; root: string }> {
  const root = await mkdtemp(join(tmpdir(), 'estante-disk-'))
  folders.push(root)
  return { files: await openDisk(root), root }
}

async function put(files: Files, key: string, contents: Record<string, string | Uint8Array>): Promise<boolean> {
  const folder = await files.workFolder()
  for (const [name, content] of Object.entries(contents)) {
    await mkdir(join(folder, name, '..'), { recursive: true })
    await writeFile(join(folder, name), content)
  }
  return files.putFolder(key, folder)
}

async function textOf(file: StoredFile | undefined): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of file!.read(0, file!.sizeBytes - 1)) pieces.push(Buffer.from(piece))
  return Buffer.concat(pieces).toString()
}

/** How many files of this name the process holds open, as Linux says it. */
async function openHandlesOf(name: string): Promise<number> {
  const handles = await readdir('/proc/self/fd')
  const targets = await Promise.all(handles.map((handle) => readlink(`/proc/self/fd/${handle}`).catch(() => '')))
  return targets.filter((target) => target.endsWith(name)).length
}
