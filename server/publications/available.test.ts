import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { PUBLICATION_STATES, type PublicationState } from '@estante/contract/panel/publications.ts'
import type { PublicationCard } from '@estante/contract/play/publications.ts'
import { CompiledQuery } from 'kysely'
import type { Publication } from '../db/tables.ts'
import { openPage } from '../test/people.ts'
import { addPublication, idsOf } from '../test/publications.ts'
import { readPages } from '../test/read-pages.ts'
import { addPartner, testApp } from '../test/test-app.ts'
import { ON_PG, testsOn } from '../test/test-database.ts'
import { availableTo } from './available.ts'
import { readNextChange } from './next-change.ts'
import { cardColumns, findPublicationId } from './publication.ts'
import { isInState, publicationStateOf, type StateColumns } from './publication-state.ts'
import { replacePartners, updatePublication } from './write-publication.ts'

const HOUR_MS = 3_600_000
const BEAT_MS = 15_000
const EVERYWHERE = [
  'catalog',
  'home',
  'continue',
  'search',
  'by its author',
  'counted',
  'related',
  'library',
  'other form',
  'page',
  'to save',
  'to hear',
]

describe('A title', () => {
  it('restricted to some partners is available to them, and to no others', async () => {
    const { aurora, boreal, title, restrictTo } = await twoPartners()
    assert.deepEqual(await aurora.sees(title), EVERYWHERE)
    assert.deepEqual(await boreal.sees(title), EVERYWHERE)

    await restrictTo(title, [boreal.partnerId])

    assert.deepEqual(await aurora.sees(title), [])
    assert.deepEqual(await boreal.sees(title), EVERYWHERE)
  })

  it('restricted to no partner is unavailable', async () => {
    const { aurora, boreal, title, restrictTo } = await twoPartners()

    await restrictTo(title, [])

    assert.deepEqual([await aurora.sees(title), await boreal.sees(title)], [[], []])
  })

  it('is available between its dates only', async () => {
    const { aurora, title, change, clock } = await twoPartners()
    const now = clock.now()
    await change(title, { publish_from: now + HOUR_MS, publish_until: now + 2 * HOUR_MS })
    const before = await aurora.sees(title)

    clock.advance(HOUR_MS)
    await aurora.enter()
    const meanwhile = await aurora.sees(title)
    clock.advance(HOUR_MS)
    await aurora.enter()
    const after = await aurora.sees(title)

    assert.deepEqual([before, meanwhile, after], [[], EVERYWHERE, []])
  })

  it('is unavailable while it is a draft or withdrawn, and available again once it is published', async () => {
    const { aurora, title, change, clock } = await twoPartners()

    await change(title, { publish_from: null })
    const asDraft = await aurora.sees(title)
    await change(title, { publish_from: 0, withdrawn_at: clock.now() })
    const withdrawn = await aurora.sees(title)
    await change(title, { withdrawn_at: null })

    assert.deepEqual([asDraft, withdrawn, await aurora.sees(title)], [[], [], EVERYWHERE])
  })

  it('is in one state, for the operator as for a partner, with any dates', ON_PG, async () => {
    const { context, clock, db, partner } = await testApp()
    const now = clock.now()
    const values = {
      withdrawn_at: [null, now],
      publish_from: [null, 0, now, now + 1],
      publish_until: [null, now, now + 2],
    } satisfies Record<keyof StateColumns, (number | null)[]>
    for (const columns of combinationsOf(values)) {
      const title = await addPublication(context, { type: 'ebook', title: 'O rio' })
      await db.write(async (tx) => updatePublication(tx, await findPublicationId(tx, title), columns))
    }
    const titles = db.read.selectFrom('publication').selectAll().orderBy('id')
    const rows = await titles.execute()
    const inState = (state: PublicationState) => rows.filter((row) => publicationStateOf(row, now) === state)

    for (const state of PUBLICATION_STATES) {
      assert.deepEqual(await titles.where(isInState(state, now)).execute(), inState(state), state)
      assert.notDeepEqual(inState(state), [], state)
    }
    const availableAt = (at: number) => titles.where(availableTo(partner.id, at)).execute()
    assert.deepEqual(await availableAt(now), inState('published'))
    for (let at = now, next = now; next !== Infinity; at = next) {
      next = await readNextChange(db.read, at)
      assert.deepEqual(await availableAt(Math.min(next - 1, now + HOUR_MS)), await availableAt(at))
    }
  })

  it('withdrawn during playback is counted to the end, and cannot be started anew', async () => {
    const { aurora, title, change, clock } = await twoPartners()
    const leaseId = randomUUID()
    await aurora.beat(title, leaseId, 1)
    await change(title, { withdrawn_at: clock.now() })
    clock.advance(BEAT_MS)

    const goingOn = await aurora.beat(title, leaseId, 2)
    const anew = await aurora.beat(title, randomUUID(), 1)

    const { totals } = (await aurora.get('/partner/v1/usage?month=2026-11')).json()
    assert.deepEqual([goingOn.statusCode, totals.listeningSeconds], [200, BEAT_MS / 1000])
    assert.deepEqual([anew.statusCode, anew.json().code], [404, 'PUBLICATION_NOT_FOUND'])
  })
})

