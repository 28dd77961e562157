import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Manifest } from '@estante/contract/manifest.ts'
import type { ChapterPair, ChapterPairs } from '@estante/contract/panel/chapter-pairs.ts'
import type { PublicationType } from '@estante/contract/partner/catalog.ts'
import { packageDocument, page, writeBook } from '@estante/formats/fixtures/epub/build-epub.ts'
import type { Context } from '../context.ts'
import { importPaths } from '../imports/sources/import-paths.ts'
import { findPublicationId } from '../publications/publication.ts'
import { updatePublication } from '../publications/write-publication.ts'
import { joinPanel } from '../test/panel.ts'
import { openPage } from '../test/people.ts'
import { addPublication } from '../test/publications.ts'
import { testApp } from '../test/test-app.ts'
import { ON_PG } from '../test/test-database.ts'
import { createPairReader } from './chapter-pairs.ts'

const RECORDING = fileURLToPath(new URL('../../formats/fixtures/audio/relogio.m4b', import.meta.url))

describe('The chapters of a work in both forms', () => {
  it('are proposed to the operator, and lead the member where they were confirmed', async () => {
    const { operator, page, address, ebook } = await testWork()
    const before = (await operator.get(address)).json()
    const heard = async () =>
      (await page.get(`/play/v1/publications/${ebook}/other-form?href=2.xhtml&letter=0`)).json().locator.locations.time
    const proposed = await heard()

    const pairs = [pairOf([0, 0], [0, 0]), pairOf([1, 1], [2, 2])]
    const after = (await operator.put(address, { pairs, version: before.version })).json()

    assert.deepEqual(
      [before.ebook.parts, before.audiobook.parts].map((parts) => parts.map(({ title }: { title: string }) => title)),
      [
        ['Um', 'Dois'],
        ['Um', 'Dois', 'Dois outra vez'],
      ],
    )
    assert.deepEqual([before.confirmed, before.proposed[1]], [null, pairOf([1, 1], [1, 1])])
    assert.deepEqual([after.confirmed, after.confirmedChange.by.name], [pairs, 'Ana Souza'])
    assert.deepEqual([proposed, await heard()], [100, 200])
    await operator.put(address, { pairs: null, version: after.version })
    assert.equal(await heard(), 100)
  })

  it('lead to the same fraction of several chapters that are one track, and of tracks that are one chapter', async () => {
    const { context, app, partner } = await testApp()
    const pages = { c1: 'Era uma vez. '.repeat(8), c2: 'E depois. '.repeat(30), c3: 'E enfim. '.repeat(20) }
    const book = await writeBook({
      ...Object.fromEntries(
        Object.entries(pages).map(([name, words]) => [`OEBPS/${name}.xhtml`, page(`<p>${words}</p>`)]),
      ),
      'OEBPS/livro.opf': packageDocument({
        manifest: '<item id="c3" href="c3.xhtml" media-type="application/xhtml+xml"/>',
        spine: '<itemref idref="c1"/><itemref idref="c2"/><itemref idref="c3"/>',
      })
        .replace('O livro de teste', 'O relógio da sala')
        .replace('Ana Autora', 'Lia Antunes'),
    })
    await importPaths(context, [book, RECORDING])
    const operator = await joinPanel(app, context, null, 'operator')
    const member = await openPage(app, partner.authorization)
    const { ebook, audiobook } = await idsByType(context)
    const address = `/panel/v1/publications/${ebook}/chapter-pairs`
    const forms: ChapterPairs = (await operator.get(address)).json()
    const [first, second, third] = forms.ebook.parts.map(({ size }) => size) as [number, number, number]
    const [start, end] = [2.65, 8.226]
    const pairs = [pairOf([0, 1], [0, 0]), pairOf([2, 2], [1, 2])]

    const { confirmed } = (await operator.put(address, { pairs, version: forms.version })).json()
    const other = async (id: string, place: string) =>
      (await member.get(`/play/v1/publications/${id}/other-form?${place}`)).json().locator
    const hear = async (href: string, letter: number) =>
      (await other(ebook, `href=${href}&letter=${Math.round(letter)}`)).locations.time
    const read = async (seconds: number) => {
      const { href, locations } = await other(audiobook, `timeMs=${Math.round(seconds * 1000)}`)
      return [href, Math.round(locations.progression * 100)]
    }

    assert.deepEqual(confirmed, pairs)
    const joint = first + second
    const heard = [
      await hear('OEBPS/c2.xhtml', 0),
      await hear('OEBPS/c2.xhtml', second / 2),
      await hear('OEBPS/c3.xhtml', third / 2),
    ]
    const wanted = [(start * first) / joint, (start * (first + second / 2)) / joint, (start + end) / 2]
    for (const [at, time] of heard.entries())
      assert.ok(Math.abs(time - wanted[at]!) < 0.02, `${time} for ${wanted[at]}`)
    assert.deepEqual(await read((start * (first + second / 2)) / joint), ['OEBPS/c2.xhtml', 50])
    assert.deepEqual(await read((start + end) / 2), ['OEBPS/c3.xhtml', 50])
  })

  it('are proposed once for the files that both forms have', async () => {
    const { db } = await testApp()
    const readPairs = createPairReader(db.read)
    let reads = 0
    const chapters = ['Um', 'Dois'].map((title) => ({ href: `${title}.xhtml`, title, properties: { letters: 1000 } }))
    const book = {
      readingOrder: chapters,
      get toc() {
        reads++
        return []
      },
    } as unknown as Manifest
    const toc = ['Um', 'Dois'].map((title, at) => ({ href: `sound.mp3#t=${100 * at}`, title }))
    const sound = { metadata: {}, readingOrder: [{ href: 'sound.mp3', duration: 200 }], toc } as unknown as Manifest
    const forms = (revision: number) => ({ ebook: { id: 1, revision }, audiobook: { id: 2, revision: 1 } })

    const first = await readPairs(forms(1), book, sound)
    const second = await readPairs(forms(1), book, sound)
    const readsOfFile = reads
    await readPairs(forms(2), book, sound)

    assert.deepEqual([first.length, second, readsOfFile, reads], [2, first, 1, 2])
  })

  it('are the published form’s, even after later drafts and withdrawn copies', ON_PG, async () => {
    const { operator, context, ebook } = await testWork()
    const chapters = `/panel/v1/publications/${ebook}/chapter-pairs`
    const before = (await operator.get(chapters)).json()
    for (const state of ['draft', 'withdrawn']) {
      const copy = await addPublication(context, { type: 'audiobook', title: 'Ondas', author: 'Ana', work: 'ondas' })
      await operator.put(`/panel/v1/publications/${copy}/state`, { state })
    }

    assert.deepEqual((await operator.get(chapters)).json(), before)
  })

  it('are confirmed for the files that both forms have, and for no later one', ON_PG, async () => {
    const { operator, address, context, audiobook } = await testWork()
    const pairs = [pairOf([0, 0], [0, 0]), pairOf([1, 1], [1, 2])]
    const { version } = (await operator.get(address)).json()
    const confirmed = (await operator.put(address, { pairs, version })).json()
    const shorter = { readingOrder: [{ href: 'sound.mp3' }], toc: [], metadata: { author: ['Ana'], duration: 300 } }

    await context.db.write(async (tx) => {
      const id = await findPublicationId(tx, audiobook)
      await updatePublication(tx, id, { revision: 2, manifest: JSON.stringify(shorter) })
    })

    const after = (await operator.get(address)).json()
    const refused = await operator.put(address, { pairs: [], version: confirmed.version })
    assert.deepEqual([after.confirmed, after.outdated], [null, [pairs[0]]])
    assert.deepEqual([refused.statusCode, refused.json().code], [409, 'CHANGED_MEANWHILE'])
  })

  it('are not confirmed for a file that an import replaces at the same moment', ON_PG, async () => {
    const { operator, address, context, audiobook } = await testWork()
    const { version } = (await operator.get(address)).json()
    const put = () => operator.put(address, { pairs: [pairOf([1, 1], [1, 2])], version })

    const answer = await context.db.write(async (tx) => {
      await updatePublication(tx, await findPublicationId(tx, audiobook), { revision: 2 })
      const confirmation = put()
      // Answered after the confirmation has read the files, which are still the former ones: the body of a `PUT` waits for
      // the event loop, and a `GET` asks PostgreSQL more.
      await operator.put('/panel/v1/publications/pub_nada/chapter-pairs', { pairs: null, version })
      await operator.get(address)
      return { confirmation }
    })

    const refused = await answer.confirmation
    assert.deepEqual([refused.statusCode, refused.json().code], [409, 'CHANGED_MEANWHILE'])
  })

  it('are not confirmed over other pairs that another operator confirmed meanwhile', ON_PG, async () => {
    const { operator, address } = await testWork()
    const { version } = (await operator.get(address)).json()
    const [mine, theirs] = [[pairOf([1, 1], [2, 2])], [pairOf([1, 1], [1, 1])]]

    const answers = await Promise.all([mine, theirs, mine].map((pairs) => operator.put(address, { pairs, version })))

    const { confirmed } = (await operator.get(address)).json()
    const isStored = (pairs: ChapterPair[]) => JSON.stringify(pairs) === JSON.stringify(confirmed)
    assert.deepEqual(
      answers.map(({ statusCode }) => statusCode),
      [mine, theirs, mine].map((pairs) => (isStored(pairs) ? 200 : 409)),
    )
    assert.equal((await operator.put(address, { pairs: null, version })).statusCode, 409)
  })

  it('never cross, include every chapter, and are confirmed by operators only', ON_PG, async () => {
    const { operator, developer, address, context } = await testWork()
    const { version } = (await operator.get(address)).json()
    const put = (pairs: object[]) => operator.put(address, { pairs, version })
    const alone = await addPublication(context, { type: 'ebook', title: 'Só um' })

    const refused = await Promise.all([
      put([pairOf([0, 0], [1, 1]), pairOf([1, 1], [0, 0])]),
      put([pairOf([0, 0], [0, 1]), pairOf([1, 1], [1, 2])]),
      put([pairOf([1, 2], [0, 0])]),
      put([pairOf([0, 0], [1, 0])]),
    ])

    for (const answer of refused) assert.equal(answer.json().code, 'VALIDATION')
    assert.equal((await developer.get(address)).statusCode, 403)
    assert.equal((await operator.get(`/panel/v1/publications/${alone}/chapter-pairs`)).statusCode, 404)
    const acts = (await operator.get('/panel/v1/audit')).json().items.map(({ act }: { act: string }) => act)
    assert.ok(!acts.includes('chapters-paired'))
  })
})

