import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { UNAUDITED } from '../audit/audit.ts'
import { featurePublication } from '../publications/featured.ts'
import { moveTo, openPage, spendTime } from '../test/people.ts'
import { addPublication, idsOf } from '../test/publications.ts'
import { testApp } from '../test/test-app.ts'

describe('The home screen', () => {
  it('shows the newest works not in progress once, finished ones last', async () => {
    const { add, home, use, addWork } = await testHome()
    const ended = await add('Terminado')
    const old = await add('Antigo')
    const both = await addWork('Nas duas formas')
    const begun = await addWork('Em andamento')
    const before = await home()

    await use(ended, 1)
    await use(begun.audiobook)

    const { newest, continue: continued } = await home()
    assert.deepEqual(idsOf(before.newest), [begun.ebook, both.ebook, old, ended])
    assert.deepEqual(idsOf(continued), [begun.audiobook])
    assert.deepEqual(idsOf(newest), [both.ebook, old, ended])
    assert.equal(newest[0].otherForm.id, both.audiobook)
  })

  it('continues a title that was begun and left on its first page', async () => {
    const { page, add, clock, home } = await testHome()
    const begun = await add('Na primeira página')

    await spendTime(page, clock, begun, 10_000, { chapter: 0 })

    const [first] = (await home()).continue
    const title = (await page.get(`/play/v1/publications/${begun}`)).json()
    const progress = { totalProgression: 0, finishedAt: null }
    assert.deepEqual([first.id, first.progress], [begun, progress])
    assert.deepEqual([title.progress, title.place], [progress, null])
  })

  it('shows the queue in its order, without works in progress, and its works on no other shelf', async () => {
    const { page, add, home, use, addWork } = await testHome()
    const [begun, both, other] = [await addWork('Em andamento'), await addWork('Nas duas formas'), await add('Outro')]
    const old = await add('Fora da fila')
    await use(begun.ebook)
    for (const id of [begun.audiobook, other, both.audiobook, both.ebook]) await page.post('/play/v1/queue', { id })

    const { queue, newest } = await home()
    await page.post('/play/v1/queue', { id: both.audiobook, before: other })
    const reordered = (await home()).queue
    await use(both.audiobook)
    const afterUse = (await home()).queue

    assert.deepEqual(idsOf(queue), [other, both.audiobook])
    assert.deepEqual(idsOf(newest), [old])
    assert.deepEqual(idsOf(reordered), [both.audiobook, other])
    assert.deepEqual(idsOf(afterUse), [other])
  })

  it('does not begin with a featured title whose other form the member began', async () => {
    const { context, home, use, addWork } = await testHome()
    const work = await addWork('Nas duas formas')
    await featurePublication(context, work.ebook, UNAUDITED)
    const { featured } = await home()

    await use(work.audiobook)

    assert.deepEqual([featured.id, (await home()).featured], [work.ebook, null])
  })
})

/** Sets up a member's page, with functions to add titles and works in both forms, and to use one for ten seconds. */
async function testHome() {
  const { app, context, clock, partner } = await testApp()
  const page = await openPage(app, partner.authorization)

  return {
    context,
    clock,
    page,
    add: (title: string) => addPublication(context, { type: 'audiobook', title }),
    async addWork(title: string) {
      const audiobook = await addPublication(context, { type: 'audiobook', title, work: title })
      return { audiobook, ebook: await addPublication(context, { type: 'ebook', title, work: title }) }
    },
    home: async () => (await page.get('/play/v1/home')).json(),
    async use(publicationId: string, totalProgression = 0.25) {
      const locator = { href: 'chapter', locations: { totalProgression } }
      await spendTime(page, clock, publicationId, 10_000, { chapter: 0, movement: moveTo(locator) })
    },
  }
}
