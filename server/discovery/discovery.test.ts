import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Discoveries, RelatedTitles } from '@estante/contract/play/discovery.ts'
import type { CountedFacet } from '@estante/contract/play/facets.ts'
import type { PublicationCard } from '@estante/contract/play/publications.ts'
import { UNAUDITED } from '../audit/audit.ts'
import type { Publication } from '../db/tables.ts'
import { featurePublication, unfeaturePublication } from '../publications/featured.ts'
import { findPublicationId } from '../publications/publication.ts'
import { replacePartners, updatePublication } from '../publications/write-publication.ts'
import { openPage, spendTime } from '../test/people.ts'
import { addPublication, idsOf } from '../test/publications.ts'
import { readPages } from '../test/read-pages.ts'
import { addPartner, testApp } from '../test/test-app.ts'
import { ON_PG } from '../test/test-database.ts'

const HOUR_MS = 3_600_000

describe('The facets of the catalog', () => {
  it('are named once for all spellings, with the number of titles that the member can open', async () => {
    const { add, list } = await testDiscovery()
    await add('Um', { author: 'José de Alencar' })
    await add('Dois', { author: 'JOSE DE ALENCAR' })
    await add('Três', { author: 'Ágata Lins' })
    const draft = await add('Quatro', { author: 'Bia Sá' })
    await draft.change({ publish_from: null })

    const { items } = await list('author')

    assert.deepEqual(
      items.map(({ key, titles }: CountedFacet) => [key, titles]),
      [
        ['agata lins', 1],
        ['jose de alencar', 2],
      ],
    )
  })

  it('are listed by name or number of titles, in pages without gaps, and searched by part of the name', async () => {
    const { add, list, page } = await testDiscovery()
    for (const [index, author] of ['Ana', 'Bento', 'Clara', 'Davi', 'Eva'].entries()) {
      for (let count = 0; count <= index % 3; count++) await add(`${author} ${count}`, { author })
    }

    const pages = await readPages<CountedFacet>(page.get, '/play/v1/facets?kind=author&sort=titles&limit=2')
    const named = await list('author', '&limit=4')
    const found = await list('author', '&q=LÁR')

    assert.deepEqual(pages.map(namesOf), [['Clara', 'Bento'], ['Eva', 'Ana'], ['Davi']])
    assert.deepEqual(namesOf(named.items), ['Ana', 'Bento', 'Clara', 'Davi'])
    assert.deepEqual(namesOf(found.items), ['Clara'])
  })

  it('are listed from A to Z with numbers by their value, in pages without gaps', async () => {
    const { add, page } = await testDiscovery()
    const series = ['Érico 10', 'Erico 2', 'Érico 02', 'Ez', 'Erica', '鐘', '1Q84', '10 contos', '2 irmãos', 'Érico 1']
    for (const name of series) await add(name, { metadata: { belongsTo: { series: [{ name }] } } })

    const pages = await readPages<CountedFacet>(page.get, '/play/v1/facets?kind=series&limit=1')
    const byTitles = await readPages<CountedFacet>(page.get, '/play/v1/facets?kind=series&sort=titles&limit=3')

    const ordered = ['1Q84', '2 irmãos', '10 contos', 'Erica', 'Érico 1', 'Érico 02', 'Erico 2', 'Érico 10', 'Ez', '鐘']
    assert.deepEqual(pages.flatMap(namesOf), ordered)
    assert.deepEqual(byTitles.flatMap(namesOf), ordered)
  })

  it('follow the catalog: titles that are edited, restricted, or reach their date', async () => {
    const { add, list, context, other, clock, page } = await testDiscovery()
    const sea = await add('Mar', { metadata: { subject: ['Mar; Viagem', 'Audiobook'] } })
    const later = await add('Vento', { metadata: { subject: ['Vento'] } })
    await later.change({ publish_from: clock.now() + HOUR_MS })
    const first = namesOf((await list('subject')).items)

    await sea.change({ is_restricted: 1 })
    await context.db.write(async (tx) => replacePartners(tx, await findPublicationId(tx, sea.id), [other.partnerId]))
    clock.advance(HOUR_MS / 2)
    for (const one of [page, other.page]) await one.enter()
    const restricted = namesOf((await list('subject')).items)
    const ofOther = (await other.page.get('/play/v1/facets?kind=subject')).json()
    clock.advance(HOUR_MS / 2)
    await page.enter()
    const come = namesOf((await list('subject')).items)

    assert.deepEqual([first, restricted, come], [['Mar', 'Viagem'], [], ['Vento']])
    assert.deepEqual(namesOf(ofOther.items), ['Mar', 'Viagem'])
  })

  it('filter a list of titles, which is sorted by series, title or length', async () => {
    const { add, titles, page } = await testDiscovery()
    const inSeries = (position: number) => ({ belongsTo: { series: [{ name: 'Crônicas do Vento', position }] } })
    await add('Zênite', { metadata: { ...inSeries(1), narrator: ['Rui Sá'] }, durationMs: 3 * HOUR_MS })
    await add('Abismo 10', { metadata: inSeries(2.5), durationMs: HOUR_MS })
    await add('Abismo 2', { durationMs: 4 * HOUR_MS })
    await add('Abismo 003', { durationMs: 5 * HOUR_MS })
    await add('Maré', { metadata: { ...inSeries(2), narrator: ['Rui Sá'] }, durationMs: 2 * HOUR_MS })
    await add('Outro', { author: 'Outra Pessoa' })

    const { facet } = (await page.get('/play/v1/publications?narrator=rui%20sa')).json()
    assert.deepEqual(facet, { key: 'rui sa', name: 'Rui Sá', titles: 2 })
    assert.deepEqual(await titles('series=cronicas%20do%20vento&sort=series'), ['Zênite', 'Maré', 'Abismo 10'])
    const { items } = (await page.get('/play/v1/publications?series=cronicas%20do%20vento&sort=series')).json()
    assert.deepEqual(
      items.map(({ seriesNumber }: PublicationCard) => seriesNumber),
      [1, 2, 2.5],
    )
    assert.deepEqual(await titles('author=marina%20duarte&sort=title'), [
      'Abismo 2',
      'Abismo 003',
      'Abismo 10',
      'Maré',
      'Zênite',
    ])
    assert.deepEqual(await titles('sort=length'), ['Outro', 'Abismo 10', 'Maré', 'Zênite', 'Abismo 2', 'Abismo 003'])
    assert.deepEqual(await titles('narrator=rui%20sa'), ['Maré', 'Zênite'])
  })

  it('are on the page of a title, and follow metadata edited by hand', async () => {
    const { add, page } = await testDiscovery()
    const { id, change } = await add('Um', {
      metadata: { author: ['Ana', 'Rui'], subject: ['Mar'], belongsTo: { series: [{ name: 'Ondas', position: 3 }] } },
    })
    const before = (await page.get(`/play/v1/publications/${id}`)).json().facets

    await change({ manifest: JSON.stringify({ metadata: { author: ['Bia'] }, readingOrder: [] }) })

    assert.deepEqual(before.toSorted(byKind), [
      { kind: 'author', key: 'ana', name: 'Ana' },
      { kind: 'author', key: 'rui', name: 'Rui' },
      { kind: 'series', key: 'ondas', name: 'Ondas', number: 3 },
      { kind: 'subject', key: 'mar', name: 'Mar' },
    ])
    assert.deepEqual((await page.get(`/play/v1/publications/${id}`)).json().facets, [
      { kind: 'author', key: 'bia', name: 'Bia' },
    ])
  })
})