function pairOf([first, last]: [number, number], [firstTrack, lastTrack]: [number, number]): ChapterPair {
  return { ebook: { first, last }, audiobook: { first: firstTrack, last: lastTrack } }
}

async function idsByType({ db }: Context): Promise<Record<PublicationType, string>> {
  const rows = await db.read.selectFrom('publication').select(['type', 'public_id']).execute()
  return Object.fromEntries(rows.map(({ type, public_id }) => [type, public_id])) as Record<PublicationType, string>
}

/** A measured e-book of two chapters, and an audiobook of three. */
async function testWork() {
  const { app, context, partner } = await testApp()
  const work = { title: 'Ondas', author: 'Ana', work: 'ondas' }
  const [ebook, audiobook] = [
    await addPublication(context, { type: 'ebook', ...work }),
    await addPublication(context, { type: 'audiobook', ...work }),
  ]
  const chapter = (href: string, title: string) => ({ href, title, properties: { letters: 1000 } })
  const manifests: [string, object][] = [
    [ebook, { readingOrder: [chapter('1.xhtml', 'Um'), chapter('2.xhtml', 'Dois')], toc: [] }],
    [
      audiobook,
      {
        readingOrder: [{ href: 'sound.mp3', duration: 300 }],
        toc: ['Um', 'Dois', 'Dois outra vez'].map((title, at) => ({ href: `sound.mp3#t=${100 * at}`, title })),
      },
    ],
  ]
  for (const [id, manifest] of manifests) {
    const metadata = {
      title: 'Ondas',
      author: ['Ana'],
      language: ['pt-BR'],
      ...(id === audiobook && { duration: 300 }),
    }
    await context.db.write(async (tx) =>
      updatePublication(tx, await findPublicationId(tx, id), { manifest: JSON.stringify({ metadata, ...manifest }) }),
    )
  }
  return {
    context,
    ebook,
    audiobook,
    address: `/panel/v1/publications/${audiobook}/chapter-pairs`,
    page: await openPage(app, partner.authorization),
    operator: await joinPanel(app, context, null, 'operator'),
    developer: await joinPanel(app, context, partner.id, 'developer'),
  }
}
