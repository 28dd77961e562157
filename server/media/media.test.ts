import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readdir, readlink, truncate, writeFile } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, it } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { eventually } from '../test/eventually.ts'
import { importOnce } from '../test/import-once.ts'
import { openPage } from '../test/people.ts'
import { testApp } from '../test/test-app.ts'
import { GRANT_LIFETIME_MS } from './grant.ts'

const BOOK = new URL('../../formats/fixtures/audio/relogio.mp3', import.meta.url).pathname

describe('Signed media', () => {
  it('serve the manifest, with its own address, and every file it lists', async () => {
    const { manifestUrl, fetchMedia } = await testListening()

    const manifest = await (await fetchMedia(manifestUrl)).json()
    const audio = await fetchMedia(new URL(manifest.readingOrder[0].href, manifest.links[0].href).pathname)

    assert.equal(manifest.links[0].rel, 'self')
    assert.equal(new URL(manifest.links[0].href).pathname, manifestUrl)
    assert.equal(audio.status, 200)
    assert.equal(audio.headers.get('content-type'), 'audio/mpeg')
    assert.equal(audio.headers.get('accept-ranges'), 'bytes')
    assert.equal((await audio.arrayBuffer()).byteLength, manifest.readingOrder[0].properties.bytes)
  })

  it('prevent a book’s files from running, framing or leaking anything', async () => {
    const { audioUrl, fetchMedia } = await testListening()

    const { headers } = await fetchMedia(audioUrl, { method: 'HEAD' })

    assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'.*script-src 'none'.*sandbox/)
    assert.equal(headers.get('x-content-type-options'), 'nosniff')
    assert.equal(headers.get('cross-origin-resource-policy'), 'same-origin')
    assert.equal(headers.get('referrer-policy'), 'no-referrer')
  })

  it('serve a range, with its place in the whole', async () => {
    const { audioUrl, fetchMedia } = await testListening()
    const whole = Buffer.from(await (await fetchMedia(audioUrl)).arrayBuffer())

    const middle = await fetchMedia(audioUrl, { headers: { range: 'bytes=100-299' } })
    const last = await fetchMedia(audioUrl, { headers: { range: 'bytes=-50' } })

    assert.equal(middle.status, 206)
    assert.equal(middle.headers.get('content-range'), `bytes 100-299/${whole.length}`)
    assert.deepEqual(Buffer.from(await middle.arrayBuffer()), whole.subarray(100, 300))
    assert.deepEqual(Buffer.from(await last.arrayBuffer()), whole.subarray(-50))
  })

  it('say the file’s length for a range behind its end', async () => {
    const { audioUrl, fetchMedia } = await testListening()

    const response = await fetchMedia(audioUrl, { headers: { range: 'bytes=999999999-' } })

    assert.equal(response.status, 416)
    assert.match(response.headers.get('content-range') ?? '', /^bytes \*\/\d+$/)
  })

  it('serve a range only of the version that the page has, and the whole of any other', async () => {
    const { audioUrl, fetchMedia } = await testListening()
    const { headers } = await fetchMedia(audioUrl, { method: 'HEAD' })
    const ask = (ifRange: string) => fetchMedia(audioUrl, { headers: { range: 'bytes=0-9', 'if-range': ifRange } })

    const sameTag = await ask(headers.get('etag') ?? '')
    const sameDate = await ask(headers.get('last-modified') ?? '')
    const other = await ask('"outra"')

    assert.deepEqual([sameTag.status, sameDate.status, other.status], [206, 206, 200])
  })

  it('answer 304 for a file the page has', async () => {
    const { audioUrl, fetchMedia } = await testListening()
    const { headers } = await fetchMedia(audioUrl, { method: 'HEAD' })

    const response = await fetchMedia(audioUrl, { headers: { 'if-none-match': headers.get('etag') ?? '' } })

    assert.equal(response.status, 304)
  })

  it('answer HEAD with headers only', async () => {
    const { audioUrl, fetchMedia } = await testListening()

    const head = await fetchMedia(audioUrl, { method: 'HEAD' })

    assert.equal(head.status, 200)
    assert.ok(Number(head.headers.get('content-length')) > 1000)
    assert.equal((await head.arrayBuffer()).byteLength, 0)
  })

  it('serve nothing outside the book, and no type that could run', async () => {
    const { manifestUrl, fetchMedia } = await testListening()
    const folder = manifestUrl.replace(/manifest\.json$/, '')

    const answers = await Promise.all(
      ['audio.js', 'audio.mp3/', '..%2f1%2faudio.mp3', 'nada.mp3', `${'x'.repeat(300)}.mp3`, 'x/manifest.json', ''].map(
        (name) => fetchMedia(folder + name),
      ),
    )

    assert.deepEqual(
      answers.map((answer) => answer.status),
      answers.map(() => 404),
    )
  })

  it('refuse a changed address', async () => {
    const { audioUrl, fetchMedia } = await testListening()
    const [, , , , grant = ''] = audioUrl.split('/')
    const [payload = '', signature = ''] = grant.split('.')
    const fields = JSON.parse(Buffer.from(payload, 'base64url').toString())
    const longer = Buffer.from(JSON.stringify([fields[0] + 1, ...fields.slice(1)])).toString('base64url')

    const response = await fetchMedia(audioUrl.replace(grant, `${longer}.${signature}`))

    assert.equal(response.status, 401)
    assert.equal((await response.json()).code, 'INVALID_ACCESS_TOKEN')
  })

  it('expire after an hour, and the title has a fresh address', async () => {
    const { audioUrl, clock, fetchMedia } = await testListening()
    assert.equal((await fetchMedia(audioUrl, { method: 'HEAD' })).status, 200)
    clock.advance(GRANT_LIFETIME_MS)

    const response = await fetchMedia(audioUrl)

    assert.equal(response.status, 401)
    assert.equal(response.headers.get('cache-control'), 'no-store')
  })

  it('are void as soon as the member is revoked', async () => {
    const { audioUrl, revoke, fetchMedia } = await testListening()
    assert.equal((await fetchMedia(audioUrl, { method: 'HEAD' })).status, 200)
    await revoke()

    const response = await fetchMedia(audioUrl)

    assert.equal(response.status, 401)
  })

  it('are void when the member session ends', async () => {
    const { audioUrl, page, fetchMedia } = await testListening()
    await page.post('/play/v1/sign-out')

    const response = await fetchMedia(audioUrl)

    assert.equal(response.status, 401)
  })

  it('stop in transfer when the member is revoked or signs out', async () => {
    for (const end of ['revoke', 'sign-out']) {
      const { audioUrl, revoke, page, openSlowly } = await testListening({ longBook: true })
      const stream = await openSlowly(audioUrl)

      await (end === 'revoke' ? revoke() : page.post('/play/v1/sign-out'))

      await assert.rejects(async () => {
        for await (const _ of stream);
      }, end)
    }
  })

  it('finish a chapter in transfer during a shutdown', async () => {
    const { app, audioUrl, addImage, openSlowly } = await testListening()
    const sizeBytes = await addImage('mapa.png')
    const stream = await openSlowly(audioUrl.replace('audio.mp3', 'mapa.png'))

    const closed = app.close()
    let received = 0
    for await (const chunk of stream) received += chunk.length

    await closed
    assert.equal(received, sizeBytes)
  })

  it('release the file when the listener leaves in the middle', async () => {
    const { audioUrl, openSlowly, removeBook, removed } = await testListening({ longBook: true })
    const stream = await openSlowly(audioUrl)
    await removeBook()
    assert.equal(await openFiles(removed), 1)

    stream.destroy()

    await eventually(async () => (await openFiles(removed)) === 0)
  })

  it('break the connection when a file is truncated, so that a part is not taken for the whole', async () => {
    const { audioUrl, openSlowly, shorten } = await testListening({ longBook: true })
    const stream = await openSlowly(audioUrl)
    await shorten()

    await assert.rejects(async () => {
      for await (const _ of stream);
    })

    assert.equal(stream.complete, false)
  })

  it('serve many concurrent ranges correctly', async () => {
    const { audioUrl, number, fetchMedia } = await testListening()
    const bytes = await number(3_000_000)
    const starts = Array.from({ length: 100 }, (_, at) => (at * 27_211) % 2_700_000)

    const answers = await Promise.all(
      starts.map(async (start) => {
        const response = await fetchMedia(audioUrl, { headers: { range: `bytes=${start}-${start + 290_000}` } })
        return Buffer.from(await response.arrayBuffer())
      }),
    )

    for (const [at, answer] of answers.entries()) {
      assert.ok(answer.equals(bytes.subarray(starts[at], (starts[at] ?? 0) + 290_001)))
    }
  })
})