describe('a sorted list', () => {
  it('is paged without gaps, among equal keys too', async () => {
    const { add, page } = await testDiscovery()
    for (let number = 0; number < 7; number++) await add(`Título ${number % 2}`, { durationMs: HOUR_MS })
    for (const query of ['sort=title', 'sort=length', 'sort=newest', 'q=0+titulo', 'q=titulu']) {
      const whole = idsOf((await page.get(`/play/v1/publications?${query}`)).json().items)

      const paged = idsOf((await readPages(page.get, `/play/v1/publications?${query}&limit=2`)).flat())

      assert.equal(whole.length, query === 'q=0+titulo' ? 4 : 7)
      assert.deepEqual(paged, whole, query)
    }
  })
})

describe('A search', () => {
  it('counts towards the limit of searches', async () => {
    const { page } = await testDiscovery()

    const answers = await Promise.all(Array.from({ length: 31 }, () => page.get('/play/v1/publications?q=sal')))

    const statuses = answers.map(({ statusCode }) => statusCode)
    assert.deepEqual([statuses.filter((one) => one === 200).length, statuses.at(-1)], [30, 429])
  })

  it('corrects typing mistakes, and returns the corrected query', async () => {
    const { add, page } = await testDiscovery()
    await add('Dom Casmurro', { author: 'Machado de Assis' })
    await add('O cortiço', { author: 'Aluísio Azevedo' })
    for (const title of ['Winnetou', 'O tesouro']) await add(title, { author: 'Karl May' })
    await add('O farol', { author: 'Raul Brandão' })
    await add('Quincas Borba', { author: 'Machado de Assis' })
    const search = async (q: string) => {
      const { items, correctedTo } = (await page.get(`/play/v1/publications?q=${encodeURIComponent(q)}`)).json()
      return [titlesOf(items).join(), correctedTo]
    }

    assert.deepEqual(await search('cassmurro'), ['Dom Casmurro', 'casmurro'])
    assert.deepEqual(await search('MACAHDO de asis'), ['Quincas Borba,Dom Casmurro', 'machado de assis'])
    assert.deepEqual(await search('aluizio cort'), ['O cortiço', 'aluisio cort'])
    assert.deepEqual(await search('casmur'), ['Dom Casmurro', undefined])
    assert.deepEqual(await search('zebra'), ['', undefined])
    assert.deepEqual(await search('dmo'), ['', undefined])
    assert.deepEqual(await search('quincasborba'), ['Quincas Borba', 'quincas borba'])
    assert.deepEqual(await search('farl'), ['O farol', 'farol'])
  })

  it('finds words of title, author, narrator and series in any order, the closest first', async () => {
    const { add, page } = await testDiscovery()
    const title = async (title: string, author: string, series?: string) =>
      add(title, { author, ...(series && { metadata: { belongsTo: { series: [{ name: series }] } } }) })
    await title('O mar', 'Rui Sá')
    await title('Dom Casmurro', 'Machado de Assis', 'Trilogia realista')
    await title('A marcha', 'Ana Mar')
    await title('Dom Casmurro em quadrinhos', 'Machado de Assis')
    await title('Marina', 'Bia Sá')
    const search = async (q: string, more = '') => {
      const { items } = (await page.get(`/play/v1/publications?q=${encodeURIComponent(q)}${more}`)).json()
      return titlesOf(items)
    }

    assert.deepEqual(await search('realista ASSIS casmúrro'), ['Dom Casmurro'])
    assert.deepEqual(await search('dom casmurro'), ['Dom Casmurro', 'Dom Casmurro em quadrinhos'])
    assert.deepEqual(await search('mar'), ['O mar', 'A marcha', 'Marina'])
    assert.deepEqual(await search('mar', '&sort=newest'), ['Marina', 'A marcha', 'O mar'])
    assert.deepEqual(await search('asis realixta'), ['Dom Casmurro'])
  })

  it('finds nothing for symbols', async () => {
    const { add, page } = await testDiscovery()
    await add('Dom Casmurro', { author: 'Machado de Assis' })
    const search = async (list: string, q: string) =>
      (await page.get(`/play/v1/${list}q=${encodeURIComponent(q)}`)).json().items.length

    assert.deepEqual(await Promise.all(['%', '🙂 !', ' ', ''].map((q) => search('publications?', q))), [0, 0, 1, 1])
    assert.deepEqual(await Promise.all(['%', ''].map((q) => search('facets?kind=author&', q))), [0, 1])
  })

  it('suggests no word that only titles of others contain', async () => {
    const { add, page, context, other } = await testDiscovery()
    const { id, change } = await add('Segredo', {})
    await change({ is_restricted: 1 })
    await context.db.write(async (tx) => replacePartners(tx, await findPublicationId(tx, id), [other.partnerId]))

    const [own, ofOther] = await Promise.all(
      [page, other.page].map(async (one) => (await one.get('/play/v1/publications?q=segrdo')).json()),
    )

    assert.deepEqual([own.items, own.correctedTo], [[], undefined])
    assert.deepEqual([titlesOf(ofOther.items), ofOther.correctedTo], [['Segredo'], 'segredo'])
  })
})

