import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import { escapeMarkdown, setsOfMarkdown } from '@estante/contract/annotations-markdown.ts'
import type { Annotation, AnnotationChange } from '@estante/contract/play/annotations.ts'
import { SEARCH_INDEX, writeSearchIndex } from '@estante/formats/search/search-index.ts'
import { UNAUDITED } from '../audit/audit.ts'
import { createOpenIndexes, type OpenIndex } from '../book-search/open-indexes.ts'
import { publicationFolder } from '../media/folders.ts'
import { createMemberLimits } from '../members/member-limits.ts'
import { changePublicationState } from '../publications/change-state.ts'
import { openPage } from '../test/people.ts'
import { addPublication } from '../test/publications.ts'
import { testApp } from '../test/test-app.ts'
import { ON_PG } from '../test/test-database.ts'
import { writeAnnotations } from './export-annotations.ts'
import { importAnnotations } from './import-annotations.ts'
import { findAnnotatedPublication } from './read-annotations.ts'
import { createAnchoring } from './reanchor-publication.ts'

const WORK = 'o farol|marina duarte'
const UM =
  'O farol de sal ficava na ponta da enseada. Ninguém lembrava quem o tinha erguido. À noite a luz parecia andar sobre a água.'
const DOIS = 'A casa da avó cheirava a café. “Não mexa na lanterna”, dizia ela — e ele mexia, <quase> *sempre*.'