describe('audio whose address was verified within the last second', () => {
  it('is served without the route, with the same headers and bytes', async () => {
    const { audioUrl, fetchMedia, number, askAgain, routed } = await testListening()
    const bytes = await number(900_000)
    const first = await fetchMedia(audioUrl, { headers: { range: 'bytes=100-599999' } })
    await first.arrayBuffer()

    const ranges = Array.from({ length: 40 }, (_, at) => [at * 1000, at * 1000 + 700 * at] as const)
    for (const [start, end] of ranges) {
      const again = await askAgain({ range: `bytes=${start}-${end}` })
      assert.equal(again.status, 206)
      assert.equal(again.headers.get('content-range'), `bytes ${start}-${end}/900000`)
      assert.deepEqual(Buffer.from(await again.arrayBuffer()), bytes.subarray(start, end + 1))
    }
    const last = await askAgain({ range: 'bytes=100-599999' })
    const rest = await askAgain({ range: 'bytes=899990-' })

    assert.deepEqual(lastingHeaders(last), lastingHeaders(first))
    assert.ok((await last.arrayBuffer()).byteLength === 599_900)
    assert.deepEqual(Buffer.from(await rest.arrayBuffer()), bytes.subarray(899_990))
    assert.ok(routed() > 0 && routed() < ranges.length, `${routed()} of ${ranges.length} were looked up`)
  })

  it('is left to the route for any other kind of request', async () => {
    const { audioUrl, fetchMedia, askAgain } = await testListening()
    const whole = Buffer.from(await (await fetchMedia(audioUrl)).arrayBuffer())
    const etag = (await askAgain({ range: 'bytes=0-9' })).headers.get('etag') ?? ''
    const ask = async (headers: Record<string, string>) => (await askAgain(headers)).status

    assert.equal(await ask({}), 200)
    assert.equal(await ask({ range: 'bytes=-50' }), 206)
    assert.equal(await ask({ range: 'bytes=0-9,20-29' }), 200)
    assert.equal(await ask({ range: 'bytes=9-0' }), 200)
    assert.equal(await ask({ range: `bytes=${whole.length}-` }), 416)
    assert.equal(await ask({ range: 'bytes=0-9', 'if-range': etag }), 206)
    assert.equal(await ask({ range: 'bytes=0-9', 'if-range': '"outra"' }), 200)
    assert.equal(await ask({ range: 'bytes=0-9', 'if-none-match': etag }), 304)
    assert.equal((await fetchMedia(`${audioUrl}?x`, { headers: { range: 'bytes=0-9' } })).status, 206)
    assert.equal((await fetchMedia(audioUrl, { method: 'HEAD' })).status, 200)
  })

  for (const end of ['revoke', 'sign-out'] as const) {
    it(`is void at once at a ${end}, also in transfer`, async () => {
      const { audioUrl, revoke, page, openSlowly, askAgain } = await testListening({ longBook: true })
      await (await askAgain({ range: 'bytes=0-9' })).arrayBuffer()
      const stream = await openSlowly(audioUrl, { range: 'bytes=0-' })
      assert.equal(stream.statusCode, 206)

      await (end === 'revoke' ? revoke() : page.post('/play/v1/sign-out'))

      assert.equal((await askAgain({ range: 'bytes=0-9' })).status, 401)
      await assert.rejects(async () => {
        for await (const _ of stream);
      })
    })
  }

  it('expires with its address after an hour', async () => {
    const { clock, askAgain } = await testListening()
    assert.equal((await askAgain({ range: 'bytes=0-9' })).status, 206)
    clock.advance(GRANT_LIFETIME_MS)

    assert.equal((await askAgain({ range: 'bytes=0-9' })).status, 401)
  })

  it('releases the file when the listener leaves in the middle', async () => {
    const { audioUrl, openSlowly, askAgain, removeBook, removed } = await testListening({ longBook: true })
    await (await askAgain({ range: 'bytes=0-9' })).arrayBuffer()
    const stream = await openSlowly(audioUrl, { range: 'bytes=1-' })
    await removeBook()
    assert.equal(await openFiles(removed), 1)

    stream.destroy()

    await eventually(async () => (await openFiles(removed)) === 0)
  })

  it('breaks the connection when its file is truncated', async () => {
    const { audioUrl, openSlowly, askAgain, shorten } = await testListening({ longBook: true })
    await (await askAgain({ range: 'bytes=0-9' })).arrayBuffer()
    const stream = await openSlowly(audioUrl, { range: 'bytes=1-' })
    await shorten()

    await assert.rejects(async () => {
      for await (const _ of stream);
    })

    assert.equal(stream.complete, false)
  })
})

