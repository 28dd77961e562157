import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { brotliDecompressSync } from 'node:zlib'
import type { LaunchAnswer } from '@estante/contract/play/launch.ts'
import type { PublicationCard } from '@estante/contract/play/publications.ts'
import { coverUrl } from '../covers/cover.ts'
import { importPaths } from '../imports/sources/import-paths.ts'
import { openPage, pageKey } from '../test/people.ts'
import { idsOf, withdrawPublication } from '../test/publications.ts'
import { readPages } from '../test/read-pages.ts'
import { testApp } from '../test/test-app.ts'

const books = [
  'o-farol-de-sal.epub',
  'o-farol-de-sal.m4b',
  'notas-ao-pe-da-mangueira.epub',
  'a-padaria-das-quatro',
].map((name) => fileURLToPath(new URL(`../../examples/catalog/books/${name}`, import.meta.url)))

const service = await testApp()
const { failed } = await importPaths(service.context, books)
const page = await openPage(service.app, service.partner.authorization)

describe('The catalog, for a signed-in page', () => {
  it('shows the newest works of both forms on the home screen', async () => {
    const home = (await page.get('/play/v1/home')).json()

    assert.deepEqual(failed, [])
    assert.deepEqual(titlesOf(home.newest), ['A padaria das quatro', 'Notas ao pé da mangueira', 'O farol de sal'])
    assert.deepEqual(home.continue, [])
  })

  it('comes with the launch, as far as the opening screen needs it', async () => {
    const { items } = (await page.get('/play/v1/publications?q=mangueira')).json()
    const [{ id }] = items as [PublicationCard]

    const atHome = await launchAt('/')
    const nowhere = await launchAt('/nada')
    const atBook = await launchAt(`/leitor/${id}`)
    const gone = await launchAt('/leitor/pub_nenhum')
    const atShelf = await launchAt('/biblioteca')

    assert.deepEqual(atHome.home, (await page.get('/play/v1/home')).json())
    assert.deepEqual(nowhere.home, atHome.home)
    const { media, ...book } = atBook.publication!
    const { media: otherMedia, ...same } = (await page.get(`/play/v1/publications/${id}?with=manifest`)).json()
    assert.deepEqual(book, same)
    assert.equal((await service.app.inject(media.manifestUrl)).statusCode, 200)
    assert.notEqual(media.manifestUrl, otherMedia.manifestUrl)
    assert.deepEqual(atBook.preferences, (await page.get('/play/v1/preferences')).json())
    assert.deepEqual([gone, atShelf].map(Object.keys), [
      ['tokens', 'profile'],
      ['tokens', 'profile'],
    ])
  })

  it('finds all words, in any order, accents and case', async () => {
    const found = (await page.get(`/play/v1/publications?q=${encodeURIComponent('MANGUÉIRA  pe')}`)).json()
    const none = (await page.get('/play/v1/publications?q=mangueira%20farol')).json()

    assert.deepEqual(titlesOf(found.items), ['Notas ao pé da mangueira'])
    assert.deepEqual(none, { items: [], nextCursor: null })
  })

  it('escapes wildcards', async () => {
    const { items } = (await page.get('/play/v1/publications?q=%25_')).json()

    assert.deepEqual(items, [])
  })

  it('pages through every work once, the newest first', async () => {
    const ids = idsOf((await readPages(page.get, '/play/v1/publications?limit=1')).flat())

    assert.equal(ids.length, 3)
    assert.deepEqual(ids, [...new Set(ids)].sort().reverse())
  })

  it('filters by form', async () => {
    const { items } = (await page.get('/play/v1/publications?type=ebook')).json()

    assert.deepEqual(
      items.map((item: PublicationCard) => item.type),
      ['ebook', 'ebook'],
    )
  })

  it('leads from one form of a work to the other', async () => {
    const [audiobook, ebook] = await formsOfFarol()

    const detail = (await page.get(`/play/v1/publications/${ebook.id}`)).json()

    const { id, type, durationSeconds, progress } = detail.otherForm
    assert.deepEqual(
      [id, type, durationSeconds, progress],
      [audiobook.id, 'audiobook', audiobook.durationSeconds, null],
    )
    assert.equal(detail.language, 'pt-BR')
    assert.equal(detail.media.expiresInSeconds, 3600)
    assert.equal(detail.durationSeconds, undefined)
    assert.ok(detail.chapters > 1)
  })

  it('leads from a place in one form to the same chapter of the other, and back', async () => {
    const [audiobook, ebook] = await formsOfFarol()
    const manifestOf = async (id: string) =>
      (await page.get(`/play/v1/publications/${id}?with=manifest`)).json().manifest
    const [book, sound] = [await manifestOf(ebook.id), await manifestOf(audiobook.id)]
    const chapter = book.toc.find(({ title }: { title: string }) => title === sound.toc[1].title)

    const heard = (
      await page.get(`/play/v1/publications/${ebook.id}/other-form?href=${chapter.href}&letter=400`)
    ).json()
    const read = (
      await page.get(
        `/play/v1/publications/${audiobook.id}/other-form?timeMs=${Math.round(heard.locator.locations.time * 1000)}`,
      )
    ).json()

    const [from, to] = [1, 2].map((at) => Number(sound.toc[at]?.href.split('#t=')[1] ?? sound.metadata.duration))
    assert.deepEqual([heard.id, heard.type], [audiobook.id, 'audiobook'])
    assert.ok(heard.locator.locations.time > from! && heard.locator.locations.time < to!)
    assert.equal(read.locator.href, chapter.href)
    assert.ok(Math.abs(read.locator.locations.progression * chapter.properties.letters - 400) < 0.1)
    assert.equal((await page.get('/play/v1/publications/pub_nada/other-form')).statusCode, 404)
  })

  it('leads to no place in the audiobook from where the e-book goes on after it', async () => {
    const [, ebook] = await formsOfFarol()
    const { manifest } = (await page.get(`/play/v1/publications/${ebook.id}?with=manifest`)).json()
    const { href, properties } = manifest.readingOrder.at(-1)

    const answer = await page.get(
      `/play/v1/publications/${ebook.id}/other-form?href=${href}&letter=${properties.letters}`,
    )

    assert.equal(answer.statusCode, 404)
  })

  it('has its manifest on request, and its chapters are compressed', async () => {
    const [, ebook] = await formsOfFarol()

    const { media, manifest } = (await page.get(`/play/v1/publications/${ebook.id}?with=manifest`)).json()

    const whole = (await service.app.inject(media.manifestUrl)).json()
    assert.deepEqual({ ...manifest, links: undefined }, { ...whole, links: undefined })
    const url = media.manifestUrl.replace('manifest.json', manifest.readingOrder[1].href)
    const plain = await service.app.inject(url)
    const compressed = await service.app.inject({ url, headers: { 'accept-encoding': 'br' } })
    assert.equal(compressed.headers['content-encoding'], 'br')
    assert.equal(compressed.headers['content-type'], plain.headers['content-type'])
    assert.deepEqual(brotliDecompressSync(compressed.rawPayload), plain.rawPayload)
  })

  it('answers PUBLICATION_NOT_FOUND for an unknown title', async () => {
    const response = await page.get('/play/v1/publications/pub_nada')

    assert.equal(response.statusCode, 404)
    assert.equal(response.json().code, 'PUBLICATION_NOT_FOUND')
  })

  it('requires a signed-in page', async () => {
    const answers = await Promise.all(
      ['/play/v1/home', '/play/v1/publications', '/play/v1/publications/pub_nada', '/play/v1/library'].map((url) =>
        service.app.inject(url),
      ),
    )

    for (const answer of answers) assert.equal(answer.statusCode, 401)
  })

  it('serves covers to anyone, cacheable for ever, and 404 for unknown ones', async () => {
    const [card] = (await page.get('/play/v1/home')).json().newest as PublicationCard[]
    const row = await service.db.read
      .selectFrom('publication')
      .selectAll()
      .where('public_id', '=', card!.id)
      .executeTakeFirstOrThrow()

    const cover = await service.app.inject(card!.cover.url)
    const head = await service.app.inject({ method: 'HEAD', url: card!.cover.url })
    const missing = await Promise.all(
      ['641.webp', '640.png', '..%2f640.webp'].map((name) =>
        service.app.inject(card!.cover.url.replace('640.webp', name)),
      ),
    )

    assert.equal(cover.statusCode, 200)
    assert.equal(cover.headers['content-type'], 'image/webp')
    assert.equal(cover.headers['cache-control'], 'public, max-age=31536000, immutable')
    assert.equal(cover.rawPayload.subarray(8, 12).toString(), 'WEBP')
    assert.equal(Number(head.headers['content-length']), cover.rawPayload.length)
    assert.deepEqual(
      missing.map((answer) => answer.statusCode),
      [404, 404, 404],
    )
    assert.equal(coverUrl('https://livros.example.com', row), `https://livros.example.com${card!.cover.url}`)
    for (const candidate of card!.cover.srcset.split(', ')) {
      assert.equal((await service.app.inject(candidate.split(' ')[0]!)).statusCode, 200)
    }
  })

  it('leaves out a withdrawn title', async () => {
    const [audiobook] = (await page.get('/play/v1/publications?q=padaria')).json().items
    await withdrawPublication(service.context, audiobook.id)

    const search = (await page.get('/play/v1/publications?q=padaria')).json()
    const detail = await page.get(`/play/v1/publications/${audiobook.id}`)

    assert.deepEqual(search.items, [])
    assert.equal(detail.statusCode, 404)
  })
})

/** The audiobook and the e-book of one work. */
async function formsOfFarol(): Promise<[audiobook: PublicationCard, ebook: PublicationCard]> {
  const forms = ['audiobook', 'ebook'].map(async (type) => {
    const { items } = (await page.get(`/play/v1/publications?q=farol&type=${type}`)).json()
    return items[0] as PublicationCard
  })
  return [await forms[0]!, await forms[1]!]
}

function titlesOf(cards: PublicationCard[]): string[] {
  return cards.map((card) => card.title)
}

/** Exchanges a launch that opens this path, and returns the answer. */
async function launchAt(opens: string): Promise<LaunchAnswer> {
  const { launchToken: token } = (await service.post('/partner/v1/sessions', { externalUserId: 'u1' })).json()
  const response = await service.app.inject({
    method: 'POST',
    url: '/play/v1/launch',
    headers: { 'accept-encoding': 'br' },
    payload: { token, key: pageKey(), opens },
  })
  const isCompressed = response.headers['content-encoding'] === 'br'
  return JSON.parse((isCompressed ? brotliDecompressSync(response.rawPayload) : response.rawPayload).toString())
}
