import assert from 'node:assert/strict'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { after, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { CatalogItem, CatalogPage } from '@estante/contract/partner/catalog.ts'
import { packageDocument, page, writeBook } from '@estante/formats/fixtures/epub/build-epub.ts'
import { createApp } from '../app.ts'
import { commandLine } from '../audit/audit.ts'
import { readConfig } from '../config.ts'
import { closeContext, openContext } from '../context.ts'
import { importPaths } from '../imports/sources/import-paths.ts'
import { readCatalogVersion } from '../publications/catalog-version.ts'
import { changePublicationState } from '../publications/change-state.ts'
import { editPublication, putUploadedCover, removeUploadedCover } from '../publications/edit-publication.ts'
import { findPublicationId } from '../publications/publication.ts'
import { restrictToPartners } from '../publications/restrict-to-partners.ts'
import { replacePartners, updatePublication } from '../publications/write-publication.ts'
import { coverPicture } from '../test/cover-picture.ts'
import { estante } from '../test/estante.ts'
import { addPublication } from '../test/publications.ts'
import { temporaryFolder } from '../test/temporary-folder.ts'
import { addPartner, fakeClock, testContext } from '../test/test-app.ts'
import { ON_PG } from '../test/test-database.ts'

const CATALOG = '/partner/v1/catalog'
const SERVER = fileURLToPath(new URL('../', import.meta.url))
const WRITER = 'publications/write-publication.ts'

describe('a cached page of the catalog', () => {
  it('changes with every action on a title, made by another process', ON_PG, async () => {
    const { context, elsewhere, read, readAfresh, env, partner } = await twoProcesses()
    const [first, second] = [await book('Um', 'a'), await book('Dois', 'b')]
    const folder = await temporaryFolder()
    const picture = join(folder, 'capa.png')
    await writeFile(picture, await coverPicture())
    let id = ''
    const publish = (state: 'published' | 'draft' | 'withdrawn') => () =>
      changePublicationState(elsewhere, id, { state }, commandLine(null))
    const acts: [string, () => Promise<unknown>][] = [
      ['import', () => importPaths(elsewhere, [first])],
      ['import anew', () => importPaths(elsewhere, [second])],
      ['edit', () => editPublication(elsewhere, id, null, { title: 'Escolhido' }, commandLine(null))],
      ['uploaded cover', () => putUploadedCover(elsewhere, id, picture, commandLine(null))],
      ['cover of the file', () => removeUploadedCover(elsewhere, id, commandLine(null))],
      ['draft', publish('draft')],
      ['publish', publish('published')],
      ['take down', publish('withdrawn')],
      ['import what was withdrawn', () => importPaths(elsewhere, [second])],
      ['take down again', publish('withdrawn')],
      ['publish again', publish('published')],
      ['for nobody', () => restrictToPartners(elsewhere, id, { partnerIds: [] }, commandLine(null))],
      [
        'for the partner',
        () => restrictToPartners(elsewhere, id, { partnerIds: [partner.public_id] }, commandLine(null)),
      ],
      [
        'for somebody else',
        () => restrictToPartners(elsewhere, id, { partnerIds: [partner.otherId] }, commandLine(null)),
      ],
      ['for all', () => restrictToPartners(elsewhere, id, { partnerIds: null }, commandLine(null))],
      ['remove by command', () => command(env, 'catalog', 'remove', id)],
    ]

    for (const [name, act] of acts) {
      const before = await read()
      assert.equal(await read(), before, name)

      await act()

      const seen = await read()
      assert.notEqual(seen, before, name)
      assert.equal(seen, await readAfresh(), name)
      id ||= (await context.db.read.selectFrom('publication').select('public_id').executeTakeFirstOrThrow()).public_id
    }
  })

  it('is never older than a change that was acknowledged before the request', ON_PG, async () => {
    const { elsewhere, read } = await twoProcesses()
    const titles: number[] = []

    for (let count = 1; count <= 20; count++) {
      // Some request it while it is being written.
      const asking = [read(), read()]
      await addPublication(elsewhere, { type: 'ebook', title: `T${count}` })
      titles.push(itemsOf(await read()).length)
      await Promise.all(asking)
    }

    assert.deepEqual(
      titles,
      Array.from({ length: 20 }, (_, at) => at + 1),
    )
  })

  it('gains and loses titles at their very instant, and regains them when the clock is set back', async () => {
    const { context, read, clock } = await twoProcesses()
    const now = clock.now()
    const come = await addPublication(context, { type: 'ebook', title: 'Vem' })
    const go = await addPublication(context, { type: 'ebook', title: 'Vai' })
    await context.db.write(async (tx) =>
      updatePublication(tx, await findPublicationId(tx, come), { publish_from: now + 10_000 }),
    )
    await context.db.write(async (tx) =>
      updatePublication(tx, await findPublicationId(tx, go), { publish_until: now + 20_000 }),
    )
    const titles = async () =>
      itemsOf(await read())
        .map(({ title }) => title)
        .sort()

    const seen = [await titles()]
    for (const ms of [9_999, 1, 9_999, 1, -1, -10_000]) {
      clock.advance(ms)
      seen.push(await titles())
    }

    assert.deepEqual(seen, [['Vai'], ['Vai'], ['Vai', 'Vem'], ['Vai', 'Vem'], ['Vem'], ['Vai', 'Vem'], ['Vai']])
  })

  it('is at most a minute old, even after a change that wrote no new version', async () => {
    const { context, read, clock } = await twoProcesses()
    const id = await addPublication(context, { type: 'ebook', title: 'Antes' })
    await read()
    await context.db.write((tx) =>
      tx.updateTable('publication').set({ title: 'Depois' }).where('public_id', '=', id).execute(),
    )

    clock.advance(60_000)

    assert.deepEqual(
      itemsOf(await read()).map(({ title }) => title),
      ['Depois'],
    )
  })

  it('is shared only by partners that see the same titles, in concurrent requests too', async () => {
    const { context, ask, clock, partner } = await twoProcesses()
    const partners = [partner, ...(await Promise.all([1, 2, 3].map(() => addPartner(context))))]
    const ids: string[] = []
    for (let title = 0; title < 12; title++) {
      ids.push(await addPublication(context, { type: title % 2 ? 'ebook' : 'audiobook', title: `T${title}` }))
    }
    // Every third title is for no partner; the others are for the first partner, for two, or for all four.
    const ownersOf = (at: number) => (at % 3 === 0 ? partners.slice(0, (at / 3) % 3) : partners)
    for (const [at, id] of ids.entries()) {
      if (at % 3 !== 0) continue
      const owners = ownersOf(at).map((owner) => owner.id)
      await context.db.write(async (tx) => {
        await updatePublication(tx, await findPublicationId(tx, id), { is_restricted: 1 })
        await replacePartners(tx, await findPublicationId(tx, id), owners)
      })
    }
    const wholeOf = async (authorization: string, query: string) => {
      const seen: string[] = []
      let cursor: string | null = ''
      while (cursor !== null) {
        const { items, nextCursor }: CatalogPage = JSON.parse(
          await ask(authorization, `?limit=2${query}${cursor && `&cursor=${cursor}`}`),
        )
        seen.push(...items.map(({ id }) => id))
        cursor = nextCursor
      }
      return seen
    }

    for (let round = 0; round < 3; round++) {
      const seen = await Promise.all(
        partners.flatMap(({ authorization }) => ['', '&type=ebook'].map((query) => wholeOf(authorization, query))),
      )
      const expected = partners.flatMap((one) => {
        const whole = ids.filter((_, at) => ownersOf(at).includes(one))
        return [whole.toSorted(), whole.filter((id) => ids.indexOf(id) % 2 === 1).toSorted()]
      })
      assert.deepEqual(seen, expected)
      clock.advance(60_000)
    }
  })

  it('has the same bytes and ETag on every node, and its length in an answer to HEAD', async () => {
    const { context, service, elsewhere, partner } = await twoProcesses()
    await addPublication(context, { type: 'audiobook', title: 'Ação — “é” 📚' })
    const other = createApp(elsewhere)
    const request = { url: CATALOG, headers: { authorization: partner.authorization } }

    const [one, again] = [await service.inject(request), await service.inject(request)]
    const head = await service.inject({ ...request, method: 'HEAD' })
    const there = await other.inject(request)

    await other.close()
    for (const answer of [again, there]) {
      assert.deepEqual([answer.body, answer.headers.etag], [one.body, one.headers.etag])
    }
    assert.equal(one.headers['content-type'], 'application/json; charset=utf-8')
    assert.deepEqual([head.body, head.headers.etag], ['', one.headers.etag])
    assert.equal(Number(head.headers['content-length']), Buffer.byteLength(one.body))
  })
})

describe('The tables of titles', () => {
  it('change the catalog’s version with every write', ON_PG, async () => {
    const { context, partner } = await twoProcesses()
    const { db } = context
    const versions = [await readCatalogVersion(db.read)]
    const id = await addPublication(context, { type: 'ebook', title: 'A' })
    versions.push(await readCatalogVersion(db.read))

    await db.write(async (tx) => updatePublication(tx, await findPublicationId(tx, id), { title: 'B' }))
    versions.push(await readCatalogVersion(db.read))
    await db.write(async (tx) => replacePartners(tx, await findPublicationId(tx, id), [partner.id]))
    versions.push(await readCatalogVersion(db.read))
    await assert.rejects(
      db.write(async (tx) => {
        await updatePublication(tx, await findPublicationId(tx, id), { title: 'C' })
        throw new Error('refused')
      }),
    )

    assert.equal(new Set(versions).size, versions.length)
    assert.equal(await readCatalogVersion(db.read), versions.at(-1))
  })

  it('are written only by code that knows of the cache', async () => {
    const names = (await readdir(SERVER, { recursive: true })).filter(
      (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
    )
    const writes =
      /(?:insertInto|updateTable|deleteFrom|replaceInto|mergeInto)\(\s*'publication(?:_partner)?\b|(?:insert\s+into|update|delete\s+from|merge\s+into|truncate)\s+publication(?:_partner)?\b/i
    const writers: string[] = []
    for (const name of names) if (writes.test(await readFile(join(SERVER, name), 'utf8'))) writers.push(name)

    assert.deepEqual(writers, [WRITER])
  })
})

/** A service with its catalog, and another process on the same database. Both read the same clock. */
async function twoProcesses() {
  const { context, clock, closeFirst, env } = await testContext()
  const elsewhere = await openContext(readConfig(env), { clock })
  const service = createApp(context)
  closeFirst.push(
    () => service.close(),
    () => closeContext(elsewhere),
  )
  const partner = await addPartner(context)
  const other = await addPartner(context)
  const ask = async (authorization: string, query = '', app = service) =>
    (await app.inject({ url: CATALOG + query, headers: { authorization } })).body
  return {
    ...{ context, clock, elsewhere, service, env, ask },
    partner: { ...partner, otherId: other.public_id },
    read: () => ask(partner.authorization),
    /** A service that has just started. */
    async readAfresh() {
      const app = createApp({ ...context, clock: fakeClock(clock.now()) })
      try {
        return await ask(partner.authorization, '', app)
      } finally {
        await app.close()
      }
    },
  }
}

function itemsOf(body: string): CatalogItem[] {
  return (JSON.parse(body) as CatalogPage).items
}

/** The same content under any title. */
async function book(title: string, content: string): Promise<string> {
  const file = await writeBook({
    'OEBPS/livro.opf': packageDocument({}).replace('O livro de teste', title),
    'OEBPS/c1.xhtml': page(`<h1>Um</h1><p>${content}</p>`),
  })
  after(() => rm(dirname(file), { recursive: true }))
  return file
}

async function command(env: NodeJS.ProcessEnv, ...args: string[]): Promise<void> {
  const { code, error } = await estante({ ...process.env, ...env }, ...args)
  assert.equal(code, 0, error)
}
