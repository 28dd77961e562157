import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findPublicationId } from '../publications/publication.ts'
import { updatePublication } from '../publications/write-publication.ts'
import { openPage } from '../test/people.ts'
import { addPublication } from '../test/publications.ts'
import { testApp } from '../test/test-app.ts'
import { ON_PG } from '../test/test-database.ts'

const CATALOG = '/partner/v1/catalog'

describe('GET /partner/v1/catalog', () => {
  it('lists audiobooks with their length and e-books with their chapters', async () => {
    const { get, context } = await testApp()
    const audiobook = await addPublication(context, { type: 'audiobook', title: 'O farol', durationMs: 61_600 })
    const ebook = await addPublication(context, { type: 'ebook', title: 'O rio', chapters: 7 })

    const { items, nextCursor } = (await get(CATALOG)).json()

    assert.equal(nextCursor, null)
    assert.deepEqual(items, [
      {
        id: audiobook,
        type: 'audiobook',
        title: 'O farol',
        author: 'Marina Duarte',
        coverUrl: items[0]?.coverUrl,
        durationSeconds: 62,
      },
      { id: ebook, type: 'ebook', title: 'O rio', author: 'Marina Duarte', coverUrl: items[1]?.coverUrl, chapters: 7 },
    ])
    assert.ok(items[0]?.coverUrl.startsWith(`${context.config.baseUrl}/capas/${audiobook}/`))
  })

  it('is read completely through its cursors, each title once, while titles come and go', async () => {
    const { get, context } = await testApp()
    const ids: string[] = []
    for (let title = 0; title < 7; title++)
      ids.push(await addPublication(context, { type: 'ebook', title: `T${title}` }))
    ids.sort()
    const first = (await get(`${CATALOG}?limit=3`)).json()
    await context.db.write(async (tx) =>
      updatePublication(tx, await findPublicationId(tx, String(ids[0])), { withdrawn_at: 1 }),
    )
    ids.push(await addPublication(context, { type: 'ebook', title: 'T7' }))

    const seen = first.items.map(({ id }: { id: string }) => id)
    let cursor = first.nextCursor
    while (cursor !== null) {
      const page = (await get(`${CATALOG}?limit=3&cursor=${encodeURIComponent(cursor)}`)).json()
      seen.push(...page.items.map(({ id }: { id: string }) => id))
      cursor = page.nextCursor
    }

    assert.deepEqual(seen, ids.toSorted())
  })

  it('refuses a cursor of another list', async () => {
    const { app, get, context, partner } = await testApp()
    await addPublication(context, { type: 'ebook', title: 'A' })
    await addPublication(context, { type: 'ebook', title: 'B' })
    const page = await openPage(app, partner.authorization)
    const { nextCursor } = (await page.get('/play/v1/publications?limit=1')).json()

    const response = await get(`${CATALOG}?cursor=${encodeURIComponent(nextCursor)}`)

    assert.deepEqual([typeof nextCursor, response.statusCode], ['string', 400])
    assert.match(response.json().message[0], /"cursor"/)
  })

  it('filters by type', ON_PG, async () => {
    const { get, context } = await testApp()
    await addPublication(context, { type: 'audiobook', title: 'A' })
    await addPublication(context, { type: 'ebook', title: 'E' })

    const titles = (await get(`${CATALOG}?type=ebook`)).json().items.map(({ title }: { title: string }) => title)

    assert.deepEqual(titles, ['E'])
  })

  it('has 50 titles a page, and never more than 200', async () => {
    const { get, context } = await testApp()
    for (let title = 0; title < 210; title++) await addPublication(context, { type: 'ebook', title: `T${title}` })

    const counts = [await get(CATALOG), await get(`${CATALOG}?limit=${'9'.repeat(20)}`)].map(
      (page) => page.json().items.length,
    )

    assert.deepEqual(counts, [50, 200])
  })

  it('answers 304 without a body until it changes', async () => {
    const { app, context, partner, get } = await testApp()
    await addPublication(context, { type: 'ebook', title: 'A' })
    const { etag } = (await get(CATALOG)).headers
    const again = () =>
      app.inject({ url: CATALOG, headers: { authorization: partner.authorization, 'if-none-match': `W/"x", ${etag}` } })

    const unchanged = await again()
    await addPublication(context, { type: 'ebook', title: 'B' })
    const changed = await again()

    assert.deepEqual([unchanged.statusCode, unchanged.body, unchanged.headers.etag], [304, '', etag])
    assert.equal(changed.statusCode, 200)
    assert.match(String(changed.headers['cache-control']), /private/)
  })

  const refused = [
    'type=book',
    'type=',
    'limit=0',
    'limit=-1',
    'limit=1.5',
    'limit=x',
    'limit=',
    'limit=0x10',
    'cursor=',
    'cursor=x',
    'cursor=undefined',
    'cursor=null',
    'cursor=%20',
  ]
  it('refuses an invalid query, also where its first page is cached', async () => {
    const { get } = await testApp()
    await get(CATALOG)
    for (const query of [...refused, 'type=ebook&type=ebook', 'limit=1&limit=2', 'cursor=e30.AAAA']) {
      const response = await get(`${CATALOG}?${query}`)

      assert.deepEqual([response.statusCode, response.json().code], [400, 'VALIDATION'], query)
    }
  })
})
