import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { PublicationCard } from '@estante/contract/play/publications.ts'
import { moveTo, openPage } from '../test/people.ts'
import { addPublication, idsOf } from '../test/publications.ts'
import { testApp } from '../test/test-app.ts'
import { ON_PG } from '../test/test-database.ts'

describe("The member's library", () => {
  it('holds a title until it is removed; both may be repeated', async () => {
    const { page, farol } = await testLibrary()

    const saved = [await page.put(`/play/v1/library/${farol}`), await page.put(`/play/v1/library/${farol}`)]
    const library = (await page.get('/play/v1/library')).json()
    const removed = [await page.delete(`/play/v1/library/${farol}`), await page.delete(`/play/v1/library/${farol}`)]
    const emptied = (await page.get('/play/v1/library')).json()

    assert.deepEqual(
      [...saved, ...removed].map((answer) => answer.statusCode),
      [204, 204, 204, 204],
    )
    assert.deepEqual(idsOf(library.items), [farol])
    assert.equal(library.items[0].saved, true)
    assert.equal(library.items[0].progress, null)
    assert.deepEqual(emptied.items, [])
  })

  it('names the language of a title that is not in Portuguese', async () => {
    const { context, page } = await testLibrary()
    const languages = ['en', 'ptt', 'und', 'pt', 'pt-PT', 'PT-br']
    for (const language of languages) {
      const id = await addPublication(context, { type: 'ebook', title: `Em ${language}`, language })
      await page.put(`/play/v1/library/${id}`)
    }

    const { items }: { items: PublicationCard[] } = (await page.get('/play/v1/library')).json()

    const named = items.map(({ title, language }) => [title, language]).sort()
    assert.deepEqual(named, [
      ['Em PT-br', undefined],
      ['Em en', 'en'],
      ['Em pt', undefined],
      ['Em pt-PT', undefined],
      ['Em ptt', 'ptt'],
      ['Em und', undefined],
    ])
  })

  it('belongs to one member', ON_PG, async () => {
    const { app, partner, page, farol } = await testLibrary()
    const other = await openPage(app, partner.authorization, 'u2')
    await page.put(`/play/v1/library/${farol}`)

    const library = (await other.get('/play/v1/library')).json()

    assert.deepEqual(library.items, [])
  })

  it('keeps the progress when a title is saved and removed', async () => {
    const { page, farol, start } = await testLibrary()
    await start(farol)
    const before = (await page.get('/play/v1/library')).json().items[0].progress

    await page.put(`/play/v1/library/${farol}`)
    await page.delete(`/play/v1/library/${farol}`)

    const [card] = (await page.get('/play/v1/library')).json().items
    assert.deepEqual(card.progress, before)
    assert.equal(card.progress.totalProgression, 0.25)
    assert.equal(card.saved, false)
  })

  it('moves a title that the member calls finished, and back to its place', ON_PG, async () => {
    const { page, farol, mangueira, start } = await testLibrary()
    await start(farol)
    await page.put(`/play/v1/library/${mangueira}`)
    const read = async () => {
      const { items }: { items: PublicationCard[] } = (await page.get('/play/v1/library')).json()
      const progressOf = (id: string) => items.find((one) => one.id === id)?.progress
      const inProgress = idsOf((await page.get('/play/v1/home')).json().continue)
      return { farol: progressOf(farol), mangueira: progressOf(mangueira), inProgress }
    }
    const before = await read()

    const answers = [
      await page.put(`/play/v1/library/${farol}/finished`),
      await page.put(`/play/v1/library/${farol}/finished`),
      await page.put(`/play/v1/library/${mangueira}/finished`),
    ]
    const finished = await read()
    await page.delete(`/play/v1/library/${farol}/finished`)
    const again = await read()
    await page.put(`/play/v1/library/${farol}/finished`)
    await start(farol)
    const continued = await read()

    assert.deepEqual(
      answers.map(({ statusCode }) => statusCode),
      [204, 204, 204],
    )
    assert.deepEqual(before.inProgress, [farol])
    assert.ok(finished.farol?.finishedAt)
    assert.equal(finished.farol.totalProgression, 0.25)
    assert.equal(finished.mangueira, null, 'one that was not begun')
    assert.deepEqual(finished.inProgress, [])
    assert.deepEqual(again, before)
    assert.equal(continued.farol?.finishedAt, null)
  })

  it('lists the most recently used first', async () => {
    const { page, clock, farol, mangueira, start } = await testLibrary()
    await start(farol)
    clock.advance(1000)
    await page.put(`/play/v1/library/${mangueira}`)
    const afterSaving = idsOf((await page.get('/play/v1/library')).json().items)
    clock.advance(1000)
    await start(farol)

    const afterReading = idsOf((await page.get('/play/v1/library')).json().items)

    assert.deepEqual(afterSaving, [mangueira, farol])
    assert.deepEqual(afterReading, [farol, mangueira])
  })

  it('refuses an unknown title', async () => {
    const { page } = await testLibrary()

    const response = await page.put('/play/v1/library/pub_nada')

    assert.equal(response.statusCode, 404)
    assert.equal(response.json().code, 'PUBLICATION_NOT_FOUND')
  })
})

/** A member's page, two e-books, and a function that reads one for ten seconds. */
async function testLibrary() {
  const { app, context, clock, partner } = await testApp()
  const farol = await addPublication(context, { type: 'ebook', title: 'O farol de sal' })
  const mangueira = await addPublication(context, { type: 'ebook', title: 'Notas ao pé da mangueira' })
  const page = await openPage(app, partner.authorization)
  let leases = 0

  async function start(publicationId: string): Promise<void> {
    leases += 1
    const leaseId = `00000000-0000-4000-8000-${String(leases).padStart(12, '0')}`
    const locator = { href: 'chapter.xhtml', locations: { progression: 0.5, totalProgression: 0.25 } }
    const beat = { leaseId, publicationId, idleMs: 0, chapter: 0, movement: moveTo(locator) }
    await page.post('/play/v1/activity', { ...beat, sequence: 1, activeMs: 0 })
    clock.advance(10_000)
    const answer = await page.post('/play/v1/activity', { ...beat, sequence: 2, activeMs: 10_000 })
    assert.equal(answer.statusCode, 200, answer.body)
  }

  return { app, context, clock, partner, page, farol, mangueira, start }
}
