import assert from 'node:assert/strict'
import { once } from 'node:events'
import { truncate } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { describe, it } from 'node:test'
import type { MediaDelivery } from '../config.ts'
import { importPaths } from '../imports/sources/import-paths.ts'
import { importOnce } from '../test/import-once.ts'
import { startObjectStore } from '../test/object-store.ts'
import { openPage } from '../test/people.ts'
import { testApp } from '../test/test-app.ts'
import { GRANT_LIFETIME_MS } from './grant.ts'

const BOOK = new URL('../../formats/fixtures/audio/relogio.mp3', import.meta.url).pathname
const LONG_BYTES = 64 * 1024 * 1024

describe('Media in object storage', () => {
  it('are imported, and served completely or in ranges with the usual headers', async () => {
    const { audioUrl, fetchMedia } = await testListening()

    const whole = await fetchMedia(audioUrl)
    const bytes = Buffer.from(await whole.arrayBuffer())
    const part = await fetchMedia(audioUrl, { headers: { range: 'bytes=100-299' } })
    const last = await fetchMedia(audioUrl, { headers: { range: 'bytes=-50' } })
    const head = await fetchMedia(audioUrl, { method: 'HEAD' })

    assert.deepEqual([whole.status, part.status, last.status, head.status], [200, 206, 206, 200])
    assert.equal(part.headers.get('content-range'), `bytes 100-299/${bytes.length}`)
    assert.deepEqual(Buffer.from(await part.arrayBuffer()), bytes.subarray(100, 300))
    assert.deepEqual(Buffer.from(await last.arrayBuffer()), bytes.subarray(-50))
    assert.equal(head.headers.get('content-length'), String(bytes.length))
    assert.equal(whole.headers.get('content-type'), 'audio/mpeg')
    assert.match(whole.headers.get('content-security-policy') ?? '', /sandbox/)
  })

  it('have the same error answers and 304s', async () => {
    const { audioUrl, fetchMedia } = await testListening()
    const { headers } = await fetchMedia(audioUrl, { method: 'HEAD' })

    const behind = await fetchMedia(audioUrl, { headers: { range: 'bytes=999999999-' } })
    const unchanged = await fetchMedia(audioUrl, { headers: { 'if-none-match': headers.get('etag') ?? '' } })
    const nothing = await fetchMedia(audioUrl.replace('audio.mp3', 'nada.mp3'))

    assert.deepEqual([behind.status, unchanged.status, nothing.status], [416, 304, 404])
  })

  it('include covers that anyone may cache for ever', async () => {
    const { coverUrl, fetchMedia } = await testListening()

    const cover = await fetchMedia(coverUrl)

    assert.equal(cover.status, 200)
    assert.equal(cover.headers.get('content-type'), 'image/webp')
    assert.equal(cover.headers.get('cache-control'), 'public, max-age=31536000, immutable')
  })

  it('answer 503 when the store fails, while everything else works', async () => {
    const { audioUrl, page, store, fetchMedia } = await testListening()
    store.breakWith(() => 'error')

    const audio = await fetchMedia(audioUrl)
    const body = await audio.json()
    const home = await page.get('/play/v1/home')
    const ready = await fetchMedia('/readyz')

    assert.deepEqual([audio.status, body.code], [503, 'UNAVAILABLE'])
    assert.ok(Number(audio.headers.get('retry-after')) > 0)
    assert.equal(audio.headers.get('cache-control'), 'no-store')
    assert.deepEqual([home.statusCode, ready.status], [200, 200])
  })

  it('answer 503 when a file of known size cannot be read', async () => {
    const { audioUrl, store, fetchMedia } = await testListening()
    await fetchMedia(audioUrl, { method: 'HEAD' })
    store.breakWith(() => 'refuse')

    const audio = await fetchMedia(audioUrl, { headers: { range: 'bytes=0-9' } })

    assert.equal(audio.status, 503)
    assert.deepEqual(
      ['content-range', 'etag', 'accept-ranges'].map((name) => audio.headers.get(name)),
      [null, null, null],
    )
  })

  it('break the connection when the store fails in the middle, so that a part is not taken for the whole', async () => {
    const { audioUrl, store, openSlowly } = await testListening({ longBook: true })
    let answers = 1
    store.breakWith(({ method }) => {
      if (method === 'HEAD') return undefined
      return answers-- > 0 ? { cutAfter: 10_000_000 } : 'error'
    })
    const stream = await openSlowly(audioUrl)

    await assert.rejects(async () => {
      for await (const _ of stream);
    })

    assert.equal(stream.complete, false)
  })

  it('stop a transfer, and the store’s, when the member is revoked', async () => {
    const { audioUrl, revoke, store, openSlowly } = await testListening({ longBook: true })
    const stream = await openSlowly(audioUrl)

    await revoke()

    await assert.rejects(async () => {
      for await (const _ of stream);
    })
    await store.assertSettled()
  })

  it('release the store’s connection when the listener leaves in the middle', async () => {
    const { audioUrl, store, openSlowly } = await testListening({ longBook: true })
    const stream = await openSlowly(audioUrl)

    stream.destroy()

    await store.assertSettled()
  })

  it('stop waiting for the store when the listener leaves before the answer', async () => {
    const { audioUrl, store, origin } = await testListening()
    const requested = Promise.withResolvers<void>()
    store.breakWith(({ method }) => {
      if (method === 'HEAD') return undefined
      requested.resolve()
      return 'silence'
    })
    await fetchUntil(origin + audioUrl, requested.promise)

    await store.assertSettled()
  })

  it('are not imported while the store fails, and are later', async () => {
    const store = await startObjectStore()
    const { context } = await testApp({ mediaLocation: store.location })
    store.breakWith(({ method }) => (method === 'PUT' ? 'error' : undefined))

    const refused = await importPaths(context, [BOOK])
    store.mend()
    const accepted = await importPaths(context, [BOOK])

    assert.equal(refused.failed.length, 1)
    assert.equal(accepted.imported.length, 1)
  })
})