describe('The home screen', () => {
  it('begins with the operator’s selection, without titles that the member began or cannot open', ON_PG, async () => {
    const { add, page, context, begin } = await testDiscovery()
    const [chosen, other] = [await add('Escolhido', {}), await add('Outro', {})]
    const featured = async () => (await page.get('/play/v1/home')).json().featured?.title ?? null
    const before = await featured()

    // Two operators at once.
    assert.deepEqual(await Promise.all([chosen, other].map(({ id }) => featurePublication(context, id, UNAUDITED))), [
      true,
      true,
    ])
    assert.equal(await featurePublication(context, chosen.id, UNAUDITED), true)
    assert.equal(await featurePublication(context, 'pub_nada', UNAUDITED), false)
    const titles = await featured()
    await chosen.change({ publish_from: null })
    const asDraft = await featured()
    await chosen.change({ publish_from: 0 })
    await begin(chosen.id)
    const begun = await featured()

    assert.deepEqual([before, titles, asDraft, begun], [null, 'Escolhido', null, null])
    await unfeaturePublication(context, undefined, UNAUDITED)
    assert.deepEqual(
      await context.db.read.selectFrom('setting').select('value').where('name', '=', 'featured_title').execute(),
      [],
    )
  })

  it('has short titles, more by the author and on the subjects that the member began, each work once', async () => {
    const { add, page, begin } = await testDiscovery()
    const about = (...subject: string[]) => ({ metadata: { subject } })
    const begun = await add('Começado', { author: 'Ana', durationMs: HOUR_MS, ...about('Mar') })
    await add('Da mesma autora', { author: 'Ana', durationMs: 9 * HOUR_MS })
    for (let number = 1; number <= 3; number++) {
      await add(`Do mar ${number}`, {
        author: `Autor ${number}`,
        work: `mar ${number}`,
        durationMs: 9 * HOUR_MS,
        ...about('Mar'),
      })
      await add(`Do mar ${number}`, {
        type: 'ebook',
        author: `Autor ${number}`,
        work: `mar ${number}`,
        ...about('Mar'),
      })
    }
    for (let number = 1; number <= 3; number++) await add(`Curto ${number}`, { durationMs: 2 * HOUR_MS })
    await begin(begun.id)

    const { moreBy, short, subjects }: Discoveries = (await page.get('/play/v1/discoveries')).json()

    assert.deepEqual([moreBy?.facet.name, titlesOf(moreBy?.items ?? [])], ['Ana', ['Da mesma autora']])
    assert.deepEqual(titlesOf(short), ['Curto 3', 'Curto 2', 'Curto 1'])
    assert.deepEqual(
      subjects.map(({ facet, items }) => [facet.name, titlesOf(items)]),
      [['Mar', ['Do mar 3', 'Do mar 2', 'Do mar 1']]],
    )
  })

  it('recommends no title that awaits review, was withdrawn, or is for others', async () => {
    const { add, page, clock } = await testDiscovery()
    const hidden = [
      { publish_from: null, review: '["no-author"]' },
      { withdrawn_at: clock.now() },
      { is_restricted: 1 },
      { publish_from: clock.now() + 1 },
    ]
    for (const columns of hidden) await (await add('Oculto', { metadata: { subject: ['Mar'] } })).change(columns)

    const discoveries = (await page.get('/play/v1/discoveries')).json()
    const home = (await page.get('/play/v1/home')).json()

    assert.deepEqual(discoveries, { moreBy: null, short: [], subjects: [] })
    assert.deepEqual(home, { featured: null, continue: [], queue: [], newest: [] })
  })

  it('shows a member who began nothing the most frequent subjects with different titles', async () => {
    const { add, page } = await testDiscovery()
    for (let number = 1; number <= 3; number++)
      await add(`Do mar ${number}`, { metadata: { subject: ['Mar', 'Praia'] } })
    await add('Do vento', { metadata: { subject: ['Vento'] } })

    const { moreBy, subjects }: Discoveries = (await page.get('/play/v1/discoveries')).json()

    assert.equal(moreBy, null)
    assert.deepEqual(
      subjects.map(({ facet }) => facet.name),
      ['Mar'],
    )
  })
})

