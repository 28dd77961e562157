import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import type { AnnotationChange, AnnotationOutcome, Notebook } from '@estante/contract/play/annotations.ts'
import { toKey, toUuid } from '../db/ids.ts'
import { PRODUCTION } from '../environment.ts'
import { findMemberById } from '../members/member.ts'
import { findPublicationId } from '../publications/publication.ts'
import { sweep } from '../sweep/sweep.ts'
import { openPage } from '../test/people.ts'
import { addPublication, idsOf, withdrawPublication } from '../test/publications.ts'
import { readPages } from '../test/read-pages.ts'
import { addPartner, testApp } from '../test/test-app.ts'
import { ON_PG } from '../test/test-database.ts'
import { replaceRows, toRow } from './annotation.ts'

const DAY_MS = 24 * 3_600_000

describe('Annotations of a member', () => {
  it('are stored as the page sent them, in both forms, and repeating the call changes nothing', async () => {
    const { page, write, list, ebook, audiobook, clock } = await testNotes()
    const id = randomUUID()
    const first = await write(id, highlight(ebook, 100))
    clock.advance(5000)
    const clip = { motivation: 'commenting', color: null, note: 'Ouvir de novo', publicationId: audiobook } as const
    await write(randomUUID(), { ...highlight(ebook, 0), ...clip, locator: at('audio.m4a'), start: 61_500, end: 75_000 })

    const again = await write(id, highlight(ebook, 100))

    assert.equal(first.isAccepted, true)
    assert.deepEqual(again, first)
    const { basedOn: _, ...content } = highlight(ebook, 100)
    assert.deepEqual(await list(ebook), [
      {
        id,
        ...content,
        isLost: false,
        createdAt: '2026-11-12T18:00:00.000Z',
        revision: 1,
      },
    ])
    const [heard] = await list(audiobook)
    assert.deepEqual([heard?.start, heard?.end, heard?.note], [61_500, 75_000, 'Ouvir de novo'])
    assert.equal((await page.get(`/play/v1/publications/${ebook}`)).json().revision, 1)
  })

  it('refuse a change based on an older revision, and answer the present one', async () => {
    const { write, remove, list, ebook } = await testNotes()
    const id = randomUUID()
    await write(id, highlight(ebook, 100))
    const onPhone = { ...highlight(ebook, 100), motivation: 'commenting', note: 'Do celular', basedOn: 1 } as const
    const onTablet = { ...onPhone, note: 'Do tablet' }

    const phone = await write(id, onPhone)
    const tablet = await write(id, onTablet)
    const phoneAgain = await write(id, onPhone)
    const deleted = await remove(id, 1)

    assert.deepEqual([phone.isAccepted, phone.annotation?.note, phone.revision], [true, 'Do celular', 2])
    assert.deepEqual([tablet.isAccepted, tablet.annotation?.note, tablet.revision], [false, 'Do celular', 2])
    assert.deepEqual(phoneAgain, phone)
    assert.deepEqual([deleted.isAccepted, deleted.annotation?.note], [false, 'Do celular'])
    const merged = await write(id, { ...onTablet, basedOn: tablet.revision })
    assert.deepEqual([merged.isAccepted, merged.revision], [true, 3])
    assert.equal((await list(ebook)).length, 1)
  })

  it('stay deleted when a device repeats their creation, and come back when the member undoes it', async () => {
    const { write, remove, list, ebook, db } = await testNotes()
    const id = randomUUID()
    await write(id, highlight(ebook, 100))

    const deleted = [await remove(id, 1), await remove(id, 1), await remove(randomUUID(), 1)]
    const repeated = await write(id, highlight(ebook, 100))

    assert.deepEqual(
      deleted.map(({ isAccepted, annotation }) => [isAccepted, annotation]),
      Array(3).fill([true, null]),
    )
    assert.deepEqual([repeated.isAccepted, repeated.annotation], [false, null])
    assert.deepEqual(await list(ebook), [])
    const row = await db.read.selectFrom('annotation').selectAll().executeTakeFirstOrThrow()
    assert.deepEqual([row.note, row.color, row.locator, row.search_text], [null, null, '{}', ''])
    const undone = await write(id, { ...highlight(ebook, 100), basedOn: repeated.revision })
    assert.deepEqual([undone.isAccepted, (await list(ebook)).length], [true, 1])
  })

  it('are removed thirty days after their deletion; a change of one is then answered as gone', ON_PG, async () => {
    const { app, context, partner, write, remove, ebook, clock, db } = await testNotes()
    const [gone, remaining] = [randomUUID(), randomUUID()]
    await write(gone, highlight(ebook, 100))
    await write(remaining, highlight(ebook, 200))
    await remove(gone, 1)

    clock.advance(29 * DAY_MS)
    await sweep(context)
    const before = await db.read.selectFrom('annotation').select('id').execute()
    clock.advance(2 * DAY_MS)
    const { deletedAnnotations } = await sweep(context)

    assert.equal(before.length, 2)
    assert.equal(deletedAnnotations, 1)
    const rows = await db.read.selectFrom('annotation').select('id').execute()
    assert.deepEqual(
      rows.map((row) => toUuid(row.id)),
      [remaining],
    )
    const later = await openPage(app, partner.authorization)
    const changed = (await later.put(`/play/v1/annotations/${gone}`, { ...highlight(ebook, 1), basedOn: 1 })).json()
    assert.deepEqual(changed, { isAccepted: false, annotation: null, revision: 0 })
  })

  it('belong to one member of one partner: no other member sees, changes or deletes them', ON_PG, async () => {
    const { app, context, partner, write, list, ebook } = await testNotes()
    const id = randomUUID()
    await write(id, highlight(ebook, 100))
    const stranger = await openPage(app, (await addPartner(context)).authorization)

    for (const page of [await openPage(app, partner.authorization, 'u2'), stranger]) {
      const lists = [
        await page.get(`/play/v1/publications/${ebook}/annotations`),
        await page.get('/play/v1/annotations'),
      ]
      const own = await page.put(`/play/v1/annotations/${id}`, { ...highlight(ebook, 7), note: 'De outra pessoa' })
      await page.delete(`/play/v1/annotations/${id}?basedOn=1`)

      assert.deepEqual(
        lists.map((answer) => answer.json().items),
        [[], []],
      )
      assert.equal(own.json().annotation.note, 'De outra pessoa')
    }
    const [mine, ...others] = await list(ebook)
    assert.deepEqual([mine?.note, mine?.start, others], [null, 100, []])
  })

  it('are refused with a sentence when they say nothing, or too much', async () => {
    const { page, ebook } = await testNotes()
    const put = (change: object) =>
      page.put(`/play/v1/annotations/${randomUUID()}`, { ...highlight(ebook, 100), ...change })

    const refused = await Promise.all([
      put({ note: 'a'.repeat(10_001) }),
      put({ end: 99 }),
      put({ end: 100 }),
      put({ motivation: 'commenting', note: '  ' }),
      put({ color: 'red' }),
      put({ locator: { ...highlight(ebook, 0).locator, text: { highlight: 'a'.repeat(4001) } } }),
      put({ note: 'a\u0000' }),
      put({ publicationId: 'pub_nada' }),
      page.put('/play/v1/annotations/1', highlight(ebook, 1)),
    ])

    assert.deepEqual(
      refused.map((answer) => [answer.statusCode, [answer.json().message].flat()[0]]),
      [
        [400, 'O campo "note" deve ter no máximo 10000 caracteres.'],
        [400, 'O campo "end" deve ser no mínimo igual a "start".'],
        [400, 'Um destaque deve ter ao menos uma letra ou um milissegundo.'],
        [400, 'O campo "note" não pode ser vazio em uma nota.'],
        [400, 'O campo "color" deve ser "yellow" ou "green" ou "blue" ou "pink".'],
        [400, 'O campo "locator.text.highlight" deve ter no máximo 4000 caracteres.'],
        [400, 'O campo "note" não pode ter o caractere nulo (U+0000) nem metade de um par UTF-16 (U+D800 a U+DFFF).'],
        [404, 'Este título não existe ou saiu do acervo. Escolha outro.'],
        [400, 'O campo "id" tem caracteres que não são aceitos.'],
      ],
    )
  })

  it('are at most 5,000 a title, not counting deleted ones', async () => {
    const { write, remove, fill, page, ebook, audiobook } = await testNotes()
    const first = randomUUID()
    await write(first, highlight(ebook, 1))
    await fill(ebook, 4998)

    const last = await page.put(`/play/v1/annotations/${randomUUID()}`, highlight(ebook, 2))
    const refused = await page.put(`/play/v1/annotations/${randomUUID()}`, highlight(ebook, 3))
    const changed = await write(first, { ...highlight(ebook, 1), color: 'pink', basedOn: 1 })
    const elsewhere = await page.put(`/play/v1/annotations/${randomUUID()}`, highlight(audiobook, 3))
    const { items } = (await page.get(`/play/v1/publications/${ebook}/annotations/export?format=epub`)).json()
    const importing = (items: object[]) =>
      page.post(`/play/v1/publications/${ebook}/annotations/import`, { type: 'AnnotationSet', items })
    const imports = [
      await importing(items.slice(-200)),
      await importing([...items.slice(-200), { ...items[0], id: '1' }]),
    ]
    await remove(first, changed.revision)
    const again = await page.put(`/play/v1/annotations/${randomUUID()}`, highlight(ebook, 3))

    assert.deepEqual([last.statusCode, elsewhere.statusCode, again.statusCode], [200, 200, 200])
    for (const answer of [refused, imports[1]]) {
      assert.deepEqual([answer?.statusCode, answer?.json().code], [409, 'TOO_MANY_ANNOTATIONS_IN_TITLE'])
    }
    assert.equal(imports[0]?.json().unchanged, 200)
  })

  it('are at most 64 MB, also by longer notes', ON_PG, async () => {
    const { page, write, ebook, db } = await testNotes()
    const put = (id: string, change: Partial<AnnotationChange> = {}) =>
      page.put(`/play/v1/annotations/${id}`, { ...highlight(ebook, 1), ...change })
    const [large, small] = [randomUUID(), randomUUID()]
    for (const id of [large, small]) await write(id, { ...highlight(ebook, 1), note: 'Ver' })
    const setNote = (note: string) =>
      db.write((tx) => tx.updateTable('annotation').set({ note }).where('id', '=', toKey(large)).execute())

    await setNote('a'.repeat(64 * 2 ** 20))
    const refused = [await put(randomUUID()), await put(small, { note: 'Vêr', basedOn: 1 })]
    const shortened = await put(small, { note: 'Vê', basedOn: 1 })
    await setNote('a'.repeat(1000))
    const allowed = [await put(randomUUID()), await put(small, { note: 'Vêr', basedOn: 2 })]

    for (const answer of refused) {
      assert.deepEqual([answer.statusCode, answer.json().code], [409, 'TOO_MANY_ANNOTATIONS'])
    }
    assert.deepEqual(
      [shortened, ...allowed].map(({ statusCode }) => statusCode),
      [200, 200, 200],
    )
  })

  it('stay when the title is withdrawn, and can still be made by members who had it', async () => {
    const { page, context, write, list, ebook, audiobook } = await testNotes()
    await write(randomUUID(), highlight(ebook, 1))
    await withdrawPublication(context, ebook)
    await withdrawPublication(context, audiobook)

    const late = await write(randomUUID(), highlight(ebook, 2))
    const never = await page.put(`/play/v1/annotations/${randomUUID()}`, highlight(audiobook, 2))

    assert.equal(late.isAccepted, true)
    assert.equal(never.statusCode, 404)
    assert.equal((await list(ebook)).length, 2)
    const notebook = (await page.get('/play/v1/annotations')).json() as Notebook
    assert.deepEqual(
      notebook.items.map(({ publication }) => publication.isAvailable),
      [false, false],
    )
  })
})