/** An answer without its date and request id. */
function lastingHeaders({ headers }: Response): Record<string, string> {
  const { date: _, 'x-request-id': __, ...lasting } = Object.fromEntries(headers)
  return lasting
}

/** A member's page with one audiobook, over real HTTP. */
async function testListening({ longBook = false } = {}) {
  let routed = 0
  const {
    app,
    context,
    clock,
    partner,
    delete: remove,
  } = await testApp({}, (app) =>
    app.addHook('onRequest', async ({ url }) => {
      if (url.endsWith('.mp3')) routed++
    }),
  )
  await importOnce(context, [BOOK])
  const page = await openPage(app, partner.authorization, 'u1')
  const [card] = (await page.get('/play/v1/home')).json().newest
  const audio = `${context.config.dataDir}/media/stored/publications/${card.id}/1/audio.mp3`
  // More than the socket buffers hold, so that the server has to wait for a listener who does not read.
  if (longBook) await truncate(audio, 64 * 1024 * 1024)
  const { manifestUrl } = (await page.get(`/play/v1/publications/${card.id}`)).json().media as { manifestUrl: string }
  await app.listen({ port: 0, host: '127.0.0.1' })
  const origin = originOf(app)
  const audioUrl = manifestUrl.replace('manifest.json', 'audio.mp3')
  return {
    app,
    page,
    clock,
    addImage: (name: string) => addImage(context.config.dataDir, card.id, name),
    shorten: () => truncate(audio, 1024 * 1024),
    number: (sizeBytes: number) => writeNumbers(audio, sizeBytes),
    removeBook: () => context.files.removeFolder(`publications/${card.id}/1`),
    removed: `${audio} (deleted)`,
    manifestUrl,
    audioUrl,
    revoke: () => remove('/partner/v1/users/u1'),
    fetchMedia: (path: string, init?: RequestInit) => fetch(origin + path, init),
    openSlowly: (path: string, headers?: Record<string, string>) => openSlowly(origin + path, headers),
    askAgain: (headers: Record<string, string>) => fetch(origin + audioUrl, { headers }),
    routed: () => routed,
  }
}

