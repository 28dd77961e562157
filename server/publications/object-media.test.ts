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
  it('is imported, and given whole or in part with the headers of any other', async () => {
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

  it('has the same answers to what cannot or need not be sent', async () => {
    const { audioUrl, fetchMedia } = await testListening()
    const { headers } = await fetchMedia(audioUrl, { method: 'HEAD' })

    const behind = await fetchMedia(audioUrl, { headers: { range: 'bytes=999999999-' } })
    const unchanged = await fetchMedia(audioUrl, { headers: { 'if-none-match': headers.get('etag') ?? '' } })
    const nothing = await fetchMedia(audioUrl.replace('audio.mp3', 'nada.mp3'))

    assert.deepEqual([behind.status, unchanged.status, nothing.status], [416, 304, 404])
  })

  it('gives covers that anybody may keep for ever', async () => {
    const { coverUrl, fetchMedia } = await testListening()

    const cover = await fetchMedia(coverUrl)

    assert.equal(cover.status, 200)
    assert.equal(cover.headers.get('content-type'), 'image/webp')
    assert.equal(cover.headers.get('cache-control'), 'public, max-age=31536000, immutable')
  })

  it('asks the listener to come back when the store errs, and serves all else', async () => {
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

  it('asks the listener to come back when a file whose size is known cannot be read', async () => {
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

  it('breaks the connection when the store dies in the middle, so that a part is not taken for the whole', async () => {
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

  it('stops a stream on its way, and the store, when the member is revoked', async () => {
    const { audioUrl, revoke, store, openSlowly } = await testListening({ longBook: true })
    const stream = await openSlowly(audioUrl)

    await revoke()

    await assert.rejects(async () => {
      for await (const _ of stream);
    })
    await store.settled()
  })

  it('lets go of the store when the listener leaves in the middle', async () => {
    const { audioUrl, store, openSlowly } = await testListening({ longBook: true })
    const stream = await openSlowly(audioUrl)

    stream.destroy()

    await store.settled()
  })

  it('stops waiting for the sound when the listener leaves before it comes', async () => {
    const { audioUrl, store, origin } = await testListening()
    const asked = Promise.withResolvers<void>()
    store.breakWith(({ method }) => {
      if (method === 'HEAD') return undefined
      asked.resolve()
      return 'silence'
    })
    await fetchUntil(origin + audioUrl, asked.promise)

    await store.settled()
  })

  it('is not imported while the store errs, and is later', async () => {
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
  it('leads a player to the sound, in parts as well, and never through the service', async () => {
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

  it('signs for as long as the address that led there lives', async () => {
    const { audioUrl, clock, fetchMedia } = await testListening({ delivery: 'redirect' })
    clock.advance(GRANT_LIFETIME_MS - 90_000)

    const redirect = await fetchMedia(audioUrl, { redirect: 'manual' })

    const signed = new URL(redirect.headers.get('location') ?? '')
    assert.equal(signed.searchParams.get('X-Amz-Expires'), '90')
  })

  it('signs nothing for a member who was revoked', async () => {
    const { audioUrl, revoke, fetchMedia } = await testListening({ delivery: 'redirect' })
    await revoke()

    const response = await fetchMedia(audioUrl, { redirect: 'manual' })

    assert.equal(response.status, 401)
  })

  it('is for sound alone: covers and the size of a file come from the service, with its headers', async () => {
    const { audioUrl, coverUrl, fetchMedia } = await testListening({ delivery: 'redirect' })

    const head = await fetchMedia(audioUrl, { method: 'HEAD', redirect: 'manual' })
    const cover = await fetchMedia(coverUrl, { redirect: 'manual' })

    assert.deepEqual([head.status, cover.status], [200, 200])
  })

  it('is allowed by the page, and only then', async (test) => {
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

/** A member's page with one audiobook that is kept in a store, over real HTTP. */
async function testListening({ longBook = false, delivery = 'proxy' as MediaDelivery } = {}) {
  const store = await startObjectStore()
  const settings = { mediaLocation: store.location, mediaDelivery: delivery }
  const { app, context, clock, partner, delete: remove } = await testApp(settings)
  await importOnce(context, [BOOK])
  const page = await openPage(app, partner.authorization, 'u1')
  const [card] = (await page.get('/play/v1/home')).json().audiobooks
  // More than the sockets between store, service and listener hold.
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

/** An answer whose first bytes have come and whose other bytes nobody reads yet. */
async function openSlowly(url: string) {
  const [response] = await once(request(url).end(), 'response')
  await once(response, 'readable')
  return response as IncomingMessage
}

/** Asks, and leaves without an answer once `event` has happened. */
async function fetchUntil(url: string, event: Promise<void>): Promise<void> {
  const leaving = new AbortController()
  const answer = fetch(url, { signal: leaving.signal })
  await event
  leaving.abort()
  await assert.rejects(answer)
}