describe('related titles', () => {
  it('are the series in order, then the author’s, then the most similar ones, each work once', async () => {
    const { add, page } = await testDiscovery()
    const of = (position: number, ...subject: string[]) => ({
      metadata: { subject, belongsTo: { series: [{ name: 'Ondas', position }] } },
    })
    const here = await add('Ondas 2', { author: 'Ana', work: 'ondas 2', ...of(2, 'Mar', 'Vento') })
    await add('Ondas 2', { type: 'ebook', author: 'Ana', work: 'ondas 2', ...of(2) })
    await add('Ondas 3', { author: 'Ana', ...of(3) })
    await add('Ondas 1', { author: 'Ana', ...of(1) })
    await add('Outro de Ana', { author: 'Ana' })
    await add('Do mar e do vento', { author: 'Rui', metadata: { subject: ['Mar', 'Vento'] } })
    await add('Do mar', { author: 'Eva', metadata: { subject: ['Mar'] } })
    await add('Do fogo', { author: 'Eva', metadata: { subject: ['Fogo'] } })

    const related: RelatedTitles = (await page.get(`/play/v1/publications/${here.id}/related`)).json()

    assert.deepEqual(titlesOf(related.series), ['Ondas 1', 'Ondas 3'])
    assert.deepEqual(
      related.series.map(({ seriesNumber }) => seriesNumber),
      [1, 3],
    )
    assert.deepEqual(titlesOf(related.sameAuthor), ['Outro de Ana'])
    assert.deepEqual(titlesOf(related.alike), ['Do mar e do vento', 'Do mar'])
  })
})