describe('A list of titles', () => {
  it('is read from an index alone on SQLite, never from the rows with their manifests', {
    skip: testsOn !== 'sqlite',
  }, async () => {
    const { db } = await testApp()
    const { sql, parameters } = db.read
      .selectFrom('publication')
      .select([...cardColumns, 'publication.work_key', 'publication.search_text'])
      .where(availableTo(1, 1))
      .orderBy('public_id', 'desc')
      .compile()

    const { rows } = await db.read.executeQuery<{ detail: string }>(
      CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]),
    )

    assert.equal(rows[0]?.detail, 'SCAN publication USING COVERING INDEX publication_card')
  })
})

describe('The catalog of a partner', () => {
  it('is paged without gaps over titles of others, and changes when a title is restricted', ON_PG, async () => {
    const { aurora, boreal, context, restrictTo } = await twoPartners()
    const ids: string[] = []
    for (let number = 0; number < 9; number++) {
      ids.push(await addPublication(context, { type: 'ebook', title: `Título ${number}` }))
    }
    for (const id of ids.filter((_, index) => index % 3 === 1)) await restrictTo(id, [boreal.partnerId])
    const whole = await aurora.get('/partner/v1/catalog')
    const etag = String(whole.headers.etag)

    const paged = idsOf((await readPages(aurora.get, '/partner/v1/catalog?limit=2')).flat())
    await restrictTo(ids[0]!, [boreal.partnerId])

    assert.deepEqual(paged, idsOf(whole.json().items))
    assert.equal(paged.length, 3 + 6)
    assert.notEqual((await aurora.get('/partner/v1/catalog', { 'if-none-match': etag })).statusCode, 304)
  })
})

/** Returns every row that has one of its values in each column. */
function combinationsOf(values: Record<string, unknown[]>): Partial<Publication>[] {
  return Object.entries(values).reduce<object[]>(
    (rows, [column, choices]) => rows.flatMap((row) => choices.map((value) => ({ ...row, [column]: value }))),
    [{}],
  )
}

/** Two partners with a member each, who began the title; the title is an audiobook whose other form is an e-book. */
async function twoPartners() {
  const { app, context, clock, db, partner } = await testApp()
  const title = await addPublication(context, {
    type: 'audiobook',
    title: 'O farol de sal',
    metadata: { narrator: ['Rui Sá'] },
  })
  const like = await addPublication(context, { type: 'audiobook', title: 'Outro' })
  const otherForm = await addPublication(context, { type: 'ebook', title: 'O farol de sal' })
  const change = (id: string, columns: Partial<Publication>) =>
    db.write(async (tx) => updatePublication(tx, await findPublicationId(tx, id), columns))
  for (const id of [title, otherForm]) await change(id, { work_key: 'o farol de sal' })

  async function restrictTo(id: string, partnerIds: number[]) {
    await change(id, { is_restricted: 1 })
    await db.write(async (tx) => replacePartners(tx, await findPublicationId(tx, id), partnerIds))
  }

  async function join(authorization: string, partnerId: number) {
    const get = (url: string, headers = {}) => app.inject({ url, headers: { authorization, ...headers } })
    let page = await openPage(app, authorization)
    await page.put(`/play/v1/library/${title}`)
    await db.write((tx) => tx.updateTable('library_entry').set({ started_at: clock.now() }).execute())

    const beat = (publicationId: string, leaseId: string, sequence: number) =>
      page.post('/play/v1/activity', {
        leaseId,
        publicationId,
        sequence,
        activeMs: (sequence - 1) * BEAT_MS,
        idleMs: 0,
      })

    /** The routes on which the member, and the partner's backend, see the title. */
    async function sees(id: string): Promise<string[]> {
      const read = async (url: string) => (await page.get(url)).json()
      const home = await read('/play/v1/home')
      const newcomer = await openPage(app, authorization, 'u2')
      const { newest } = (await newcomer.get('/play/v1/home')).json()
      const listings: Record<string, boolean> = {
        catalog: idsOf((await get('/partner/v1/catalog')).json().items).includes(id),
        home: newest.some((card: PublicationCard) => [card.id, card.otherForm?.id].includes(id)),
        continue: idsOf(home.continue).includes(id),
        search: idsOf((await read('/play/v1/publications?q=farol')).items).includes(id),
        'by its author': idsOf((await read('/play/v1/publications?author=marina%20duarte')).items).includes(id),
        counted: (await read('/play/v1/facets?kind=narrator')).items.length === 1,
        related: idsOf((await read(`/play/v1/publications/${like}/related`)).sameAuthor ?? []).includes(id),
        library: idsOf((await read('/play/v1/library')).items).includes(id),
        'other form': (await read(`/play/v1/publications/${otherForm}`)).otherForm?.id === id,
        page: (await page.get(`/play/v1/publications/${id}`)).statusCode === 200,
        'to save': (await page.put(`/play/v1/library/${id}`)).statusCode === 204,
        'to hear': (await beat(id, randomUUID(), 1)).statusCode === 200,
      }
      return Object.keys(listings).filter((index) => listings[index])
    }
    return {
      partnerId,
      get,
      beat,
      sees,
      enter: async () => {
        page = await openPage(app, authorization)
      },
    }
  }

  const other = await addPartner(context)
  return {
    context,
    clock,
    title,
    change,
    restrictTo,
    aurora: await join(partner.authorization, partner.id),
    boreal: await join(other.authorization, other.id),
  }
}