describe('Export and import as EPUB Annotations', () => {
  it('come back byte for byte in an empty member, with everything they hold', async () => {
    const { page, other, mark, list, exported, imported, ebook, clock } = await testBook()
    await mark('um.xhtml', UM, 'a luz parecia andar', { color: 'pink' })
    const id = await mark('dois.xhtml', DOIS, '“Não mexa na lanterna”', { motivation: 'commenting', note: 'O mote.' })
    await mark('dois.xhtml', DOIS, 'A casa da avó', { motivation: 'bookmarking', color: null })
    await mark('um.xhtml', UM, '', { motivation: 'bookmarking', color: null, note: 'Sem palavras' })
    const second = (await list(page)).find((one) => one.id === id)
    clock.advance(60_000)
    await page.put(`/play/v1/annotations/${id}`, { ...second, basedOn: 1, note: 'O mote do livro.\nDe todos.' })

    const file = await exported(page)
    const outcome = await imported(other, JSON.parse(file))
    const again = await imported(other, JSON.parse(file))
    const own = await imported(page, JSON.parse(file))

    const nothing = { conflicting: 0, moved: 0, lost: [], refused: [] }
    assert.deepEqual(outcome, { imported: 4, unchanged: 0, ...nothing })
    assert.deepEqual(again, { imported: 0, unchanged: 4, ...nothing })
    assert.deepEqual(own, again)
    assert.equal(await exported(other), file)
    const withoutRevision = (all: Annotation[]) => all.map(({ revision: _, ...one }) => one)
    const placed = (await list(other)).map(({ locator }) => locator.locations.totalProgression)
    assert.ok(placed.every((part) => part !== undefined && part >= 0 && part <= 1))
    assert.deepEqual(
      withoutRevision(await list(other)).map(({ locator: _, ...one }) => one),
      withoutRevision(await list(page)).map(({ locator: _, ...one }) => one),
    )
    assert.equal(JSON.parse(file).about['dc:title'], 'O farol')
    const [item] = JSON.parse(file).items.filter((one: { id: string }) => one.id.endsWith(id))
    assert.deepEqual(
      [item.type, item.motivation, item.body.value],
      ['Annotation', 'commenting', 'O mote do livro.\nDe todos.'],
    )
    assert.deepEqual(item.target.selector[0], {
      type: 'TextQuoteSelector',
      exact: '“Não mexa na lanterna”',
      prefix: ' casa da avó cheirava a café. ',
      suffix: ', dizia ela — e ele mexia, <qu',
    })
    assert.equal((await page.get(`/play/v1/publications/${ebook}/annotations/export?format=pdf`)).statusCode, 400)
  })

  it('of sound come back byte for byte, to the millisecond and in their chapters', async () => {
    const { db, page, other, audiobook, exported, imported, list } = await testBook()
    const readingOrder = [{ href: 'audio.m4a' }]
    const toc = [
      { href: 'audio.m4a', title: 'A chegada' },
      { href: 'audio.m4a#t=61.5', title: 'A lanterna' },
    ]
    const manifest = JSON.stringify({ metadata: {}, readingOrder, toc })
    await db.write((tx) => tx.updateTable('publication').set({ manifest }).where('public_id', '=', audiobook).execute())
    for (const [start, end] of [
      [61_537, 75_001],
      [0, 0],
      [1, 2],
    ] as const) {
      const motivation = end > start ? 'highlighting' : 'bookmarking'
      const clip = { publicationId: audiobook, motivation, color: null, note: null, start, end, publicationRevision: 1 }
      const locator = { href: 'audio.m4a', locations: { time: start / 1000 } }
      await page.put(`/play/v1/annotations/${randomUUID()}`, { basedOn: 0, ...clip, locator })
    }

    const file = await exported(page, audiobook)
    const outcome = await imported(other, JSON.parse(file), audiobook)

    assert.equal(outcome.imported, 3)
    assert.equal(await exported(other, audiobook), file)
    assert.deepEqual(
      (await list(other, audiobook)).map(({ start, end, locator }) => [start, end, locator.title]),
      [
        [0, 0, 'A chegada'],
        [1, 2, 'A chegada'],
        [61_537, 75_001, 'A lanterna'],
      ],
    )
  })

  it('of all titles come back byte for byte, each in its title and form', ON_PG, async () => {
    const { page, other, mark, ebook, audiobook } = await testBook()
    await mark('um.xhtml', UM, 'a luz parecia andar', { color: 'pink' })
    await mark('dois.xhtml', DOIS, 'café', { motivation: 'commenting', note: 'Um cheiro.' })
    const clip = { motivation: 'highlighting', color: null, note: null, start: 1, end: 2, publicationRevision: 1 }
    const locator = { href: 'audio.m4a', locations: { time: 0.001 } }
    const clipped = { basedOn: 0, publicationId: audiobook, ...clip, locator }
    await page.put(`/play/v1/annotations/${randomUUID()}`, clipped)
    const exported = async (of: typeof page, format = 'epub') =>
      (await of.get(`/play/v1/annotations/export?format=${format}`)).body
    const empty = await exported(other)

    const file = await exported(page)
    const sets = JSON.parse(file)
    const { outcomes } = (await other.post('/play/v1/annotations/import', { sets })).json()

    const nothing = { unchanged: 0, conflicting: 0, moved: 0, lost: [], refused: [] }
    assert.deepEqual(
      outcomes.map((outcome: object) => ({ ...nothing, ...outcome })),
      sets.map(({ items }: { items: object[] }) => ({ imported: items.length, ...nothing })),
    )
    assert.equal(await exported(other), file)
    assert.deepEqual(JSON.parse(empty), [])
    const ofTitles = [ebook, audiobook].map(async (id) =>
      JSON.parse((await page.get(`/play/v1/publications/${id}/annotations/export?format=epub`)).body),
    )
    assert.deepEqual(
      sets.map(({ id }: { id: string }) => id).sort(),
      (await Promise.all(ofTitles)).map(({ id }) => id).sort(),
    )
    const markdown = await exported(page, 'markdown')
    assert.deepEqual(markdown.match(/^#+ .*/gm)?.sort(), [
      '# O farol',
      '# O farol',
      '## Gravação',
      '## Parte 1',
      '## Parte 2',
    ])
  })

  it('of all titles find a title by its name, author and form, and tell those the member does not have', async () => {
    const { page, list, ebook, audiobook } = await testBook()
    const target = { source: 'um.xhtml', selector: [{ type: 'TextQuoteSelector', exact: 'a luz parecia andar' }] }
    const set = (title: string, author: unknown, items: object[] = [{ target }]) => ({
      type: 'AnnotationSet',
      about: { 'dc:title': title, 'dc:creator': author },
      items,
    })
    const time = { type: 'FragmentSelector', value: 't=0.001', conformsTo: 'http://www.w3.org/TR/media-frags/' }
    const ofSound = set('O farol', ['Marina Duarte', ' ', {}], [{ target: { source: 'audio.m4a', selector: [time] } }])
    const unknown = [set('O farol', ['Outra Pessoa']), set('Nenhum', undefined)]
    const sets = [set('O FAROL', 'Marina Duarte'), ...unknown, ofSound]
    const send = (all: object[]) => page.post('/play/v1/annotations/import', { sets: all })

    const { outcomes } = (await send(sets)).json()
    const refused = [
      await send(Array(51).fill(set('O farol', 'Marina Duarte'))),
      await send(Array(2).fill(set('O farol', 'Marina Duarte', Array(2501).fill({ target })))),
      await send([{ type: 'Annotation' }]),
    ]

    assert.deepEqual(
      outcomes.map((outcome: { imported: number } | null) => outcome?.imported),
      [1, undefined, undefined, 1],
    )
    assert.deepEqual([(await list(page, ebook)).length, (await list(page, audiobook)).length], [1, 1])
    assert.deepEqual(
      refused.map(({ statusCode }) => statusCode),
      [400, 400, 400],
    )
  })

  it('of all titles go to an available title rather than to a draft or withdrawn one of its name', ON_PG, async () => {
    const { page, mark, list, context, ebook } = await testBook()
    await mark('um.xhtml', UM, 'a luz parecia andar')
    const newer = await addPublication(context, { type: 'ebook', title: 'O farol', work: WORK, hrefs: ['um.xhtml'] })
    const about = { 'dc:title': 'O farol', 'dc:creator': 'Marina Duarte' }

    for (const [state, exact] of [
      ['draft', 'a luz'],
      ['withdrawn', 'farol'],
    ] as const) {
      await changePublicationState(context, ebook, { state }, UNAUDITED)
      const items = [{ target: { source: 'um.xhtml', selector: [{ type: 'TextQuoteSelector', exact }] } }]
      await page.post('/play/v1/annotations/import', { sets: [{ type: 'AnnotationSet', about, items }] })
    }

    assert.deepEqual([(await list(page, ebook)).length, (await list(page, newer)).length], [1, 2])
  })

  it('import a file of another reading system by its quotes, and report lost and invalid items', async () => {
    const { page, imported, list } = await testBook()
    const item = (exact: string, more: object = {}) => ({
      id: 'urn:uuid:123-123-123-123',
      type: 'Annotation',
      created: '2023-10-14T15:13:28Z',
      target: { source: 'OEBPS/um.html', selector: [{ type: 'TextQuoteSelector', exact }] },
      ...more,
    })

    const outcome = await imported(page, {
      type: 'AnnotationSet',
      about: { 'dc:title': 'O Farol (edição de 2023)' },
      items: [
        item('Ninguém lembrava quem', { body: { type: 'TextualBody', value: "j'adore", color: 'orange' } }),
        item('dizia ela — e ele mexia', {
          id: 'urn:x:2',
          target: {
            source: 'texto/dois.xhtml#p2',
            selector: [{ type: 'TextQuoteSelector', exact: 'dizia ela — e ele mexia' }],
          },
          body: { type: 'TextualBody', value: { text: '' }, color: 'blue' },
        }),
        item('Palavras que não estão neste livro', { id: 'urn:x:3' }),
        item('a luz', { id: 'urn:x:4', body: { type: 'Audio', id: 'voz.mp3' } }),
        { id: 'urn:x:5', target: {} },
      ],
    })

    assert.deepEqual(
      [outcome.imported, outcome.lost.map(({ quote }: { quote: string }) => quote)],
      [3, ['Palavras que não estão neste livro']],
    )
    assert.deepEqual(outcome.refused, [
      { item: 4, reason: 'Notas de imagem, áudio ou vídeo não são aceitas.' },
      { item: 5, reason: 'Não diz em que capítulo está.' },
    ])
    assert.deepEqual(
      (await list(page)).map(({ motivation, color, note, locator, start, isLost, createdAt }) => [
        motivation,
        color,
        note,
        locator.href,
        isLost ? 'lost' : start,
        createdAt,
      ]),
      [
        ['highlighting', null, null, 'um.xhtml', 'lost', '2023-10-14T15:13:28.000Z'],
        ['commenting', 'yellow', "j'adore", 'um.xhtml', UM.indexOf('Ninguém'), '2023-10-14T15:13:28.000Z'],
        ['highlighting', 'blue', null, 'dois.xhtml', DOIS.indexOf('dizia'), '2023-10-14T15:13:28.000Z'],
      ],
    )
  })

  it('import what is valid of items whose values have another type than the standard’s, or name a property of objects', async () => {
    const { page, list, imported, ebook, audiobook } = await testBook()
    const unconvertible = { toString: 1, valueOf: 1 }
    const quote = { type: 'TextQuoteSelector', exact: 'a luz parecia andar' }
    const item = (selector: object[], body = {}) => ({ target: { source: 'um.xhtml', selector }, body })
    const items = [
      item([quote], { color: 'constructor' }),
      item([quote, { type: 'ProgressionSelector', value: unconvertible }], { color: '__proto__' }),
      item([quote, { type: 'estante:LettersSelector', start: unconvertible, end: 1 }], { color: unconvertible }),
    ]
    const sound = [item([{ type: 'FragmentSelector', value: unconvertible }])]

    const outcomes = [await imported(page, { type: 'AnnotationSet', items })]
    outcomes.push(await imported(page, { type: 'AnnotationSet', items: sound }, audiobook))

    assert.deepEqual(
      outcomes.map((outcome) => [outcome.imported, outcome.refused.length]),
      [
        [3, 0],
        [0, 1],
      ],
    )
    assert.deepEqual(
      (await list(page, ebook)).map(({ color, start }) => [color, start]),
      Array(3).fill([null, UM.indexOf('a luz')]),
    )
  })

  it('preserve differing annotations, and restore deleted ones', ON_PG, async () => {
    const { page, mark, list, exported, imported } = await testBook()
    const changed = await mark('um.xhtml', UM, 'a luz parecia andar')
    const deleted = await mark('dois.xhtml', DOIS, 'café')
    const file = JSON.parse(await exported(page))
    const [first] = await list(page)
    await page.put(`/play/v1/annotations/${changed}`, { ...first, basedOn: 1, color: 'green' })
    await page.delete(`/play/v1/annotations/${deleted}?basedOn=1`)

    const answer = await imported(page, file)

    assert.deepEqual([answer.imported, answer.conflicting], [1, 1])
    assert.deepEqual(
      (await list(page)).map(({ id, color, revision }) => [id, color, revision]),
      [
        [changed, 'green', 2],
        [deleted, 'yellow', 3],
      ],
    )
  })

  it('are imported from one file at a time for a member, and from ten before the member has to wait', async () => {
    const { page, other, ebook } = await testBook()
    const selector = [{ type: 'TextQuoteSelector', exact: 'Nada daqui, em lugar nenhum' }]
    const items = Array.from({ length: 200 }, () => ({ target: { source: 'um.xhtml', selector } }))
    const send = (of: typeof page) =>
      of.post(`/play/v1/publications/${ebook}/annotations/import`, { type: 'AnnotationSet', items })

    const answers = await Promise.all([send(page), send(page), send(other)])
    const again = await send(page)
    for (let files = 4; files <= 10; files++) await page.post(`/play/v1/publications/${ebook}/annotations/import`, {})
    const eleventh = await send(page)

    assert.deepEqual(
      answers.map(({ statusCode }) => statusCode),
      [200, 429, 200],
    )
    assert.equal(again.statusCode, 200)
    assert.deepEqual([eleventh.statusCode, eleventh.headers['retry-after']], [429, '10'])
  })

  it('are imported with the contents of a book read once for all of them', async () => {
    const { context, anchoringOf } = await testBook()
    const { anchoring, member, publication } = await anchoringOf()
    let reads = 0
    const counted = {
      ...publication,
      get manifest() {
        reads++
        return publication.manifest
      },
    }
    const items = ['um.xhtml', 'OEBPS/dois.xhtml', 'tres.xhtml'].map((source) => ({
      target: { source, selector: [{ type: 'TextQuoteSelector', exact: 'a luz parecia andar' }] },
    }))

    const { imported } = await importAnnotations(context, anchoring, member, counted, { items })

    assert.deepEqual([imported, reads], [3, 1])
  })

  it('are imported after a file whose sender left before it was read', ON_PG, async () => {
    const { app, page, ebook } = await testBook()
    const path = `/play/v1/publications/${ebook}/annotations/import`
    const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
    const client = connect(Number(port))
    app.server.prependOnceListener('request', (_, response) => response.destroy())
    client.write(
      `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${page.tokens.accessToken}\r\nContent-Length: 9\r\n\r\n`,
    )

    await once(client, 'close')
    const later = await page.post(path, { type: 'AnnotationSet', items: [] })

    assert.equal(later.statusCode, 200)
  })

  it('are refused with an answer that reaches the sender of a large file', async () => {
    const { app, page, ebook } = await testBook()
    const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
    const body = 'x'.repeat(9_000_000)
    const head = [
      `POST /play/v1/publications/${ebook}/annotations/import HTTP/1.1`,
      'Host: x',
      `Authorization: Bearer ${page.tokens.accessToken}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
    ]
    const client = connect(Number(port))

    client.write(`${head.join('\r\n')}\r\n\r\n${body}GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
    const answers = await text(client)

    assert.deepEqual(answers.match(/HTTP\/1\.1 \d+/g), ['HTTP/1.1 413', 'HTTP/1.1 200'])
    assert.match(answers, /ANNOTATIONS_TOO_LARGE/)
  })

  it('refuse the file of another title, and a file that is too large', async () => {
    const { page, ebook } = await testBook()
    const target = {
      source: 'a.xhtml',
      selector: [{ type: 'TextQuoteSelector', exact: 'Nada daqui, em lugar nenhum' }],
    }
    const item = { id: 'urn:x:1', target }
    const send = (body: object) => page.post(`/play/v1/publications/${ebook}/annotations/import`, body)

    const refused = [
      await send({ type: 'AnnotationSet', about: { 'dc:title': 'Outro livro' }, items: [item] }),
      await send({ type: 'AnnotationSet', items: Array(5001).fill(item) }),
      await send({ type: 'AnnotationSet', items: [{ ...item, body: { value: 'a'.repeat(9_000_000) } }] }),
      await send({ items: [] }),
    ]

    assert.deepEqual(
      refused.map((answer) => [answer.statusCode, answer.json().code]),
      [
        [422, 'ANNOTATIONS_OF_ANOTHER_TITLE'],
        [400, 'VALIDATION'],
        [413, 'ANNOTATIONS_TOO_LARGE'],
        [400, 'VALIDATION'],
      ],
    )
  })
})

describe('A new revision of a book', () => {
  it('has every annotation where its quote is now; lost ones stay, marked', ON_PG, async () => {
    const { page, mark, list, revise, exported } = await testBook()
    await mark('um.xhtml', UM, 'a luz parecia andar')
    await mark('dois.xhtml', DOIS, '“Não mexa na lanterna”')
    await mark('um.xhtml', UM, 'Ninguém lembrava quem o tinha erguido')
    const before = await list(page)
    const newest = UM.replace('Ninguém lembrava quem o tinha erguido. ', '')

    await revise([
      ['capa.xhtml', 'Segunda edição'],
      ['um.xhtml', `Prefácio. ${newest}`],
      ['fim.xhtml', DOIS.replace('Não mexa', 'NÃO  MEXA')],
    ])
    const after = await list(page)

    assert.deepEqual(
      before.map(({ isLost, publicationRevision }) => [isLost, publicationRevision]),
      Array(3).fill([false, 1]),
    )
    const anchors = after.map(({ locator, start, isLost }) => [locator.href, isLost ? 'lost' : start])
    assert.deepEqual(anchors, [
      ['um.xhtml', 'lost'],
      ['um.xhtml', `Prefácio. ${newest}`.indexOf('a luz')],
      ['fim.xhtml', DOIS.indexOf('“')],
    ])
    assert.deepEqual(
      after.map(({ revision, publicationRevision }) => [revision, publicationRevision]),
      Array(3).fill([1, 2]),
    )
    assert.deepEqual(await list(page), after)
    assert.match(await exported(page), /Ninguém lembrava/)
  })

  it('does not find a lost annotation by a change of its note, or by its restoration', ON_PG, async () => {
    const { page, mark, list, revise } = await testBook()
    const id = await mark('um.xhtml', UM, 'Ninguém lembrava quem o tinha erguido')
    await revise([
      ['um.xhtml', 'Era outra vez uma ilha sem farol, e muita gente lembrava quem a tinha achado. '.repeat(4)],
    ])
    const save = async (basedOn: number, note: string) => {
      const { motivation, color, locator, start, end, publicationId, publicationRevision } = lost!
      const range = { locator, start, end, publicationId, publicationRevision }
      await page.put(`/play/v1/annotations/${id}`, { basedOn, motivation, color, note, ...range })
    }
    const [lost] = await list(page)

    await save(1, 'Quem?')
    const changed = await list(page)
    await page.delete(`/play/v1/annotations/${id}?basedOn=2`)
    await save(3, 'Quem?')

    for (const [annotation] of [changed, await list(page)]) {
      assert.deepEqual([annotation?.note, annotation?.isLost, annotation?.publicationRevision], ['Quem?', true, 2])
    }
  })

  it('that is not there, as after a restored backup, has its annotations searched for like an older one', async () => {
    const { page, mark, list, ebook } = await testBook()
    const id = await mark('um.xhtml', `Prefácio. ${UM}`, 'a luz parecia andar', { publicationRevision: 7 })
    // The page changes it as it was answered.
    const { annotation: answered, revision } = (
      await page.put(`/play/v1/annotations/${id}`, {
        ...{ basedOn: 1, publicationId: ebook, motivation: 'commenting', color: null, note: 'Bonito' },
        ...{ locator: { href: 'um.xhtml', locations: {}, text: { highlight: 'a luz parecia andar' } } },
        ...{ start: 5, end: 24, publicationRevision: 0 },
      })
    ).json()
    assert.deepEqual([answered.publicationRevision, revision], [0, 2])

    const [annotation] = await list(page)

    assert.deepEqual(
      [annotation?.id, annotation?.isLost, annotation?.publicationRevision, annotation?.start],
      [id, false, 1, UM.indexOf('a luz')],
    )
  })

  it('is searched once for all the calls of a member that wait for it', async () => {
    const { mark, revise, anchoringOf } = await testBook()
    await mark('um.xhtml', UM, 'a luz parecia andar')
    await revise([['um.xhtml', `Prólogo. ${UM}`]])
    const { anchoring, member, publication, opened } = await anchoringOf()

    await Promise.all(Array.from({ length: 5 }, () => anchoring.reanchorPublication(member, publication)))

    assert.equal(opened.length, 1)
  })

  it('does not delay the annotations of another book', async () => {
    const { context, db, clock, mark, revise, anchoringOf } = await testBook()
    await mark('um.xhtml', UM, 'a luz parecia andar')
    await revise([['um.xhtml', `Prólogo. ${UM}`]])
    const { anchoring, member, publication } = await anchoringOf()
    const other = await addPublication(context, { type: 'ebook', title: 'A casa' })
    const ofOther = (await findAnnotatedPublication(db.read, clock.now(), member, other))!
    const done: string[] = []

    await Promise.all([
      anchoring.reanchorPublication(member, publication).then(() => done.push('searched')),
      anchoring.reanchorPublication(member, ofOther).then(() => done.push('nothing to search')),
    ])

    assert.deepEqual(done, ['nothing to search', 'searched'])
  })

  it('is searched for a minute of a member’s time; then only what stayed in place is found, and the rest later', async () => {
    const { mark, revise, list, page, clock, db, anchoringOf } = await testBook()
    const [stays, moves] = [
      await mark('um.xhtml', UM, 'a luz parecia andar'),
      await mark('dois.xhtml', DOIS, 'Não mexa'),
    ]
    await revise([
      ['um.xhtml', UM],
      ['fim.xhtml', DOIS],
    ])
    const { anchoring, member, publication, useUpTime } = await anchoringOf()
    const lost = () =>
      db.read
        .selectFrom('annotation')
        .select(['id', 'changed_at', 'publication_revision'])
        .where('is_lost', '=', 1)
        .execute()
    useUpTime()

    await anchoring.reanchorPublication(member, publication)
    const first = await lost()
    await anchoring.reanchorPublication(member, publication)
    const second = await lost()
    clock.advance(60_000)
    await anchoring.reanchorPublication(member, publication)

    assert.deepEqual([first.map((row) => row.publication_revision), second, await lost()], [[0], first, []])
    assert.deepEqual(
      (await list(page)).map(({ id, isLost, locator }) => [id, isLost, locator.href]),
      [
        [stays, false, 'um.xhtml'],
        [moves, false, 'fim.xhtml'],
      ],
    )
  })
})

describe('Export as Markdown', () => {
  it('is by chapter, in Portuguese, and escapes text of a book or a member', async () => {
    const { page, mark, ebook } = await testBook()
    await mark('dois.xhtml', DOIS, '<quase> *sempre*', {
      motivation: 'commenting',
      color: 'blue',
      note: '# Não é título',
    })
    await mark('um.xhtml', UM, 'a luz parecia andar')

    const answer = await page.get(`/play/v1/publications/${ebook}/annotations/export?format=markdown`)

    assert.equal(answer.headers['content-type'], 'text/markdown; charset=utf-8')
    assert.equal(
      answer.body,
      [
        '# O farol',
        'Marina Duarte',
        '## Parte 1',
        '**Destaque · amarelo**',
        '> a luz parecia andar',
        '## Parte 2',
        '**Nota · azul**',
        '> \\<quase\\> \\*sempre\\*',
        '\\# Não é título\n',
      ].join('\n\n'),
    )
  })

  // For hours, if each blank line were read once for every one before it.
  it('reads a note of millions of blank lines once', () => {
    const blank = '\n'.repeat(5_000_000)

    const escaped = escapeMarkdown(`${blank}  1. a${blank}`)

    assert.equal(escaped.trim(), '1\\. a')
  })

  it('is imported again: the same bytes in an empty member, and nothing twice where it came from', ON_PG, async () => {
    const { page, other, mark, list, revise, ebook, audiobook } = await testBook()
    const comment = {
      motivation: 'commenting',
      note: '1. *Um*\n\n- dois \\o/\n\n**Nota**\n\n> # [três](x) 3.',
    } as const
    await mark('um.xhtml', UM, 'farol', { color: 'yellow' })
    await mark('um.xhtml', UM, ' a luz parecia andar ', { color: 'green' })
    await mark('dois.xhtml', DOIS, 'A casa da avó cheirava', { color: 'blue', ...comment })
    await mark('dois.xhtml', DOIS, 'café', { color: 'pink' })
    await mark('dois.xhtml', DOIS, ' dizia ela — e ele', { motivation: 'bookmarking', color: null, note: 'Voltar.' })
    await mark('dois.xhtml', DOIS, '<quase> *sempre*', { color: null })
    await mark('fora.xhtml', 'Nada daqui, em lugar nenhum', 'Nada daqui, em lugar nenhum')
    await revise([
      ['um.xhtml', UM],
      ['dois.xhtml', DOIS],
    ])
    for (const [motivation, start, end, note] of [
      ['bookmarking', 0, 0, null],
      ['highlighting', 1, 2, null],
      ['commenting', 61_537, 75_001, 'O vento.'],
      ['bookmarking', 83_400, 83_400, 'Aqui.'],
    ] as const) {
      const locator = { href: 'audio.m4a', locations: { time: start / 1000 } }
      const clip = { publicationId: audiobook, motivation, color: null, note, locator, start, end }
      await page.put(`/play/v1/annotations/${randomUUID()}`, { basedOn: 0, ...clip, publicationRevision: 1 })
    }
    const exported = async (of: typeof page) => (await of.get('/play/v1/annotations/export?format=markdown')).body
    const send = async (of: typeof page, file: string) =>
      (await of.post('/play/v1/annotations/import', { sets: setsOfMarkdown(file) })).json().outcomes
    const file = await exported(page)
    const before = [await list(page, ebook), await list(page, audiobook)]

    const outcomes = [await send(other, file), await send(other, file), await send(page, file)]

    const counted = outcomes.map((of) =>
      of.map(({ imported, unchanged, lost, refused }: { [key: string]: number | object[] }) => [
        imported,
        unchanged,
        (lost as object[]).length,
        refused,
      ]),
    )
    const bySize = (one: number[], another: number[]) => another[0]! + another[1]! - one[0]! - one[1]!
    assert.deepEqual(
      counted.map((of) => of.sort(bySize)),
      [
        [
          [7, 0, 1, []],
          [4, 0, 0, []],
        ],
        ...Array(2).fill([
          [0, 7, 0, []],
          [0, 4, 0, []],
        ]),
      ],
    )
    assert.equal(await exported(other), file)
    assert.deepEqual([await list(page, ebook), await list(page, audiobook)], before)
  })

  it('is imported while there is no time to search, with nothing twice, and found later', async () => {
    const { context, page, mark, list, clock, anchoringOf } = await testBook()
    await mark('um.xhtml', UM, 'a luz parecia andar')
    const file = (await page.get('/play/v1/annotations/export?format=markdown')).body
    const moved = file.replace('a luz parecia andar', 'Ninguém lembrava quem')
    const { anchoring, member, publication, useUpTime } = await anchoringOf()
    useUpTime()
    const send = (of: string, title: string) =>
      importAnnotations(context, anchoring, member, publication, {
        about: { 'dc:title': title },
        items: setsOfMarkdown(of)[0]!.items,
      })

    const outcomes = [await send(file, 'O farol'), await send(moved, 'O farol, edição especial')]
    const early = await writeAnnotations(context, anchoring, member, publication, 'markdown')
    const again = await send(early, 'O farol')
    clock.advance(60_000)

    assert.deepEqual(
      outcomes.map(({ imported, unchanged, lost }) => [imported, unchanged, lost.length]),
      [
        [0, 1, 0],
        [1, 0, 0],
      ],
    )
    assert.match(early, /Destaque · amarelo · ainda não localizado nesta edição\*\*\n\n> Ninguém lembrava quem/)
    assert.deepEqual([again.imported, again.unchanged], [0, 2])
    assert.deepEqual(
      (await list(page)).map(({ isLost, start, end }) => [isLost, UM.slice(start, end)]),
      [
        [false, 'Ninguém lembrava quem'],
        [false, 'a luz parecia andar'],
      ],
    )
  })
})

/** A book of two chapters, an audiobook, and two members. */
async function testBook() {
  const service = await testApp()
  const { app, context, db, partner, clock } = service
  const chapters: [string, string][] = [
    ['um.xhtml', UM],
    ['dois.xhtml', DOIS],
  ]
  const ebook = await addPublication(context, {
    type: 'ebook',
    title: 'O farol',
    work: WORK,
    hrefs: chapters.map(([href]) => href),
  })
  const audiobook = await addPublication(context, {
    type: 'audiobook',
    title: 'O farol',
    work: WORK,
    hrefs: ['audio.m4a'],
  })
  const [page, other] = [await openPage(app, partner.authorization), await openPage(app, partner.authorization, 'u2')]
  type Page = typeof page
  await store(1, chapters)

  async function store(revision: number, texts: [string, string][]): Promise<void> {
    const folder = await context.files.workFolder()
    const index = texts.map(([href, text]) => ({ href, text, letters: text.length, positions: 1, breaks: [] }))
    await writeFile(join(folder, SEARCH_INDEX), gzipSync(writeSearchIndex(index)!))
    assert.ok(await context.files.putFolder(publicationFolder(ebook, revision), folder))
  }

  async function revise(texts: [string, string][]): Promise<void> {
    await store(2, texts)
    const manifest = JSON.stringify({ metadata: {}, readingOrder: texts.map(([href]) => ({ href })), toc: [] })
    await db.write((tx) =>
      tx.updateTable('publication').set({ revision: 2, manifest }).where('public_id', '=', ebook).execute(),
    )
  }

  /** The search for the first member's annotations, with the folders of the indexes that it opens. */
  async function anchoringOf() {
    const opened: string[] = []
    const openIndex = createOpenIndexes(context.files)
    const limits = createMemberLimits(clock)
    const open: OpenIndex = (folder) => {
      opened.push(folder)
      return openIndex(folder)
    }
    const { id: memberId } = await db.read.selectFrom('member').select('id').orderBy('id').executeTakeFirstOrThrow()
    const member = { partnerId: partner.id, memberId }
    const publication = (await findAnnotatedPublication(db.read, clock.now(), member, ebook))!
    const useUpTime = () => {
      for (const ms of [1000, 10, 0.01]) while (limits.takeAnchoring(member, ms));
    }
    return { anchoring: createAnchoring(context, open, limits), member, publication, useUpTime, opened }
  }

  /** Annotates a quote, as a reader would. Returns the id. */
  async function mark(
    href: string,
    text: string,
    passage: string,
    more: Partial<AnnotationChange> = {},
  ): Promise<string> {
    const id = randomUUID()
    const start = text.indexOf(passage)
    const quote = {
      before: text.slice(Math.max(0, start - 30), start),
      highlight: passage,
      after: text.slice(start + passage.length, start + passage.length + 30),
    }
    const change = {
      basedOn: 0,
      publicationId: ebook,
      motivation: 'highlighting',
      color: 'yellow',
      note: null,
      locator: { href, locations: { progression: start / text.length }, text: quote },
      start,
      end: more.motivation === 'bookmarking' ? start : start + passage.length,
      publicationRevision: 1,
      ...more,
    }
    const answer = await page.put(`/play/v1/annotations/${id}`, change)
    assert.equal(answer.statusCode, 200, answer.body)
    clock.advance(1000)
    return id
  }

  const list = async (of: Page, id = ebook) =>
    (await of.get(`/play/v1/publications/${id}/annotations`)).json().items as Annotation[]
  const exported = async (of: Page, id = ebook) =>
    (await of.get(`/play/v1/publications/${id}/annotations/export?format=epub`)).body

  async function imported(of: Page, set: object, id = ebook) {
    const answer = await of.post(`/play/v1/publications/${id}/annotations/import`, set)
    assert.equal(answer.statusCode, 200, answer.body)
    return answer.json()
  }

  return { ...service, page, other, ebook, audiobook, mark, list, revise, exported, imported, anchoringOf }
}