describe('The list of a title', () => {
  it('is in the order of the book, and sent again only after a change', async () => {
    const { page, app, write, remove, fill, ebook, audiobook, clock } = await testNotes()
    await write(randomUUID(), { ...highlight(ebook, 5), locator: at('fim.xhtml') })
    await write(randomUUID(), highlight(ebook, 900))
    const first = randomUUID()
    await write(first, highlight(ebook, 20))
    const ask = (etag = '') =>
      app.inject({
        url: `/play/v1/publications/${ebook}/annotations`,
        headers: { authorization: `Bearer ${page.tokens.accessToken}`, 'if-none-match': etag },
      })

    const whole = await ask()
    const etags = [String(whole.headers.etag)]
    const unchanged = await ask(etags[0])
    await write(randomUUID(), highlight(audiobook, 20))
    const elsewhere = await ask(etags[0])
    const changes = [
      () => write(first, { ...highlight(ebook, 20), color: 'green', basedOn: 1 }),
      () => remove(first, 2),
      () => fill(ebook, 1),
      async () => clock.advance(-DAY_MS),
      () => write(randomUUID(), highlight(ebook, 1)),
    ]
    for (const change of changes) {
      await change()
      etags.push(String((await ask()).headers.etag))
    }

    assert.deepEqual(
      whole.json().items.map(({ locator, start }: AnnotationChange) => [locator.href, start]),
      [
        ['inicio.xhtml', 20],
        ['inicio.xhtml', 900],
        ['fim.xhtml', 5],
      ],
    )
    assert.deepEqual([unchanged.statusCode, unchanged.body, elsewhere.statusCode], [304, '', 304])
    // Five different tags in six answers: only moving the clock changed none.
    assert.equal(new Set(etags).size, 5)
  })

  it('is sent twice at once when it is the longest, exports too; unchanged ones are not counted', async () => {
    const { page, app, fill, ebook } = await testNotes()
    await fill(ebook, 5000)
    const ask = (query = '', etag = '') =>
      app.inject({
        url: `/play/v1/publications/${ebook}/annotations${query}`,
        headers: { authorization: `Bearer ${page.tokens.accessToken}`, 'if-none-match': etag },
      })

    const sent = [await ask(), await ask('/export?format=epub')]
    const refused = [await ask(), await ask('/export?format=epub')]
    const unchanged = await ask('', String(sent[0]?.headers.etag))

    assert.ok(sent.every(({ statusCode }) => statusCode === 200))
    for (const answer of refused) assert.deepEqual([answer.statusCode, answer.headers['retry-after']], [429, '50'])
    assert.equal(unchanged.statusCode, 304)
  })
})

