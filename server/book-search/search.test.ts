import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { BookHit, BookHits } from '@estante/contract/play/book-search.ts'
import { importOnce } from '../test/import-once.ts'
import { openPage } from '../test/people.ts'
import { readPages } from '../test/read-pages.ts'
import { testApp } from '../test/test-app.ts'

const fixture = (name: string) => fileURLToPath(new URL(`../../examples/catalog/books/${name}`, import.meta.url))

describe('GET /play/v1/publications/{id}/search', async () => {
  const service = await testApp()
  const [id, audiobookId] = await importOnce(service.context, [
    fixture('notas-ao-pe-da-mangueira.epub'),
    fixture('o-farol-de-sal.m4b'),
  ])
  const page = await openPage(service.app, service.partner.authorization)
  const search = async (query: string, ofId = id) => page.get(`/play/v1/publications/${ofId}/search?${query}`)
  const found = async (query: string): Promise<BookHits> => (await search(query)).json()

  it('locates each match in letters of the served chapter', async () => {
    const { manifest, media } = (await page.get(`/play/v1/publications/${id}?with=manifest`)).json()

    const { items, total, isIndexed } = await found('q=MANGUÉIRA')

    assert.ok(isIndexed && total > 1)
    assert.equal(items.length, Math.min(total, 30))
    for (const { chapter, letter, letters, locator } of items) {
      const link = manifest.readingOrder[chapter]
      assert.equal(locator.href, link.href)
      assert.equal(locator.locations.progression! * link.properties.letters, letter)
      assert.equal(locator.text!.highlight!.length, letters)
      const { body } = await service.app.inject(media.manifestUrl.replace('manifest.json', link.href))
      assert.ok(body.includes(locator.text!.highlight!))
    }
  })

  it('pages through the matches in the order of the book', async () => {
    const whole = await found('q=mangueira&limit=100')

    const pages = await readPages<BookHit>(page.get, `/play/v1/publications/${id}/search?q=mangueira&limit=2`)

    assert.deepEqual(pages.flat(), whole.items)
    assert.equal(
      whole.chapters.reduce((sum, { hits }) => sum + hits, 0),
      whole.total,
    )
  })

  it('forgives a typing mistake, and says so', async () => {
    const { isFuzzy, items } = await found('q=mangueria')

    assert.ok(isFuzzy)
    assert.match(items[0]!.locator.text!.highlight!, /^mangueira/i)
  })

  it('says that an audiobook has no text to search', async () => {
    assert.equal((await search('q=sal', audiobookId)).json().isIndexed, false)
  })

  it('refuses a query that is too long or no text, and a cursor of another list', async () => {
    const { nextCursor } = (await page.get('/play/v1/publications?limit=1')).json()

    for (const query of [`q=${'a'.repeat(10_000)}`, 'q=', '', 'q=a&limit=101', `q=a&cursor=${nextCursor}`]) {
      const response = await search(query)
      assert.deepEqual([query, response.statusCode, response.json().code], [query, 400, 'VALIDATION'])
    }
  })

  it('shows nothing of a title that the partner does not have', async () => {
    assert.equal((await search('q=a', 'pub_nada')).json().code, 'PUBLICATION_NOT_FOUND')
    assert.equal((await service.app.inject(`/play/v1/publications/${id}/search?q=a`)).statusCode, 401)
  })

  it('does not serve the index itself', async () => {
    const { media } = (await page.get(`/play/v1/publications/${id}`)).json()

    const response = await service.app.inject(media.manifestUrl.replace('manifest.json', 'search.idx'))

    assert.equal(response.statusCode, 404)
  })

  it('has a limit for each member', async () => {
    const { app, clock, partner, context } = await testApp()
    const [book] = await importOnce(context, [fixture('notas-ao-pe-da-mangueira.epub')])
    const member = await openPage(app, partner.authorization)
    const ask = async () => (await member.get(`/play/v1/publications/${book}/search?q=a`)).statusCode

    const statuses = await Promise.all(Array.from({ length: 40 }, ask))
    clock.advance(500)

    assert.equal(statuses.filter((status) => status === 200).length, 30)
    assert.equal(statuses.filter((status) => status === 429).length, 10)
    assert.equal(await ask(), 200)
  })
})
