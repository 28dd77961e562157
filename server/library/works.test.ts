import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { FacetKind } from '@estante/contract/play/facets.ts'
import type { PublicationCard, PublicationDetail } from '@estante/contract/play/publications.ts'
import { findPublicationId } from '../publications/publication.ts'
import { replacePartners, updatePublication } from '../publications/write-publication.ts'
import { moveTo, openPage, spendTime } from '../test/people.ts'
import { addPublication, idsOf } from '../test/publications.ts'
import { addPartner, testApp } from '../test/test-app.ts'

describe('A work in both forms', () => {
  it('is one card that names both, and each in a list of its form', async () => {
    const { ebook, audiobook, list } = await testWork()

    const [card, ...others] = await list('')

    assert.deepEqual(others, [])
    assert.deepEqual([card!.id, card!.otherForm?.id, card!.otherForm?.type], [audiobook, ebook, 'ebook'])
    assert.equal(card!.otherForm?.chapters, 10)
    assert.deepEqual(idsOf(await list('?type=ebook')), [ebook])
    assert.deepEqual(idsOf(await list('?sort=title')), [ebook])
    assert.deepEqual(idsOf(await list('?sort=length')), [audiobook])
    assert.equal((await list('?narrator=rui'))[0]?.id, audiobook)
  })

  it('is counted once for its author, and shown once on the home screen, in the form that was begun', async () => {
    const { ebook, page, begin, clock, audiobook } = await testWork()
    await begin(audiobook)
    clock.advance(1000)
    await begin(ebook)

    const home = (await page.get('/play/v1/home')).json()
    const { items } = (await page.get('/play/v1/facets?kind=author')).json()

    assert.deepEqual(idsOf(home.continue), [ebook])
    assert.deepEqual(
      items.map(({ titles }: { titles: number }) => titles),
      [1],
    )
  })

  it('is shown in the form that the member was in last', async () => {
    const { ebook, audiobook, list, begin, clock } = await testWork()
    await begin(ebook)
    const read = await list('')
    clock.advance(1000)
    await begin(audiobook)
    const heard = await list('')

    assert.deepEqual([...idsOf(read), ...idsOf(heard)], [ebook, audiobook])
    assert.ok(read[0]!.progress && heard[0]!.otherForm?.progress)
  })

  it('is saved and removed in both forms at once', async () => {
    const { ebook, audiobook, page } = await testWork()
    const library = async () => (await page.get('/play/v1/library')).json().items as PublicationCard[]
    await page.put(`/play/v1/library/${ebook}`)
    await page.put(`/play/v1/library/${audiobook}`)

    const both = await library()
    await page.delete(`/play/v1/library/${audiobook}`)

    assert.deepEqual([both.length, both[0]!.saved], [1, true])
    assert.deepEqual(await library(), [])
  })

  it('is only the form that the partner has, when the other is for others', async () => {
    const { ebook, audiobook, list, context, other, openOther } = await testWork()
    await context.db.write(async (tx) => {
      const id = await findPublicationId(tx, audiobook)
      await updatePublication(tx, id, { is_restricted: 1 })
      await replacePartners(tx, id, [other.id])
    })

    const [own, ofOther] = [await list(''), await list('', await openOther())]

    assert.deepEqual([own[0]!.id, own[0]!.otherForm, own.length], [ebook, null, 1])
    assert.deepEqual([ofOther[0]!.id, ofOther[0]!.otherForm?.id, ofOther.length], [audiobook, ebook, 1])
  })

  it('leaves every other recording of it in the list', async () => {
    const { audiobook, list, context } = await testWork()
    const newer = await addPublication(context, { type: 'audiobook', title: 'Ondas', work: 'ondas' })

    const titles = await list('')

    assert.deepEqual(idsOf(titles), [newer, audiobook])
  })

  it('has the description that one form brings, the narrators and subjects of both and the accessibility of the e-book', async () => {
    const { ebook, audiobook, page } = await testWork()
    const read = async (id: string): Promise<PublicationDetail> =>
      (await page.get(`/play/v1/publications/${id}`)).json()

    const [sound, book] = [await read(audiobook), await read(ebook)]

    const namesOf = ({ facets }: PublicationDetail, of: FacetKind) =>
      facets.filter(({ kind }) => kind === of).map(({ name }) => name)
    assert.deepEqual([sound.description, book.description], ['Do mar.', 'Do mar.'])
    assert.deepEqual(namesOf(sound, 'subject'), ['Mar', 'Contos', 'Ilhas'])
    assert.deepEqual(namesOf(book, 'subject'), ['Contos', 'Ilhas', 'Mar'])
    assert.deepEqual([namesOf(sound, 'narrator'), namesOf(book, 'narrator')], [['Rui'], ['Rui']])
    assert.deepEqual([sound.layout, sound.accessibility], ['reflowable', { feature: ['alternativeText'] }])
  })

  it('stays two titles for the partner', async () => {
    const { ebook, audiobook, catalog } = await testWork()

    assert.deepEqual((await catalog()).toSorted(), [ebook, audiobook].toSorted())
  })
})

/** An e-book, its newer audiobook, and a member's page. */
async function testWork() {
  const { app, context, clock, partner, get } = await testApp()
  const ebook = await addPublication(context, {
    type: 'ebook',
    title: 'Ondas',
    author: 'Ana',
    work: 'ondas',
    metadata: {
      description: 'Do mar.',
      subject: ['Contos', 'Ilhas'],
      layout: 'reflowable',
      accessibility: { feature: ['alternativeText'] },
    },
  })
  const audiobook = await addPublication(context, {
    type: 'audiobook',
    title: 'Ondas',
    author: 'Ana',
    work: 'ondas',
    metadata: { narrator: ['Rui'], subject: ['Mar', 'Contos'] },
  })
  const other = await addPartner(context)
  const page = await openPage(app, partner.authorization)

  return {
    context,
    clock,
    page,
    ebook,
    audiobook,
    other,
    openOther: () => openPage(app, other.authorization),
    list: async (query: string, by = page) =>
      (await by.get(`/play/v1/publications${query}`)).json().items as PublicationCard[],
    catalog: async () => idsOf((await get('/partner/v1/catalog')).json().items),
    async begin(publicationId: string) {
      const locator = { href: 'chapter.xhtml', locations: { totalProgression: 0.25 } }
      await spendTime(page, clock, publicationId, 10_000, { chapter: 0, movement: moveTo(locator) })
    },
  }
}
