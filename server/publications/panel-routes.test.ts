import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { after, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { PanelPublication, PanelPublicationDetail } from '@estante/contract/panel/publications.ts'
import { packageDocument, page, writeBook } from '@estante/formats/fixtures/epub/build-epub.ts'
import sharp from 'sharp'
import type { Context } from '../context.ts'
import type { Publication } from '../db/tables.ts'
import { importPaths } from '../imports/sources/import-paths.ts'
import { PREVIEW_PARTNER_ID } from '../tenancy.ts'
import { coverPicture } from '../test/cover-picture.ts'
import { importOnce } from '../test/import-once.ts'
import { joinPanel } from '../test/panel.ts'
import { exchange, openPage } from '../test/people.ts'
import { addPublication, idsOf } from '../test/publications.ts'
import { readPages } from '../test/read-pages.ts'
import { addPartner, testApp } from '../test/test-app.ts'
import { ON_PG } from '../test/test-database.ts'
import { findPublicationId } from './publication.ts'
import { updatePublication } from './write-publication.ts'

const EPUB = fileURLToPath(new URL('../../examples/catalog/books/o-farol-de-sal.epub', import.meta.url))
const HOUR_MS = 3_600_000

describe('the featured title', () => {
  it('is chosen and let go by the operator, and is in the audit', async () => {
    const { operator, member, id } = await shelf()
    const featured = async () => (await member.get('/play/v1/home')).json().featured?.id ?? null
    const put = (isFeatured: boolean) => operator.put(`/panel/v1/publications/${id}/featured`, { isFeatured })

    const chosen = (await put(true)).json()
    const titles = await featured()
    await put(false)

    assert.deepEqual([chosen.isFeatured, titles, await featured()], [true, id, null])
    const acts = (await operator.get('/panel/v1/audit')).json().items.map(({ act }: { act: string }) => act)
    assert.deepEqual(acts.slice(0, 2), ['title-unfeatured', 'title-featured'])
    assert.equal((await operator.put('/panel/v1/publications/pub_nada/featured', { isFeatured: true })).statusCode, 404)
  })
})

describe('metadata edited by an operator', () => {
  it('are shown to partners and members, and searched', async () => {
    const { get, operator, member, id } = await shelf()

    await operator.put(`/panel/v1/publications/${id}`, {
      title: '  O farol, revisto ',
      author: 'Maria Íris',
      narrator: 'Zé',
      description: 'Sobre o mar.',
      language: 'pt-PT',
    })

    const [item] = (await get('/partner/v1/catalog')).json().items
    const title = (await member.get(`/play/v1/publications/${id}`)).json()
    const { metadata } = (await member.get(title.media.manifestUrl)).json()
    const found = (await member.get('/play/v1/publications?q=iris%20revisto%20ze')).json()
    assert.deepEqual([item.title, item.author], ['O farol, revisto', 'Maria Íris'])
    assert.deepEqual([title.title, title.narrator, title.description], ['O farol, revisto', 'Zé', 'Sobre o mar.'])
    assert.deepEqual(
      [metadata.title, metadata.author, metadata.narrator, metadata.description, metadata.language],
      ['O farol, revisto', ['Maria Íris'], ['Zé'], 'Sobre o mar.', ['pt-PT']],
    )
    assert.deepEqual(found.items.length, 1)
  })

  it('survive the import of another file, from which the other fields are updated', async () => {
    const { context, operator, read } = await service()
    const id = await importOne(context, await book({ title: 'Um', description: 'Antes.', content: 'a' }))
    await operator.put(`/panel/v1/publications/${id}`, { title: 'Escolhido', publisher: 'Casa' })

    await importOne(context, await book({ title: 'Dois', description: 'Depois.', content: 'b' }))

    const { fields, revision } = await read(id)
    assert.equal(revision, 2)
    assert.deepEqual(fields.title, { value: 'Escolhido', fromFile: 'Dois', isEdited: true })
    assert.deepEqual(fields.publisher, { value: 'Casa', fromFile: null, isEdited: true })
    assert.deepEqual(fields.description, { value: 'Depois.', fromFile: 'Depois.', isEdited: false })
  })

  it('are not lost when another file is being imported', async () => {
    const { context, operator, read, sendCover } = await service()
    const id = await importOne(context, await book({ title: 'Um', content: 'a' }))
    const another = await book({ title: 'Dois', content: 'b' })
    const acts = [
      () => operator.put(`/panel/v1/publications/${id}`, { title: 'Escolhido' }),
      async () => sendCover(id, await coverPicture()),
    ]
    const files: Context['files'] = {
      ...context.files,
      async putFolder(key, folder) {
        await acts.shift()?.()
        return context.files.putFolder(key, folder)
      },
    }

    await importOne({ ...context, files }, another)

    const { title, coverSource, fields } = await read(id)
    assert.deepEqual([title, coverSource, fields.title.fromFile], ['Escolhido', 'uploaded', 'Dois'])
  })

  it('are restored from the file when the edit is taken back', async () => {
    const { context, db, operator, read } = await service()
    const id = await importOne(context, await book({ title: 'Um', description: 'Antes.', content: 'a' }))
    const before = await db.read.selectFrom('publication').selectAll().executeTakeFirstOrThrow()
    await operator.put(`/panel/v1/publications/${id}`, { title: 'Outro', author: 'Outra', description: '' })
    const meanwhile = await read(id)

    await operator.put(`/panel/v1/publications/${id}`, { title: null, author: null, description: 'Antes.' })

    const after = await db.read.selectFrom('publication').selectAll().executeTakeFirstOrThrow()
    assert.deepEqual([meanwhile.fields.description.value, meanwhile.isEdited], [null, true])
    const changed = { cover_version: '', metadata_changed_at: null, metadata_changed_by: null }
    assert.deepEqual({ ...after, ...changed }, { ...before, ...changed })
    assert.equal(after.cover_version, before.cover_version)
  })

  it('are redrawn on a cover without a picture', async () => {
    const { context, operator, read } = await service()
    const id = await importOne(context, await book({ title: 'Um', content: 'a' }))
    const before = await read(id)

    await operator.put(`/panel/v1/publications/${id}`, { title: 'Outro nome' })
    const renamed = await read(id)
    await operator.put(`/panel/v1/publications/${id}`, { publisher: 'Casa' })

    assert.deepEqual([before.coverSource, renamed.coverSource], ['drawn', 'drawn'])
    assert.notEqual(renamed.cover.url, before.cover.url)
    assert.equal((await read(id)).cover.url, renamed.cover.url)
    assert.equal((await operator.get(renamed.cover.url)).statusCode, 200)
  })

  it('need a title and a valid language', async () => {
    const { operator, id } = await shelf()

    const answer = await operator.put(`/panel/v1/publications/${id}`, { title: '   ', language: 'português' })

    assert.deepEqual(
      [answer.statusCode, answer.json().message],
      [400, ['O campo "title" não pode ser vazio.', 'O campo "language" deve ser um idioma BCP 47, como pt-BR.']],
    )
  })

  it('are refused over another operator’s edit, with who made it and when', async () => {
    const { app, context, clock, operator, read, id } = await shelf()
    const other = await joinPanel(app, context, null, 'operator')
    const { metadataVersion, metadataChanged } = await read(id)
    assert.equal(metadataChanged, null)
    await operator.put(`/panel/v1/publications/${id}`, { title: 'Um', metadataVersion })
    const at = clock.now()
    clock.advance(60_000)

    const refused = await other.put(`/panel/v1/publications/${id}`, { title: 'Dois', metadataVersion })
    const known = await read(id)
    const again = await operator.put(`/panel/v1/publications/${id}`, { title: 'Um', metadataVersion })
    const written = await other.put(`/panel/v1/publications/${id}`, {
      title: 'Dois',
      metadataVersion: known.metadataVersion,
    })

    assert.deepEqual([refused.statusCode, refused.json().code], [409, 'CHANGED_MEANWHILE'])
    assert.deepEqual([known.title, known.metadataChanged?.by.id], ['Um', operator.id])
    assert.equal(known.metadataChanged?.at, new Date(at).toISOString())
    // The same request repeated, after a lost answer, is no conflict.
    assert.equal(again.statusCode, 200)
    assert.deepEqual([written.statusCode, written.json().title], [200, 'Dois'])
    assert.equal(written.json().metadataChanged.by.id, other.id)
  })

  it('are merged when two operators edit different fields at once', async () => {
    const { operator, read, id } = await shelf()

    const answers = await Promise.all([
      operator.put(`/panel/v1/publications/${id}`, { title: 'Um' }),
      operator.put(`/panel/v1/publications/${id}`, { author: 'Duas' }),
      operator.put(`/panel/v1/publications/${id}`, { narrator: 'Três' }),
    ])

    const { title, author, narrator } = await read(id)
    assert.deepEqual(
      answers.map(({ statusCode }) => statusCode),
      [200, 200, 200],
    )
    assert.deepEqual([title, author, narrator], ['Um', 'Duas', 'Três'])
  })
})

describe('an uploaded cover', () => {
  it('is redrawn, shown at once, and survives the import of another file', async () => {
    const { context, operator, read, sendCover } = await service()
    const id = await importOne(context, await book({ title: 'Um', content: 'a' }))
    const before = await read(id)

    const answer = await sendCover(id, await coverPicture())
    await importOne(context, await book({ title: 'Um', content: 'b' }))

    const after = await read(id)
    const stored = await operator.get(after.cover.url)
    assert.equal(answer.statusCode, 200, answer.body)
    assert.deepEqual([after.coverSource, after.isEdited, after.revision], ['uploaded', true, 2])
    assert.notEqual(after.cover.url, before.cover.url)
    assert.equal(after.cover.url, answer.json().cover.url)
    assert.equal((await sharp(stored.rawPayload).metadata()).format, 'webp')
  })

  it('is replaced by the file’s present cover when it is removed', async () => {
    const { context, operator, read, sendCover } = await service()
    const id = await importOne(context, await book({ title: 'Um', content: 'a' }))
    await sendCover(id, await coverPicture())
    await importOne(context, await book({ title: 'Um', content: 'b', cover: await coverPicture('#204060') }))

    const { cover, coverSource } = (await operator.delete(`/panel/v1/publications/${id}/cover`)).json()

    assert.equal(coverSource, 'file')
    assert.match(cover.color, /^#[12]\w[34]\w[56]\w$/)
    assert.equal((await operator.get(cover.url)).statusCode, 200)
    assert.equal((await read(id)).isEdited, false)
  })

  const unusable: [name: string, code: string, bytes: () => Promise<Buffer> | Buffer, type?: string][] = [
    ['an SVG', 'UNUSABLE_PICTURE', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a text', 'UNUSABLE_PICTURE', () => Buffer.from('isto não é uma imagem')],
    ['a picture cut short', 'UNUSABLE_PICTURE', async () => (await coverPicture()).subarray(0, 200)],
    ['another type', 'UNSUPPORTED_UPLOAD', () => Buffer.from('{}'), 'application/json'],
    ['a form', 'UNSUPPORTED_UPLOAD', () => Buffer.from('--x'), 'multipart/form-data; boundary=x'],
    ['more than 10 MiB', 'PICTURE_TOO_LARGE', () => Buffer.alloc(10 * 1024 ** 2 + 1)],
  ]
  it('must be a usable picture of at most 10 MiB', async () => {
    const { operator, sendCover, id, context } = await shelf()
    const before = await context.db.read.selectFrom('publication').selectAll().execute()

    for (const [name, code, bytes, type] of unusable) {
      const answer = await sendCover(id, await bytes(), type)

      assert.equal(answer.json().code, code, name)
    }
    assert.deepEqual(await context.db.read.selectFrom('publication').selectAll().execute(), before)
    assert.equal((await operator.get(`/panel/v1/publications/${id}`)).json().coverSource, 'file')
  })
})

describe('Publishing a title', () => {
  it('between two dates shows it at that time only', async () => {
    const { clock, operator, id, states } = await shelf()
    const [from, until] = [HOUR_MS, 2 * HOUR_MS].map((ms) => new Date(clock.now() + ms).toISOString())

    const answer = await operator.put(`/panel/v1/publications/${id}/state`, { state: 'published', from, until })
    const seen = [await states()]
    clock.advance(HOUR_MS)
    seen.push(await states())
    clock.advance(HOUR_MS)
    seen.push(await states())

    assert.deepEqual([answer.json().publishFrom, answer.json().publishUntil], [from, until])
    assert.deepEqual(seen, [
      ['scheduled', false],
      ['published', true],
      ['ended', false],
    ])
  })

  it('after a withdrawal or as a draft shows it again', async () => {
    const { operator, id, states } = await shelf()
    const seen: unknown[] = []

    for (const state of ['withdrawn', 'published', 'draft', 'published']) {
      await operator.put(`/panel/v1/publications/${id}/state`, { state })
      seen.push(await states())
    }

    assert.deepEqual(seen, [
      ['withdrawn', false],
      ['published', true],
      ['draft', false],
      ['published', true],
    ])
  })

  it('is refused for dates in the wrong order', async () => {
    const { clock, operator, id } = await shelf()
    const [from, until] = [2 * HOUR_MS, HOUR_MS].map((ms) => new Date(clock.now() + ms).toISOString())

    for (const body of [
      { state: 'published', from, until },
      { state: 'published', until: new Date(clock.now()).toISOString() },
      { state: 'published', from: 'amanhã' },
    ]) {
      const answer = await operator.put(`/panel/v1/publications/${id}/state`, body)
      assert.equal(answer.json().code, 'VALIDATION', JSON.stringify(body))
    }
  })

  it('is refused for impossible dates, without writing anything', async () => {
    const { db, operator, read, id } = await shelf()
    const before = await read(id)

    for (const instant of ['9999-12-31T23:59:59-23:59', '2026-12-31T23:59:60Z', '1969-12-31T23:59:59Z']) {
      for (const field of ['from', 'until']) {
        const body = { state: 'published', [field]: instant }
        const answer = await operator.put(`/panel/v1/publications/${id}/state`, body)
        assert.deepEqual(
          [answer.statusCode, answer.json().message],
          [400, [`O campo "${field}" deve ser uma data ISO 8601 que existe, de 1970 a 9999.`]],
        )
      }
    }

    const acts = await db.read.selectFrom('audit').select('act').execute()
    assert.deepEqual(await read(id), before)
    assert.ok(!acts.some(({ act }) => act === 'publication-published'))
    assert.equal((await operator.get('/panel/v1/publications')).statusCode, 200)
  })

  it('for some partners shows it to them only, until it is for all again', async () => {
    const { context, operator, partner, id, get, caller } = await shelf()
    const other = await addPartner(context)
    const readAvailable = async () => [
      (await get('/partner/v1/catalog')).json().items.length,
      (await caller(other).get('/partner/v1/catalog')).json().items.length,
    ]

    const restricted = await operator.put(`/panel/v1/publications/${id}/partners`, {
      partnerIds: [other.public_id],
    })
    const meanwhile = await readAvailable()
    const open = await operator.put(`/panel/v1/publications/${id}/partners`, { partnerIds: null })

    assert.deepEqual(restricted.json().partners, [{ id: other.public_id, name: 'Banco Aurora', slug: other.slug }])
    assert.deepEqual(
      [meanwhile, await readAvailable()],
      [
        [0, 1],
        [1, 1],
      ],
    )
    assert.deepEqual([open.json().partners, open.json().partnerCount], [null, null])
    const unknown = await operator.put(`/panel/v1/publications/${id}/partners`, {
      partnerIds: [partner.public_id, 'ptn_nobody'],
    })
    assert.equal(unknown.json().code, 'VALIDATION')
  })

  it('is refused over another operator’s decision, on dates and partners alike', async () => {
    const { context, operator, read, id } = await shelf()
    const other = await addPartner(context)
    const address = `/panel/v1/publications/${id}`
    const { stateVersion, partnersVersion } = await read(id)
    await operator.put(`${address}/state`, { state: 'withdrawn', stateVersion })
    await operator.put(`${address}/partners`, { partnerIds: [other.public_id], partnersVersion })

    const until = '2027-01-01T00:00:00.000Z'
    const refused = [
      await operator.put(`${address}/state`, { state: 'published', until, stateVersion }),
      await operator.put(`${address}/partners`, { partnerIds: [], partnersVersion }),
    ]
    // The same request repeated, after a lost answer, is no conflict.
    const again = [
      await operator.put(`${address}/state`, { state: 'withdrawn', stateVersion }),
      await operator.put(`${address}/partners`, { partnerIds: [other.public_id], partnersVersion }),
    ]
    const unchanged = await read(id)
    const over = [
      await operator.put(`${address}/state`, { state: 'published', until, stateVersion: unchanged.stateVersion }),
      await operator.put(`${address}/partners`, { partnerIds: null, partnersVersion: unchanged.partnersVersion }),
    ]

    assert.deepEqual(
      refused.map((answer) => answer.json().code),
      ['CHANGED_MEANWHILE', 'CHANGED_MEANWHILE'],
    )
    assert.deepEqual(
      [unchanged.state, unchanged.partners?.map((partner) => partner.id)],
      ['withdrawn', [other.public_id]],
    )
    assert.deepEqual(
      [...again, ...over].map(({ statusCode }) => statusCode),
      [200, 200, 200, 200],
    )
  })

  it('is audited, with the title', async () => {
    const { db, operator, id } = await shelf()

    await operator.put(`/panel/v1/publications/${id}/state`, { state: 'withdrawn' })
    await operator.put(`/panel/v1/publications/${id}`, { publisher: 'Casa' })
    await operator.post(`/panel/v1/publications/${id}/preview`)

    const acts = await db.read.selectFrom('audit').select(['act', 'subject', 'actor']).orderBy('id').execute()
    assert.deepEqual(
      acts.slice(-3).map(({ act, subject, actor }) => [act, subject, actor]),
      ['publication-withdrawn', 'publication-edited', 'publication-previewed'].map((act) => [
        act,
        'O farol de sal',
        operator.email,
      ]),
    )
  })
})

describe('Several drafts', () => {
  it('are published or discarded each by itself, and those that could not be are named', ON_PG, async () => {
    const { context, clock, db, operator, read } = await service()
    const ids: string[] = []
    for (const title of ['Um', 'Dois', 'Três', 'Quatro', 'Cinco']) {
      const id = await addPublication(context, { type: 'ebook', title })
      await operator.put(`/panel/v1/publications/${id}/state`, { state: 'draft' })
      ids.push(id)
    }
    const [ready, reviewed, scheduled, broken, unwanted] = ids
    const set = (id: string | undefined, columns: Partial<Publication>) =>
      db.write(async (tx) => updatePublication(tx, await findPublicationId(tx, id ?? ''), columns))
    await set(reviewed, { review: '["no-author"]' })
    await set(broken, { file_cover: 'no JSON' })
    const from = new Date(clock.now() + HOUR_MS).toISOString()
    await operator.put(`/panel/v1/publications/${scheduled}/state`, { state: 'published', from })
    const change = async (state: string, wanted: unknown[]) =>
      (await operator.post('/panel/v1/publications/drafts', { state, ids: wanted })).json().items
    const audited = async () =>
      (await db.read.selectFrom('audit').select(['act', 'subject']).orderBy('id').execute()).map(Object.values)
    const before = (await audited()).length

    const published = await change('published', [ready, scheduled, 'pub_nada', broken, reviewed, ready])
    const again = await change('published', [ready])
    const discarded = await change('withdrawn', [unwanted, ready])

    assert.deepEqual(published, [
      { id: ready, refusal: null },
      { id: scheduled, refusal: 'changed' },
      { id: 'pub_nada', refusal: 'unknown' },
      { id: broken, refusal: 'failed' },
      { id: reviewed, refusal: null },
    ])
    assert.deepEqual(again, [{ id: ready, refusal: null }])
    assert.deepEqual(discarded, [
      { id: unwanted, refusal: null },
      { id: ready, refusal: 'changed' },
    ])
    const titles = await Promise.all([ready, reviewed, scheduled, unwanted].map((id) => read(id ?? '')))
    assert.deepEqual(
      titles.map(({ state, review }) => [state, review]),
      [
        ['published', []],
        ['published', []],
        ['scheduled', []],
        ['withdrawn', []],
      ],
    )
    assert.deepEqual((await audited()).slice(before), [
      ['publication-published', 'Um'],
      ['publication-published', 'Dois'],
      ['publication-withdrawn', 'Cinco'],
    ])
  })

  it('are at most fifty a call', async () => {
    const { operator } = await service()
    const change = async (ids: string[]) =>
      (await operator.post('/panel/v1/publications/drafts', { state: 'published', ids })).statusCode

    assert.deepEqual([await change([]), await change(Array(51).fill('pub_nada'))], [400, 400])
    assert.equal(await change(Array(50).fill('pub_nada')), 200)
  })
})

describe('The audit of a title', () => {
  it('names the changed fields, and no other field of the request', async () => {
    const { operator, id, details } = await shelf()
    const edits = { title: 'O farol', publisher: 'Casa', narrator: null, segredo: 'x', '\u0000': 1 }

    const answer = await operator.put(`/panel/v1/publications/${id}`, edits)

    assert.equal(answer.statusCode, 200)
    const values = {
      'title.from': 'O farol de sal',
      'title.to': 'O farol',
      'publisher.from': 'Estante',
      'publisher.to': 'Casa',
    }
    assert.deepEqual(await details(), [{ id, ...values, fields: 'title, publisher' }])
  })

  it('has no entry without a change', async () => {
    const { clock, operator, partner, read, id, details } = await shelf()
    await operator.put(`/panel/v1/publications/${id}`, { title: 'O farol' })
    await operator.put(`/panel/v1/publications/${id}/state`, { state: 'published' })
    await operator.put(`/panel/v1/publications/${id}/partners`, { partnerIds: [partner.public_id] })
    const before = [await read(id), await details()]
    clock.advance(1000)

    const answers = [
      await operator.put(`/panel/v1/publications/${id}`, { title: ' O farol ' }),
      await operator.put(`/panel/v1/publications/${id}`, { nada: 'x' }),
      await operator.delete(`/panel/v1/publications/${id}/cover`),
      await operator.put(`/panel/v1/publications/${id}/state`, { state: 'published' }),
      await operator.put(`/panel/v1/publications/${id}/partners`, {
        partnerIds: [partner.public_id, partner.public_id],
      }),
    ]

    assert.deepEqual([await read(id), await details()], before)
    for (const answer of answers) assert.deepEqual([answer.statusCode, answer.json()], [200, before[0]])
  })
})

describe('The list of titles', () => {
  it('refuses a search that no title can match', async () => {
    const { operator } = await shelf()

    const answer = await operator.get('/panel/v1/publications?q=%00')

    assert.equal(answer.json().code, 'VALIDATION')
  })

  it('finds nothing for symbols, and all titles for a blank search', ON_PG, async () => {
    const { operator } = await shelf()
    const count = async (q: string) =>
      (await operator.get(`/panel/v1/publications?q=${encodeURIComponent(q)}`)).json().items.length

    const counts = await Promise.all(['%', '_', '🙂 !', ' ', ''].map(count))

    assert.deepEqual(counts, [0, 0, 0, 1, 1])
  })

  it('finds words of title, author and series in any order, ignoring accents', ON_PG, async () => {
    const { context, operator } = await service()
    const metadata = { belongsTo: { series: [{ name: 'Trilogia realista' }] } }
    await addPublication(context, { type: 'ebook', title: 'Dom Casmurro', author: 'Machado de Assis', metadata })

    const { items } = (await operator.get('/panel/v1/publications?q=realista%20ASSIS%20casm%C3%BArro')).json()

    assert.deepEqual(titlesOf(items), ['Dom Casmurro'])
  })

  it('filters by text, form and state, and counts each state', async () => {
    const { context, clock, operator } = await service()
    const names = ['Um', 'Dois', 'Três', 'Quatro', 'Cinco']
    const ids: string[] = []
    for (const title of names) ids.push(await addPublication(context, { type: 'ebook', title }))
    await addPublication(context, { type: 'audiobook', title: 'Seis' })
    const publish = (index: number, body: object) => operator.put(`/panel/v1/publications/${ids[index]}/state`, body)
    await publish(0, { state: 'withdrawn' })
    await publish(1, { state: 'draft' })
    await publish(2, { state: 'published', from: new Date(clock.now() + HOUR_MS).toISOString() })
    await publish(3, { state: 'published', until: new Date(clock.now() + 1).toISOString() })
    await operator.put(`/panel/v1/publications/${ids[4]}/partners`, { partnerIds: [] })
    clock.advance(1)
    const list = async (query: string) =>
      titlesOf((await operator.get(`/panel/v1/publications?${query}`)).json().items).sort()

    assert.deepEqual(await list('state=withdrawn'), ['Um'])
    assert.deepEqual(await list('state=draft'), ['Dois'])
    assert.deepEqual(await list('state=scheduled'), ['Três'])
    assert.deepEqual(await list('state=ended'), ['Quatro'])
    assert.deepEqual(await list('state=published'), ['Cinco', 'Seis'])
    assert.deepEqual(await list('state=restricted'), ['Cinco'])
    assert.deepEqual(await list('q=SEIS'), ['Seis'])
    assert.deepEqual(await list('type=audiobook'), ['Seis'])
    assert.deepEqual(await list(''), [...names, 'Seis'].sort())
    assert.deepEqual((await operator.get('/panel/v1/publications/summary')).json(), {
      published: 2,
      scheduled: 1,
      ended: 1,
      draft: 1,
      withdrawn: 1,
      restricted: 1,
      review: 0,
    })
  })

  it('is paged, each title once', async () => {
    const { context, operator } = await service()
    for (let number = 0; number < 101; number++) {
      await addPublication(context, { type: 'ebook', title: `Título ${number}` })
    }

    const seen = idsOf((await readPages(operator.get, '/panel/v1/publications')).flat())

    assert.equal(new Set(seen).size, 101)
    assert.deepEqual(seen, seen.toSorted().reverse())
  })
})

describe('A preview', () => {
  it('opens a title in any state as a member would', async () => {
    const { app, operator, id } = await shelf()

    for (const state of ['published', 'draft', 'withdrawn']) {
      await operator.put(`/panel/v1/publications/${id}/state`, { state })

      const { launchUrl } = (await operator.post(`/panel/v1/publications/${id}/preview`)).json()

      const url = new URL(launchUrl)
      const exchanged = await exchange(app, url.searchParams.get('token'))
      const authorization = `Bearer ${exchanged.json().tokens.accessToken}`
      const title = await app.inject({ url: `/play/v1/publications/${id}`, headers: { authorization } })
      const manifest = await app.inject({ url: title.json().media.manifestUrl })
      assert.equal(url.searchParams.get('redirect'), `/leitor/${id}`)
      assert.deepEqual([title.statusCode, manifest.statusCode], [200, 200], state)
    }
  })

  it('is in no partner’s report, and its partner is in no list', async () => {
    const { app, context, clock, db, operator, get } = await service()
    const id = await addPublication(context, { type: 'audiobook', title: 'O farol de sal' })
    const { launchUrl } = (await operator.post(`/panel/v1/publications/${id}/preview`)).json()
    const { tokens } = (await exchange(app, new URL(launchUrl).searchParams.get('token'))).json()

    const leaseId = randomUUID()
    for (const sequence of [1, 2]) {
      await app.inject({
        method: 'POST',
        url: '/play/v1/activity',
        headers: { authorization: `Bearer ${tokens.accessToken}` },
        payload: { leaseId, publicationId: id, sequence, activeMs: (sequence - 1) * 15_000, idleMs: 0 },
      })
      clock.advance(15_000)
    }

    const minutes = await db.read.selectFrom('activity_minute').select('partner_id').execute()
    const report = (await get('/partner/v1/usage?month=2026-11')).json()
    const partners = (await operator.get('/panel/v1/partners')).body
    assert.deepEqual([...new Set(minutes.map((minute) => minute.partner_id))], [PREVIEW_PARTNER_ID])
    assert.deepEqual([report.totals.activeUsers, report.users], [0, []])
    assert.ok(!partners.includes('ptn_preview') && !partners.includes('~previa'), partners)
    assert.equal((await operator.get('/panel/v1/partners/~previa')).statusCode, 404)
  })
})

/** The whole service with an operator signed in to its panel. */
async function service() {
  const { app, context, ...rest } = await testApp()
  const operator = await joinPanel(app, context, null, 'operator')
  const read = async (id: string): Promise<PanelPublicationDetail> =>
    (await operator.get(`/panel/v1/publications/${id}`)).json()
  const sendCover = (id: string, bytes: Buffer, type = 'image/png') =>
    app.inject({
      method: 'PUT',
      url: `/panel/v1/publications/${id}/cover`,
      headers: { cookie: operator.cookie(), origin: context.config.baseUrl, 'content-type': type },
      payload: bytes,
    })
  return { app, context, ...rest, operator, read, sendCover }
}

/** The same with a book in the catalog, and a member who opens it. */
async function shelf() {
  const opened = await service()
  const { app, context, partner, get } = opened
  const [id = ''] = await importOnce(context, [EPUB])
  const member = await openPage(app, partner.authorization)
  const states = async () => [
    (await opened.read(id)).state,
    (await get('/partner/v1/catalog')).json().items.length === 1,
  ]
  /** The audit entries of a title, in order. */
  const details = async () => {
    const rows = await opened.db.read.selectFrom('audit').select('detail').orderBy('id').execute()
    return rows.flatMap(({ detail }) => (detail?.includes(id) ? [JSON.parse(detail)] : []))
  }
  return { ...opened, id, member, states, details }
}

async function importOne(context: Parameters<typeof importPaths>[0], file: string): Promise<string> {
  const { imported, updated, failed } = await importPaths(context, [file])
  assert.deepEqual(failed, [])
  return [...imported, ...updated][0]?.id ?? ''
}

/** The same publication with any metadata. */
async function book({
  title,
  description = '',
  content,
  cover,
}: {
  title: string
  description?: string
  content: string
  cover?: Buffer
}) {
  const file = await writeBook({
    'OEBPS/livro.opf': packageDocument({
      metadata: description && `<dc:description>${description}</dc:description>`,
      ...(cover && { manifest: '<item id="capa" href="capa.png" media-type="image/png" properties="cover-image"/>' }),
    }).replace('O livro de teste', title),
    'OEBPS/c1.xhtml': page(`<h1>Um</h1><p>${content}</p>`),
    ...(cover && { 'OEBPS/capa.png': cover }),
  })
  after(() => rm(dirname(file), { recursive: true }))
  return file
}

function titlesOf(items: PanelPublication[]): string[] {
  return items.map(({ title }) => title)
}
