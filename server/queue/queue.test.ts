import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { MAX_QUEUED } from '@estante/contract/play/queue.ts'
import { findPublicationId } from '../publications/publication.ts'
import { moveTo, openPage, spendTime } from '../test/people.ts'
import { addPublication, idsOf, withdrawPublication } from '../test/publications.ts'
import { testApp } from '../test/test-app.ts'
import { ON_PG } from '../test/test-database.ts'

describe('A member’s queue', () => {
  it('keeps its order, can be reordered and emptied on every device, and is private', async () => {
    const { page, add, queue, open } = await testQueue()
    const [one, two, three] = [await add('Um'), await add('Dois'), await add('Três')]
    for (const id of [one, two, three, one]) await page.post('/play/v1/queue', { id })
    const added = await queue()

    await page.post('/play/v1/queue', { id: three, before: two })
    const moved = await queue(await open())
    const removed = (await page.delete(`/play/v1/queue/${two}`)).json()
    await page.delete(`/play/v1/queue/${two}`)

    assert.deepEqual(added, [two, three, one])
    assert.deepEqual(moved, [three, two, one])
    assert.deepEqual(idsOf(removed.items), [three, one])
    assert.deepEqual(await queue(await open('u2')), [])
  })

  it('drops titles used after they were queued, and keeps titles started before', async () => {
    const { page, add, queue, use, clock } = await testQueue()
    const [begun, fresh] = [await add('Começado'), await add('Novo')]
    await use(begun)
    for (const id of [begun, fresh]) await page.post('/play/v1/queue', { id })
    const before = await queue()

    clock.advance(1000)
    await use(begun)

    assert.deepEqual([before, await queue()], [[begun, fresh], [fresh]])
  })

  it('skips titles that left the catalog, rejects unknown ones, and is limited to a hundred', ON_PG, async () => {
    const { page, add, queue, context, clock } = await testQueue()
    const gone = await add('Retirado')
    await page.post('/play/v1/queue', { id: gone })
    await withdrawPublication(context, gone)

    const refused = await page.post('/play/v1/queue', { id: 'pub_nada' })
    const { partner_id, id: member_id } = await context.db.read
      .selectFrom('member')
      .select(['partner_id', 'id'])
      .executeTakeFirstOrThrow()
    for (let position = 1; position < MAX_QUEUED; position++) {
      const publication_id = await findPublicationId(context.db.read, await add(`${position}`))
      const row = { partner_id, member_id, publication_id, position, added_at: clock.now() }
      await context.db.write((tx) => tx.insertInto('queue_entry').values(row).execute())
    }
    const full = await page.post('/play/v1/queue', { id: await add('Demais') })

    assert.deepEqual([refused.statusCode, refused.json().code], [404, 'PUBLICATION_NOT_FOUND'])
    assert.deepEqual([full.statusCode, full.json().code], [409, 'QUEUE_FULL'])
    assert.equal((await queue()).length, MAX_QUEUED - 1)
  })
})

describe('The end of a title', () => {
  it('leads to the queue, the next unfinished title of its series, and others of its author', async () => {
    const { clock, page, add, use, ending } = await testQueue()
    const inSeries = (position: number) => ({ belongsTo: { series: [{ name: 'Ondas', position }] } })
    const here = await add('Ondas 2', { work: 'ondas 2', metadata: inSeries(2) })
    const text = await add('Ondas 2', { type: 'ebook', work: 'ondas 2', metadata: inSeries(2) })
    await add('Ondas 1', { metadata: inSeries(1) })
    const done = await add('Ondas 3', { work: 'ondas 3', metadata: inSeries(3) })
    const doneText = await add('Ondas 3', { type: 'ebook', work: 'ondas 3', metadata: inSeries(3) })
    const next = await add('Ondas 4', { metadata: inSeries(4) })
    const other = await add('Vento')
    const queued = await add('Fogo', { author: 'Rui' })
    await use(here)
    const startedAt = new Date(clock.now()).toISOString()
    await spendTime(page, clock, text, 20_000, { chapter: 0 })
    await use(done, 1)
    await use(doneText, 1, { chapter: 0 })
    await page.post('/play/v1/queue', { id: queued })

    const found = await ending(here)

    assert.deepEqual([found.startedAt, found.listeningSeconds, found.readingSeconds], [startedAt, 10, 20])
    assert.deepEqual([found.finishedWorks, found.queued?.id, found.inSeries?.id], [2, queued, next])
    assert.ok(idsOf(found.sameAuthor).includes(other))
    assert.deepEqual(found.others, [])
    for (const id of [here, done, next]) assert.ok(!idsOf(found.sameAuthor).includes(id))
  })

  it('leads to unstarted titles of its subjects, then to the newest, where its author has no others', async () => {
    const { add, use, ending } = await testQueue()
    const ofSea = { metadata: { subject: ['Mar'] } }
    const here = await add('Farol', { author: 'Ana', ...ofSea })
    const alike = await add('Do mar', { author: 'Rui', ...ofSea })
    const started = await add('Da praia', { author: 'Rui', ...ofSea })
    const newest = await add('Do fogo', { author: 'Eva' })
    await use(started)

    const { sameAuthor, others } = await ending(here)

    assert.deepEqual(sameAuthor, [])
    assert.deepEqual(idsOf(others), [alike, newest])
  })

  it('is empty when nothing follows', async () => {
    const { add, ending, page } = await testQueue()
    const here = await add('Um só')
    await page.post('/play/v1/queue', { id: here })

    assert.deepEqual(await ending(here), {
      startedAt: null,
      listeningSeconds: 0,
      readingSeconds: 0,
      finishedWorks: 1,
      queued: null,
      inSeries: null,
      sameAuthor: [],
      others: [],
    })
    assert.equal((await page.get('/play/v1/publications/pub_nada/ending')).statusCode, 404)
  })
})

/** Sets up a member's page, with functions to add titles and to listen to ten seconds of one. */
async function testQueue() {
  const { app, context, clock, partner } = await testApp()
  const open = (externalUserId = 'u1') => openPage(app, partner.authorization, externalUserId)
  const page = await open()

  return {
    context,
    clock,
    page,
    open,
    add: (title: string, of: Partial<Parameters<typeof addPublication>[1]> = {}) =>
      addPublication(context, { type: 'audiobook', title, ...of }),
    queue: async (by = page) => idsOf((await by.get('/play/v1/queue')).json().items),
    ending: async (id: string) => (await page.get(`/play/v1/publications/${id}/ending`)).json(),
    async use(publicationId: string, totalProgression = 0.25, place: object = {}) {
      const locator = { href: 'sound.mp3', locations: { time: 9, totalProgression } }
      await spendTime(page, clock, publicationId, 10_000, { movement: moveTo(locator), ...place })
    },
  }
}
