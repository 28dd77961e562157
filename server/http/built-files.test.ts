import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { serveBuiltFiles } from './built-files.ts'

const SCRIPT = 'export const answer = 42\n'

describe('built files', () => {
  it('are sent in the compression that the browser prefers, or plain', async () => {
    const { app } = await built()

    const ask = async (encodings: string) => {
      const { headers } = await app.inject({ url: '/assets/index-1.js', headers: { 'accept-encoding': encodings } })
      return headers['content-encoding']
    }

    assert.equal(await ask('gzip, deflate, br, zstd'), 'br')
    assert.equal(await ask('gzip;q=0.8'), 'gzip')
    assert.equal(await ask('br;q=0, GZIP'), 'gzip')
    assert.equal(await ask('br; q=0.000, identity'), undefined)
    assert.equal(await ask(''), undefined)
  })

  it('have their type, are cacheable for ever, and vary by encoding', async () => {
    const { app } = await built()

    const { body, headers } = await app.inject('/assets/index-1.js')

    assert.equal(body, SCRIPT)
    assert.equal(headers['content-type'], 'text/javascript; charset=utf-8')
    assert.equal(headers['content-length'], String(SCRIPT.length))
    assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable')
    assert.equal(headers.vary, 'Accept-Encoding')
    assert.equal(headers['x-content-type-options'], 'nosniff')
  })

  it('are answered 304 to a client that has them in the same encoding', async () => {
    const { app } = await built()
    const url = '/assets/index-1.js'
    const { etag } = (await app.inject({ url, headers: { 'accept-encoding': 'br' } })).headers
    const held = { 'if-none-match': String(etag) }

    const same = await app.inject({ url, headers: { ...held, 'accept-encoding': 'br' } })
    const other = await app.inject({ url, headers: held })

    assert.deepEqual([same.statusCode, same.body], [304, ''])
    assert.deepEqual([other.statusCode, other.body], [200, SCRIPT])
  })

  it('are answered without a body to HEAD', async () => {
    const { app } = await built()

    const { statusCode, body, headers } = await app.inject({ method: 'HEAD', url: '/assets/index-1.js' })

    assert.deepEqual([statusCode, body, headers['content-length']], [200, '', String(SCRIPT.length)])
  })

  it('are sent as they were at the start once another build has replaced them', async () => {
    const { app, folder } = await built()
    await rm(join(folder, 'assets'), { recursive: true })

    const answers = await Promise.all(
      ['br', ''].map((encodings) =>
        app.inject({ url: '/assets/index-1.js', headers: { 'accept-encoding': encodings } }),
      ),
    )

    assert.deepEqual(
      answers.map(({ statusCode, rawPayload }) => [statusCode, rawPayload.toString('latin1')]),
      [
        [200, brotliCompressSync(SCRIPT).toString('latin1')],
        [200, SCRIPT],
      ],
    )
  })

  it('are the only files served: none beside, above or below them', async () => {
    const { app } = await built()
    const paths = [
      '',
      'nada.js',
      'index-1.js.br',
      '../secret.js',
      '..%2fsecret.js',
      'folder.js',
      'folder.js/x.js',
      '%00.js',
    ]

    const answers = await Promise.all(paths.map((path) => app.inject(`/assets/${path}`)))

    assert.deepEqual(
      answers.map(({ statusCode }) => statusCode),
      paths.map(() => 404),
    )
  })
})

async function built() {
  const folder = await mkdtemp(join(tmpdir(), 'estante-built-'))
  await mkdir(join(folder, 'assets/folder.js'), { recursive: true })
  await writeFile(join(folder, 'secret.js'), 'secret')
  await writeFile(join(folder, 'assets/folder.js/x.js'), SCRIPT)
  await writeFile(join(folder, 'assets/index-1.js'), SCRIPT)
  await writeFile(join(folder, 'assets/index-1.js.br'), brotliCompressSync(SCRIPT))
  await writeFile(join(folder, 'assets/index-1.js.gz'), gzipSync(SCRIPT))
  const app = Fastify()
  serveBuiltFiles(app, '/assets', pathToFileURL(join(folder, 'assets/')))
  after(async () => {
    await app.close()
    await rm(folder, { recursive: true })
  })
  return { app, folder }
}