describe('The notebook', () => {
  it('is searched by a member at least twenty times in a row, however large, and then every five seconds', async () => {
    const { page, fill, ebook, clock } = await testNotes()
    await fill(ebook, 10_000)
    const search = () => page.get('/play/v1/annotations?q=nada')

    const found = await Promise.all(Array.from({ length: 20 }, search))
    const refused = await search()
    const unsearched = await page.get('/play/v1/annotations')
    clock.advance(5000)
    const later = await search()

    assert.deepEqual(new Set(found.map(({ statusCode }) => statusCode)), new Set([200]))
    assert.deepEqual([refused.statusCode, refused.headers['retry-after']], [429, '5'])
    assert.deepEqual([unsearched.statusCode, later.statusCode], [200, 200])
  })

  it('pages through all titles, newest first, also those made at one instant', ON_PG, async () => {
    const { page, write, ebook, audiobook, clock } = await testNotes()
    const created: string[] = []
    for (const [index, title] of [ebook, ebook, audiobook, ebook, audiobook].entries()) {
      const id = randomUUID()
      await write(id, highlight(title, index))
      created.push(id)
      if (index % 2 === 1) clock.advance(1000)
    }

    const seen = idsOf((await readPages(page.get, '/play/v1/annotations?limit=2')).flat())

    assert.deepEqual(seen.toSorted(), created.toSorted())
    assert.equal(seen[0], created[4])
    assert.deepEqual(new Set(seen.slice(3)), new Set(created.slice(0, 2)))
    assert.equal((await page.get('/play/v1/annotations?cursor=x')).statusCode, 400)
  })

  it('filters by words of notes and quotes ignoring accents, and by title, kind and colour', ON_PG, async () => {
    const { page, write, ebook, audiobook } = await testNotes()
    const text = { before: 'e ', highlight: 'A Nau catarineta', after: ', que' }
    await write(randomUUID(), { ...highlight(ebook, 1), locator: { ...at('inicio.xhtml'), text } })
    const note = { motivation: 'commenting', color: 'blue', note: 'Comparar com a canção de 100% sal' } as const
    await write(randomUUID(), { ...highlight(audiobook, 2), ...note })
    await write(randomUUID(), { ...highlight(ebook, 3), motivation: 'bookmarking', color: null, end: 3 })
    await write(randomUUID(), {
      ...highlight(audiobook, 4),
      motivation: 'bookmarking',
      color: null,
      note: 'Aqui',
      end: 4,
    })
    const startsOf = async (query: string) => {
      const answer = await page.get(`/play/v1/annotations?${query}`)
      return (answer.json() as Notebook).items.map(({ start }) => start).toSorted()
    }

    assert.deepEqual(await startsOf('q=CATARINÉTA%20nau'), [1])
    assert.deepEqual(await startsOf('q=cancao'), [2])
    for (const symbols of ['%', '_', '🙂 !', '\0']) {
      assert.deepEqual(await startsOf(`q=${encodeURIComponent(symbols)}`), [], symbols)
    }
    for (const blank of ['', '%20']) assert.deepEqual(await startsOf(`q=${blank}`), [1, 2, 3, 4])
    assert.deepEqual(await startsOf('q=nau%20cancao'), [])
    assert.deepEqual(await startsOf(`publicationId=${ebook}`), [1, 3])
    assert.deepEqual(await startsOf('motivation=bookmarking'), [3, 4])
    assert.deepEqual(await startsOf('motivation=highlighting'), [1, 2])
    assert.deepEqual(await startsOf('motivation=commenting'), [2, 4])
    assert.deepEqual(await startsOf('color=blue'), [2])
    assert.deepEqual(await startsOf(`color=blue&publicationId=${ebook}`), [])
  })
})

