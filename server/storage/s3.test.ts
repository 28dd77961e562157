import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import type { S3Location } from '../config.ts'
import { startObjectStore } from '../test/object-store.ts'
import { fillWorkFolder } from '../test/stored-folders.ts'
import { temporaryFolder } from '../test/temporary-folder.ts'
import { openBucket } from './bucket.ts'
import { FileGone, StorageUnavailable } from './errors.ts'
import type { Files } from './files.ts'
import { readWhole } from './read-whole.ts'
import { openS3 } from './s3.ts'

describe('Storage in object storage alone', () => {
  it('opens while the store is unavailable, and works once it is available', async () => {
    const { files, store, fill } = await testS3()
    store.breakWith(() => 'refuse')
    await assert.rejects(files.open('covers/1/a.txt'), StorageUnavailable)

    store.mend()

    assert.equal(await files.putFolder('covers/1', await fill({ 'a.txt': 'a' })), true)
  })

  it('retries twice, then reports the store’s answer', async () => {
    const { files, store } = await testS3()
    store.breakWith(() => 'error')

    await assert.rejects(files.open('covers/1/a.txt'), /respondeu com erro 503/)

    assert.equal(store.takeRequests().length, 3)
  })

  it('hides a temporary error', async () => {
    const { files, store, fill } = await testS3()
    await files.putFolder('covers/1', await fill({ 'a.txt': 'capa' }))
    let errors = 2
    store.breakWith(() => (errors-- > 0 ? 'error' : undefined))

    const file = await files.open('covers/1/a.txt')

    assert.equal(file?.sizeBytes, 4)
  })

  it('does not have a folder with a failed upload, and later stores it without leftovers', async () => {
    const { files, store, fill } = await testS3()
    const first = await fill({ 'a.txt': 'primeira', 'b.txt': 'primeira', 'c.txt': 'primeira' })
    store.breakWith(({ method, url }) => (method === 'PUT' && url?.includes('c.txt') ? 'error' : undefined))
    await assert.rejects(files.putFolder('covers/1', first), StorageUnavailable)
    assert.equal(existsSync(join(first, 'a.txt')), true)
    store.mend()

    const isStored = await files.putFolder('covers/1', await fill({ 'b.txt': 'segunda', 'c.txt': 'segunda' }))

    assert.equal(isStored, true)
    assert.equal(await files.open('covers/1/a.txt'), undefined)
    assert.equal((await readWhole((await files.open('covers/1/b.txt'))!)).toString(), 'segunda')
  })

  it('aborts a multipart upload that failed', async () => {
    const { files, store, fill } = await testS3()
    store.breakWith(({ method, url }) => (method === 'PUT' && url?.includes('partNumber=3') ? 'error' : undefined))

    await assert.rejects(files.putFolder('audio/1', await fill({ 'audio.mp3': Buffer.alloc(21_000_000) })))

    const requests = store.takeRequests()
    assert.ok(requests.some((line) => line.startsWith('DELETE') && line.includes('uploadId=')))
    assert.ok(!requests.some((line) => line.startsWith('PUT') && line.includes('.complete')))
  })

  it('requests the rest when the store closes the connection', async () => {
    const { files, store, fill } = await testS3()
    const bytes = Buffer.from(Uint8Array.from({ length: 1_000_000 }, (_, index) => index % 251))
    await files.putFolder('audio/1', await fill({ 'audio.mp3': bytes }))
    const file = await files.open('audio/1/audio.mp3')
    const ranges: unknown[] = []
    store.breakWith(({ headers }) => {
      ranges.push(headers.range)
      return { cutAfter: 400_000 }
    })

    const received = await readWhole(file!)

    assert.ok(received.equals(bytes))
    assert.equal(ranges[0], 'bytes=0-999999')
    assert.ok(ranges.length > 2)
  })

  it('throws instead of ending early when the store fails during a read', async () => {
    const { files, store, fill } = await testS3()
    await files.putFolder('audio/1', await fill({ 'audio.mp3': Buffer.alloc(1_000_000) }))
    const file = await files.open('audio/1/audio.mp3')
    let answers = 1
    store.breakWith(() => (answers-- > 0 ? { cutAfter: 400_000 } : 'error'))

    await assert.rejects(readWhole(file!), StorageUnavailable)
  })

  it('stops waiting for the store when the reader aborts', async () => {
    const { files, store, fill } = await testS3()
    await files.putFolder('audio/1', await fill({ 'audio.mp3': Buffer.alloc(1000) }))
    const file = await files.open('audio/1/audio.mp3')
    const reader = new AbortController()
    store.breakWith(() => {
      setImmediate(() => reader.abort())
      return 'silence'
    })

    await assert.rejects(Array.fromAsync(file!.read(0, 999, reader.signal)))

    await store.assertSettled()
  })

  it('requests a file’s size once, and never the whole file for a range', async () => {
    const { files, store, fill } = await testS3()
    await files.putFolder('audio/1', await fill({ 'audio.mp3': Buffer.alloc(1000) }))
    store.takeRequests()

    for (const start of [0, 500, 900]) {
      const file = await files.open('audio/1/audio.mp3')
      for await (const _ of file!.read(start, start + 9));
    }

    const methods = store.takeRequests().map((line) => line.split(' ')[0])
    assert.deepEqual(methods, ['HEAD', 'GET', 'GET', 'GET'])
  })

  it('reports a file that another process removed as gone, and then as missing', async () => {
    const { files, store, fill, openAnother } = await testS3()
    await files.putFolder('audio/1', await fill({ 'audio.mp3': Buffer.alloc(1000) }))
    const file = await files.open('audio/1/audio.mp3')
    await (await openAnother(store.location)).removeFolder('audio/1')

    await assert.rejects(readWhole(file!), FileGone)

    assert.equal(await files.open('audio/1/audio.mp3'), undefined)
  })

  it('stores each file with its type and cache headers', async () => {
    const { files, store, fill } = await testS3()
    await files.putFolder('publications/1/1', await fill({ 'a.mp3': 'a', 'b.xhtml': 'b', 'c.bin': 'c' }))
    const bucket = openBucket(store.location)

    const headers = await Promise.all(
      ['a.mp3', 'b.xhtml', 'c.bin'].map(
        async (name) => (await fetch(await bucket.sign(`acervo/publications/1/1/${name}`, 60))).headers,
      ),
    )

    assert.deepEqual(
      headers.map((each) => each.get('content-type')),
      ['audio/mpeg', 'application/xhtml+xml; charset=utf-8', 'application/octet-stream'],
    )
    assert.ok(headers.every((each) => each.get('cache-control') === 'private, max-age=31536000, immutable'))
  })

  const faults: [fault: string, location: Partial<S3Location>, keyId: string, sentence: RegExp][] = [
    ['a bucket that is not there', { bucket: 'outro' }, 'S3RVER', /O bucket outro não existe/],
    ['a key that the store does not know', {}, 'ERRADA', /não dá a esta credencial acesso/],
    ['an address where nobody is', { endpoint: 'http://127.0.0.1:1' }, 'S3RVER', /não responde \(ECONNREFUSED\)/],
  ]
  for (const [fault, location, keyId, sentence] of faults) {
    it(`tells the operator of ${fault}`, async () => {
      const { store, openAnother } = await testS3()
      process.env.AWS_ACCESS_KEY_ID = keyId
      const files = await openAnother({ ...store.location, ...location })

      try {
        await assert.rejects(files.check(), sentence)
      } finally {
        process.env.AWS_ACCESS_KEY_ID = 'S3RVER'
      }
    })
  }

  const locations: Partial<S3Location>[] = [
    { endpoint: undefined, pathStyle: false },
    { endpoint: undefined, pathStyle: true },
    { endpoint: 'https://s3.example.com', pathStyle: false },
    { endpoint: 'https://s3.example.com:9000', pathStyle: true },
  ]
  for (const given of locations) {
    it(`knows the origin of its signed addresses, from ${JSON.stringify(given)}`, async () => {
      process.env.AWS_ACCESS_KEY_ID = process.env.AWS_SECRET_ACCESS_KEY = 'S3RVER'
      const location = { bucket: 'acervo', prefix: '', region: 'sa-east-1', endpoint: undefined, pathStyle: false }
      const bucket = openBucket({ ...location, ...given })

      const address = await bucket.sign('audio.mp3', 60)

      assert.equal(bucket.origin, new URL(address).origin)
      assert.match(address, /X-Amz-Expires=60/)
    })
  }
})

async function testS3() {
  const store = await startObjectStore()
  const files = await openAnother(store.location)
  return {
    store,
    files,
    openAnother,
    fill: (contents: Record<string, string | Buffer>) => fillWorkFolder(files, contents),
  }
}

/** Removes as another process would. */
async function openAnother(location: S3Location): Promise<Files> {
  const work = await temporaryFolder()
  return openS3(location, { work, hasLinks: false })
}
