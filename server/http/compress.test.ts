import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { compressAnswer } from './compress.ts'

describe('an answer of text', () => {
  it('is compressed with an encoding that the client accepts, brotli first', async () => {
    const app = testServer()

    const brotli = await app.inject({ url: '/long', headers: { 'accept-encoding': 'gzip, br' } })
    const gzip = await app.inject({ url: '/long', headers: { 'accept-encoding': 'gzip' } })
    const plain = await app.inject({ url: '/long' })

    assert.equal(brotliDecompressSync(brotli.rawPayload).toString(), plain.body)
    assert.equal(gunzipSync(gzip.rawPayload).toString(), plain.body)
    assert.ok(brotli.rawPayload.length < 200 && gzip.rawPayload.length < 200)
    for (const { headers } of [brotli, gzip, plain]) assert.equal(headers.vary, 'Accept-Encoding')
    for (const { headers, rawPayload } of [brotli, gzip])
      assert.equal(headers['content-length'], `${rawPayload.length}`)
  })

  it('is not compressed when it is short, an error, or the answer to a request with a body', async () => {
    const app = testServer()
    const headers = { 'accept-encoding': 'br' }

    const answers = [
      await app.inject({ url: '/short', headers }),
      await app.inject({ url: '/error', headers }),
      await app.inject({ method: 'POST', url: '/long', headers }),
    ]

    for (const { headers } of answers) assert.equal(headers['content-encoding'], undefined)
  })
})

function testServer() {
  const app = Fastify()
  const titles = Array.from({ length: 200 }, (_, index) => ({ title: 'O farol de sal', rank: index % 7 }))
  app.addHook('onSend', compressAnswer)
  app.get('/long', async () => titles)
  app.get('/short', async () => ({ title: 'O farol de sal' }))
  app.get('/error', async (_, reply) => reply.status(404).send(titles))
  app.post('/long', async () => titles)
  return app
}