function originOf(app: FastifyInstance): string {
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
}

/** Writes unique bytes to a file, and returns them. */
async function writeNumbers(file: string, sizeBytes: number): Promise<Buffer> {
  const bytes = Buffer.alloc(sizeBytes)
  for (let at = 0; at + 4 <= sizeBytes; at += 4) bytes.writeUInt32LE(at, at)
  await writeFile(file, bytes)
  return bytes
}

/** A picture in the book, larger than the socket buffers. Returns its size. */
async function addImage(dataDir: string, publicationId: string, name: string): Promise<number> {
  const file = `${dataDir}/media/stored/publications/${publicationId}/1/${name}`
  await writeFile(file, '')
  await truncate(file, 64 * 1024 * 1024)
  return 64 * 1024 * 1024
}

/** An answer whose first bytes were read, and no more. */
async function openSlowly(url: string, headers: Record<string, string> = {}) {
  const [response] = await once(request(url, { headers }).end(), 'response')
  await once(response, 'readable')
  return response as IncomingMessage
}

/** How many times the process has a file open, by /proc. */
async function openFiles(file: string): Promise<number> {
  const handles = await readdir('/proc/self/fd')
  const targets = await Promise.all(handles.map((handle) => readlink(`/proc/self/fd/${handle}`).catch(() => '')))
  return targets.filter((target) => target === file).length
}
