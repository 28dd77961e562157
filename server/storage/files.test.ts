import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { startObjectStore } from '../test/object-store.ts'
import { fillWorkFolder } from '../test/stored-folders.ts'
import { temporaryFolder } from '../test/temporary-folder.ts'
import { openDisk } from './disk.ts'
import type { Files, StoredFile } from './files.ts'
import { openS3 } from './s3.ts'

/** The contract of every storage. */
const storages: [name: string, open: (folder: string) => Promise<Files>][] = [
  ['on disk', openDisk],
  [
    'in object storage',
    async (folder) => openS3((await startObjectStore()).location, { work: join(folder, 'work'), hasLinks: false }),
  ],
]

for (const [name, openStorage] of storages) {
  describe(`Storage ${name}`, () => {
    it('stores a folder: its files can be read, and the work folder is gone', async () => {
      const files = await testStorage(openStorage)
      const folder = await fillWorkFolder(files, {
        'a.txt': 'capítulo',
        'images/figura 1+2 é.txt': 'figura',
        'empty.css': '',
      })

      const isStored = await files.putFolder('publications/pub_1/1', folder)

      assert.equal(isStored, true)
      assert.equal(await textOf(await files.open('publications/pub_1/1/a.txt')), 'capítulo')
      assert.equal(await textOf(await files.open('publications/pub_1/1/images/figura 1+2 é.txt')), 'figura')
      assert.equal(await textOf(await files.open('publications/pub_1/1/empty.css')), '')
      assert.equal(existsSync(folder), false)
    })

    it('never replaces a stored folder', async () => {
      const files = await testStorage(openStorage)
      await files.putFolder('covers/1', await fillWorkFolder(files, { 'a.txt': 'primeira' }))
      const second = await fillWorkFolder(files, { 'a.txt': 'segunda' })

      const isStored = await files.putFolder('covers/1', second)

      assert.equal(isStored, false)
      assert.equal(await textOf(await files.open('covers/1/a.txt')), 'primeira')
      assert.equal(existsSync(join(second, 'a.txt')), true)
    })

    it('finds no file at a folder’s or an unused key', async () => {
      const files = await testStorage(openStorage)
      await files.putFolder('covers/1', await fillWorkFolder(files, { 'a.txt': 'a' }))

      const keys = ['covers/1', 'covers/2/a.txt', 'covers/1/a.txt/b', `covers/${'a/'.repeat(1000)}b.txt`]
      const found = await Promise.all(keys.map((key) => files.open(key)))

      assert.deepEqual(
        found,
        keys.map(() => undefined),
      )
    })

    it('refuses keys that lead outside', async () => {
      const files = await testStorage(openStorage)

      for (const key of ['../secret.txt', 'covers/../../secret.txt', '/secret.txt', 'covers//a', 'covers\\a', '']) {
        await assert.rejects(async () => files.open(key), /relative path/, key)
      }
    })

    it('reads any range, both ends included', async () => {
      const files = await testStorage(openStorage)
      const bytes = numbered(600_000)
      await files.putFolder('audio/1', await fillWorkFolder(files, { 'audio.mp3': bytes }))
      const file = await files.open('audio/1/audio.mp3')

      const middle = await bytesOf(file!, 1000, 599_998)
      const last = await bytesOf(file!, 599_999, 599_999)

      assert.equal(file!.sizeBytes, 600_000)
      assert.deepEqual(middle, bytes.subarray(1000, 599_999))
      assert.deepEqual(last, bytes.subarray(599_999))
    })

    it('stores a file of many parts unchanged', async () => {
      const files = await testStorage(openStorage)
      const bytes = numbered(23_000_001)

      await files.putFolder('audio/1', await fillWorkFolder(files, { 'audio.mp3': bytes }))

      const file = await files.open('audio/1/audio.mp3')
      assert.ok(bytes.equals(await bytesOf(file!, 0, file!.sizeBytes - 1)))
    })

    it('says when a file was stored', async () => {
      const files = await testStorage(openStorage)
      const before = Date.now()
      await files.putFolder('covers/1', await fillWorkFolder(files, { 'a.txt': 'a' }))

      const file = await files.open('covers/1/a.txt')

      assert.ok(file!.modifiedAt > before - 60_000 && file!.modifiedAt < before + 60_000)
    })

    it('removes a folder and nothing else, and ignores a missing one', async () => {
      const files = await testStorage(openStorage)
      for (const revision of ['1', '10']) {
        await files.putFolder(
          `publications/pub_1/${revision}`,
          await fillWorkFolder(files, { 'a.txt': revision, 'b/c.txt': 'c' }),
        )
      }
      await files.open('publications/pub_1/1/a.txt')

      await files.removeFolder('publications/pub_1/1')
      await files.removeFolder('publications/pub_1/1')

      assert.equal(await files.open('publications/pub_1/1/a.txt'), undefined)
      assert.equal(await files.open('publications/pub_1/1/b/c.txt'), undefined)
      assert.equal(await textOf(await files.open('publications/pub_1/10/a.txt')), '10')
      const again = await fillWorkFolder(files, { 'a.txt': 'de novo' })
      assert.equal(await files.putFolder('publications/pub_1/1', again), true)
      assert.equal(await textOf(await files.open('publications/pub_1/1/a.txt')), 'de novo')
    })

    it('reports that it works', async () => {
      const files = await testStorage(openStorage)

      await assert.doesNotReject(files.check())
    })
  })
}

async function testStorage(open: (folder: string) => Promise<Files>): Promise<Files> {
  const folder = await temporaryFolder()
  return open(folder)
}

function numbered(length: number): Buffer {
  const bytes = Buffer.alloc(length)
  for (let index = 0; index < length; index++) bytes[index] = (index * 7 + (index >> 8)) % 251
  return bytes
}

async function bytesOf(file: StoredFile, start: number, end: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of file.read(start, end)) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}

async function textOf(file: StoredFile | undefined): Promise<string> {
  return (await bytesOf(file!, 0, file!.sizeBytes - 1)).toString()
}