/** Pages of members of two partners. Titles are audiobooks by default. */
async function testDiscovery() {
  const { app, context, clock, partner } = await testApp()
  const another = await addPartner(context)
  const page = await member(partner.authorization)

  async function member(authorization: string) {
    let open = await openPage(app, authorization)
    return {
      get: (url: string) => open.get(url),
      post: (url: string, body?: object) => open.post(url, body),
      enter: async () => {
        open = await openPage(app, authorization)
      },
    }
  }

  return {
    context,
    clock,
    page,
    other: { partnerId: another.id, page: await member(another.authorization) },

    async add(title: string, of: Partial<Parameters<typeof addPublication>[1]> = {}) {
      const id = await addPublication(context, { type: 'audiobook', title, ...of })
      const change = (columns: Partial<Publication>) =>
        context.db.write(async (tx) => updatePublication(tx, await findPublicationId(tx, id), columns))
      return { id, change }
    },
    async list(kind: string, more = '') {
      return (await page.get(`/play/v1/facets?kind=${kind}${more}`)).json()
    },
    async titles(query: string) {
      return titlesOf((await page.get(`/play/v1/publications?${query}`)).json().items)
    },
    /** Listens to a title for ten seconds. */
    begin: (publicationId: string) => spendTime(page, clock, publicationId, 10_000),
  }
}

function byKind(one: { kind: string; key: string }, other: { kind: string; key: string }) {
  return `${one.kind} ${one.key}` < `${other.kind} ${other.key}` ? -1 : 1
}

function titlesOf(items: PublicationCard[]): string[] {
  return items.map(({ title }) => title)
}

function namesOf(items: CountedFacet[]): string[] {
  return items.map(({ name }) => name)
}
