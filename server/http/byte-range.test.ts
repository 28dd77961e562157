import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import Fastify from 'fastify'
import { openDisk } from '../storage/disk.ts'
import { readRange, sendStoredFile } from './byte-range.ts'

describe('A Range header', () => {
  const cases: [header: string | undefined, meaning: ReturnType<typeof readRange>][] = [
    [undefined, 'whole'],
    ['bytes=0-', { start: 0, end: 99 }],
    ['bytes=0-0', { start: 0, end: 0 }],
    ['bytes=10-19', { start: 10, end: 19 }],
    ['bytes=90-1000', { start: 90, end: 99 }],
    ['bytes=-10', { start: 90, end: 99 }],
    ['bytes=-1000', { start: 0, end: 99 }],
    ['BYTES=5-6', { start: 5, end: 6 }],
    ['bytes=100-', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=19-10', 'whole'],
    ['bytes=-', 'whole'],
    ['bytes=0-1,5-6', 'whole'],
    ['bytes=a-b', 'whole'],
    ['seconds=0-1', 'whole'],
  ]
  for (const [header, meaning] of cases) {
    it(`${header ?? '(none)'} of 100 bytes means ${JSON.stringify(meaning)}`, () => {
      assert.deepEqual(readRange(header, 100), meaning)
    })
  }

  it('is never satisfiable for an empty file', () => {
    assert.equal(readRange('bytes=0-', 0), 'unsatisfiable')
    assert.equal(readRange('bytes=-5', 0), 'unsatisfiable')
  })
})

it('An answer ends when its client leaves while the file is being opened', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'estante-range-'))
  const files = await openDisk(folder)
  const work = await files.workFolder()
  await writeFile(join(work, 'capa.jpg'), 'bytes')
  await files.putFolder('livro', work)
  const { promise: answered, resolve } = Promise.withResolvers<boolean>()
  const app = Fastify()
  app.get('/capa', async (request, reply) => {
    await once(reply.raw, 'close')
    const file = await files.open('livro/capa.jpg')
    await sendStoredFile(request, reply, file!, '"1"')
    resolve(reply.raw.writableFinished)
    return reply
  })
  await app.listen({ port: 0 })
  after(async () => {
    await app.close()
    await rm(folder, { recursive: true })
  })
  const client = connect((app.server.address() as AddressInfo).port)
  client.write('GET /capa HTTP/1.1\r\nHost: a\r\n\r\n')
  await once(app.server, 'request')

  client.resetAndDestroy()

  assert.equal(await answered, false)
})