describe('Media by signed address of the store', () => {
  it('redirect a player to the store, with ranges, and never through the service', async () => {
    const { audioUrl, store, fetchMedia } = await testListening({ delivery: 'redirect' })

    const redirect = await fetchMedia(audioUrl, { redirect: 'manual' })
    const part = await fetchMedia(audioUrl, { headers: { range: 'bytes=100-299' } })

    assert.equal(redirect.status, 302)
    assert.equal(redirect.headers.get('cache-control'), 'no-store')
    assert.equal(new URL(redirect.headers.get('location') ?? '').origin, store.location.endpoint)
    assert.equal(part.status, 206)
    assert.equal(part.headers.get('content-type'), 'audio/mpeg')
    assert.equal((await part.arrayBuffer()).byteLength, 200)
  })

  it('have a signature as long-lived as the service’s own address', async () => {
    const { audioUrl, clock, fetchMedia } = await testListening({ delivery: 'redirect' })
    clock.advance(GRANT_LIFETIME_MS - 90_000)

    const redirect = await fetchMedia(audioUrl, { redirect: 'manual' })

    const signed = new URL(redirect.headers.get('location') ?? '')
    assert.equal(signed.searchParams.get('X-Amz-Expires'), '90')
  })

  it('are refused to a revoked member', async () => {
    const { audioUrl, revoke, fetchMedia } = await testListening({ delivery: 'redirect' })
    await revoke()

    const response = await fetchMedia(audioUrl, { redirect: 'manual' })

    assert.equal(response.status, 401)
  })

  it('are for audio only: covers and HEAD are answered by the service', async () => {
    const { audioUrl, coverUrl, fetchMedia } = await testListening({ delivery: 'redirect' })

    const head = await fetchMedia(audioUrl, { method: 'HEAD', redirect: 'manual' })
    const cover = await fetchMedia(coverUrl, { redirect: 'manual' })

    assert.deepEqual([head.status, cover.status], [200, 200])
  })

  it('are allowed by the page’s policy only when they are in use', async (test) => {
    const byStore = await testListening({ delivery: 'redirect' })
    const byService = await testListening()

    const [open, closed] = await Promise.all([byStore.fetchMedia('/'), byService.fetchMedia('/')])
    if (open.status !== 200) return test.skip('the embedded application is not built')

    const { endpoint } = byStore.store.location
    assert.match(
      open.headers.get('content-security-policy') ?? '',
      new RegExp(`media-src 'self' ${endpoint} blob:; connect-src 'self' ${endpoint};`),
    )
    assert.match(closed.headers.get('content-security-policy') ?? '', /media-src 'self' blob:; connect-src 'self';/)
  })
})

/** A member's page with one audiobook in a store, over real HTTP. */
async function testListening({ longBook = false, delivery = 'proxy' as MediaDelivery } = {}) {
  const store = await startObjectStore()
  const settings = { mediaLocation: store.location, mediaDelivery: delivery }
  const { app, context, clock, partner, delete: remove } = await testApp(settings)
  await importOnce(context, [BOOK])
  const page = await openPage(app, partner.authorization, 'u1')
  const [card] = (await page.get('/play/v1/home')).json().newest
  // More than the socket buffers between store, service and listener.
  if (longBook) await truncate(store.fileOf(`acervo/publications/${card.id}/1/audio.mp3`), LONG_BYTES)
  const { manifestUrl } = (await page.get(`/play/v1/publications/${card.id}`)).json().media as { manifestUrl: string }
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  return {
    store,
    page,
    clock,
    origin,
    audioUrl: manifestUrl.replace('manifest.json', 'audio.mp3'),
    coverUrl: card.cover.url as string,
    revoke: () => remove('/partner/v1/users/u1'),
    fetchMedia: (path: string, init?: RequestInit) => fetch(origin + path, init),
    openSlowly: (path: string) => openSlowly(origin + path),
  }
}

/** An answer whose first bytes were read, and no more. */
async function openSlowly(url: string) {
  const [response] = await once(request(url).end(), 'response')
  await once(response, 'readable')
  return response as IncomingMessage
}

/** Sends a request, and aborts it once `event` has happened. */
async function fetchUntil(url: string, event: Promise<void>): Promise<void> {
  const leaving = new AbortController()
  const answer = fetch(url, { signal: leaving.signal })
  await event
  leaving.abort()
  await assert.rejects(answer)
}