const at = (href: string) => ({ href, locations: { progression: 0.5 } })

/** A yellow one of twelve letters. */
function highlight(publicationId: string, start: number): AnnotationChange {
  return {
    basedOn: 0,
    publicationId,
    motivation: 'highlighting',
    color: 'yellow',
    note: null,
    locator: { ...at('inicio.xhtml'), text: { before: 'Era ', highlight: 'uma vez, não', after: ' duas' } },
    start,
    end: start + 12,
    publicationRevision: 1,
  }
}

/** A member's page, a title in each form, and calls on annotations. */
async function testNotes() {
  const service = await testApp()
  const { app, context, db, partner, clock } = service
  const chapters = ['inicio.xhtml', 'fim.xhtml']
  const ebook = await addPublication(context, { type: 'ebook', title: 'O rio', hrefs: chapters })
  const audiobook = await addPublication(context, { type: 'audiobook', title: 'O farol' })
  const page = await openPage(app, partner.authorization)

  async function write(id: string, change: AnnotationChange): Promise<AnnotationOutcome> {
    const answer = await page.put(`/play/v1/annotations/${id}`, change)
    assert.equal(answer.statusCode, 200, answer.body)
    clock.advance(200)
    return answer.json()
  }

  async function remove(id: string, basedOn: number): Promise<AnnotationOutcome> {
    const answer = await page.delete(`/play/v1/annotations/${id}?basedOn=${basedOn}`)
    assert.equal(answer.statusCode, 200, answer.body)
    clock.advance(200)
    return answer.json()
  }

  const list = async (id: string) =>
    (await page.get(`/play/v1/publications/${id}/annotations`)).json().items as AnnotationOutcome['annotation'][]

  /** Inserts more annotations without calls. */
  async function fill(publicationId: string, count: number): Promise<void> {
    await db.write(async (tx) => {
      const tenancy = { partnerId: partner.id, environment: PRODUCTION } as const
      const { id: memberId } = (await findMemberById(tx, tenancy, page.profile.member.id))!
      const titleId = await findPublicationId(tx, publicationId)
      const member = { partnerId: partner.id, memberId }
      const rows = Array.from({ length: count }, (_, number) => {
        const { basedOn: _basedOn, ...content } = highlight(publicationId, number)
        const at = { createdAt: 0, updatedAt: 0, changedAt: clock.now() + number }
        return toRow(member, titleId, randomUUID(), content, at)
      })
      for (let from = 0; from < count; from += 1000) await replaceRows(tx, member, rows.slice(from, from + 1000))
    })
  }

  return { ...service, page, ebook, audiobook, write, remove, list, fill }
}
