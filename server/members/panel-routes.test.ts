import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { MemberPage } from '@estante/contract/panel/members.ts'
import { createApp } from '../app.ts'
import { firstUuidOf } from '../db/ids.ts'
import { SANDBOX } from '../environment.ts'
import { tablesWith } from '../test/life-of-a-member.ts'
import { joinPanel } from '../test/panel.ts'
import { importAccountsFrom, openPage, spendTime } from '../test/people.ts'
import { addPublication } from '../test/publications.ts'
import { addCredential, testApp } from '../test/test-app.ts'
import { ON_PG } from '../test/test-database.ts'
import { indexSomeNames } from './index-names.ts'

const MINUTE_MS = 60_000

async function service() {
  const { app, context, clock, db, partner, put, post, delete: remove, caller } = await testApp()
  const page = await joinPanel(app, context, partner.id, 'developer')
  const addMember = async (externalUserId: string, fields: object = {}) =>
    (await put(`/partner/v1/users/${encodeURIComponent(externalUserId)}`, fields)).json().id as string
  const list = async (query = '', environment = 'production') =>
    (await page.get(`/panel/v1/members?environment=${environment}${query}`)).json() as MemberPage
  const count = async (query = '') =>
    (await page.get(`/panel/v1/member-count?environment=production${query}`)).json() as object
  const detail = async (id: string) => (await page.get(`/panel/v1/members/${id}?environment=production`)).json()
  const act = (act: 'block' | 'restore', id: string) =>
    page.post(`/panel/v1/members/${id}/${act}`, { environment: 'production' })
  return { app, context, clock, db, partner, page, put, post, remove, caller, addMember, list, count, detail, act }
}

/** The readable part of a cursor. */
const readCursor = (cursor: string | null) => Buffer.from(cursor?.split('.')[0] ?? '', 'base64url').toString()
const identifiers = ({ items }: MemberPage) => items.map((item) => item.externalUserId ?? item.email)

describe('The list of members', () => {
  it('is sorted by identifier, then accounts without one, and paged both ways', ON_PG, async () => {
    const { addMember, list, context, partner } = await service()
    const expected = Array.from({ length: 120 }, (_, index) => `cliente-${String(index).padStart(3, '0')}`)
    for (const externalUserId of expected.toReversed()) await addMember(externalUserId)
    const imported = ['bia@example.com', 'caio@example.com', 'zeca@example.com']
    await importAccountsFrom(context, partner.id, `email\n${imported.toReversed().join('\n')}\n`)

    const pages = [await list()]
    for (let page = pages[0]!; page.nextCursor; pages.push(page)) page = await list(`&cursor=${page.nextCursor}`)
    const back = await list(`&cursor=${pages[2]?.previousCursor}`)

    assert.deepEqual(pages.flatMap(identifiers), [...expected, ...imported])
    assert.deepEqual([pages.length, pages[0]?.previousCursor], [3, null])
    assert.deepEqual(identifiers(back), identifiers(pages[1]!))
    assert.deepEqual(identifiers(await list(`&cursor=${back.previousCursor}`)), identifiers(pages[0]!))
  })

  it('includes every member, with any characters in the identifier', async () => {
    const { addMember, list } = await service()
    const last = '\u{10FFFF}'
    const identifiersThere = ['a', last, `${last}a`, last.repeat(128)]
    for (const externalUserId of identifiersThere) await addMember(externalUserId)

    const found = [await list(), await list(`&search=${encodeURIComponent(last)}`)].map(identifiers)

    assert.deepEqual(
      found.map((some) => some.toSorted()),
      [identifiersThere.toSorted(), identifiersThere.slice(1).toSorted()],
    )
  })

  it('finds members by prefixes of words of a name, ignoring accents, once each', ON_PG, async () => {
    const { addMember, list, context, db, partner, put } = await service()
    await addMember('c-1', { name: 'Bruno Álvares da Silva' })
    await addMember('c-2', { name: 'Ana Brunória Silvestre' })
    await addMember('c-3', { name: 'Carla Souza' })
    await addMember('c-4')
    const ask = () =>
      Promise.all(
        ['bruno', 'BRUNÓ', 'alvares sil', 'silva bruno', 'sil sil', 'ana anas', 'uno', 'c-'].map(async (search) =>
          identifiers(await list(`&search=${encodeURIComponent(search)}`)),
        ),
      )
    const expected = [
      ['c-1', 'c-2'],
      ['c-1', 'c-2'],
      ['c-1'],
      ['c-1'],
      ['c-1', 'c-2'],
      [],
      [],
      ['c-1', 'c-2', 'c-3', 'c-4'],
    ]

    const unindexed = await ask()
    while ((await indexSomeNames(db, Date.now() + 600_000)) > 0);
    const indexed = await ask()
    await put('/partner/v1/users/c-3', { name: 'Carla Brunetti' })
    await put('/partner/v1/users/c-1', { name: null })
    const names = ['Dora Um', 'Dora Dois', 'Dora Tres'].map((name) => `dora@example.com,${name}\n`)
    await importAccountsFrom(context, partner.id, `email,name\n${names.join('')}`)
    const renamed = await Promise.all(
      ['brun', 'souza', 'alvares', 'dois', 'tres'].map(async (search) =>
        identifiers(await list(`&search=${search}`)).toSorted(),
      ),
    )

    assert.deepEqual(
      [unindexed.map((ids) => ids.toSorted()), indexed.map((ids) => ids.toSorted())],
      [expected, expected],
    )
    assert.deepEqual(renamed, [['c-2', 'c-3'], [], [], [], ['dora@example.com']])
  })

  it('finds by name also whoever came after the clock was set back', ON_PG, async () => {
    const { addMember, list, db } = await service()
    const ahead = Date.now() + 3_600_000
    await addMember('u-1', { name: 'Ana Souza' })
    const publicId = `mbr_${firstUuidOf(ahead)}-7000-8000-000000000000`
    await db.write((tx) => tx.updateTable('member').set({ public_id: publicId }).execute())
    await indexSomeNames(db, ahead + 600_000)

    await addMember('u-2', { name: 'Bia Souza' })
    await indexSomeNames(db, Date.now())
    const atOnce = await list('&search=souza')
    while ((await indexSomeNames(db, ahead + 600_000)) > 0);
    const later = await list('&search=souza')

    assert.deepEqual(
      [identifiers(atOnce).toSorted(), identifiers(later).toSorted()],
      [
        ['u-1', 'u-2'],
        ['u-1', 'u-2'],
      ],
    )
  })

  it('pages through matches by name in both directions, and counts them', ON_PG, async () => {
    const { addMember, list, count, db } = await service()
    const expected = Array.from({ length: 108 }, (_, index) => `m-${String(index).padStart(3, '0')}`)
    for (const externalUserId of expected) await addMember(externalUserId, { name: `Maria ${externalUserId}` })
    await addMember('maria', { name: 'Joana' })
    await indexSomeNames(db, Date.now() + 600_000)
    await addMember('x-1', { name: 'Mariana Nova' })
    await addMember('x-2', { name: 'João' })

    const pages = [await list('&search=mari')]
    for (let page = pages[0]!; page.nextCursor; pages.push(page)) {
      page = await list(`&search=mari&cursor=${page.nextCursor}`)
    }
    const back = await list(`&search=mari&cursor=${pages[2]?.previousCursor}`)

    const found = pages.flatMap(identifiers)
    assert.deepEqual([found[0], found.at(-1), found.length], ['maria', 'x-1', 110])
    assert.deepEqual(found.slice(1, -1).toSorted(), expected)
    assert.deepEqual(identifiers(back), identifiers(pages[1]!))
    // Members' numbers inside would tell how many all partners have.
    assert.equal(readCursor(pages[0]!.nextCursor), `>2maria ${pages[0]!.items.at(-1)?.id}`)
    assert.deepEqual(
      [await count(), await count('&search=mari'), await count('&filter=blocked'), await count('&search=ninguem')],
      [111, 110, 0, 0].map((count) => ({ count, isMore: false })),
    )
  })

  it('counts no erased member, whose row is not deleted yet', ON_PG, async () => {
    const { addMember, count, context, partner, remove } = await service()
    for (const externalUserId of ['a', 'b', 'c']) await addMember(externalUserId)
    await addMember('blocked', { status: 'BLOCKED' })
    await importAccountsFrom(context, partner.id, 'email\nbia@example.com\n')

    for (const externalUserId of ['a', 'b', 'blocked']) await remove(`/partner/v1/users/${externalUserId}/data`)

    assert.deepEqual(
      [await count(), await count('&filter=blocked'), await count('&filter=unlinked')],
      [2, 0, 1].map((count) => ({ count, isMore: false })),
    )
  })

  it('opens a member by the partner’s identifier, with any characters', async () => {
    const { addMember, detail } = await service()
    const identifiersThere = ['a/b', 'ana@example.com', '📚 % ?#', 'ü'.repeat(128)]
    for (const externalUserId of identifiersThere) await addMember(externalUserId, { name: ' \u200b\u3164' })

    for (const externalUserId of identifiersThere) {
      const found = await detail(encodeURIComponent(externalUserId))
      assert.deepEqual([found.externalUserId, (await detail(found.id)).id], [externalUserId, found.id])
      assert.equal(found.name, null)
    }
    assert.equal((await detail('ninguem')).code, 'NOT_FOUND')
  })

  it('finds by the start of an identifier or e-mail, in any case, each member once', ON_PG, async () => {
    const { addMember, list, context, partner } = await service()
    await addMember('ana-1', { email: 'Ana.Souza@example.com', name: 'Ana' })
    await addMember('ana%_2')
    await addMember('x-7', { email: 'ANABELA@example.com' })
    await addMember('ANA-3', { email: 'outra@example.com' })
    await importAccountsFrom(context, partner.id, 'email\nanacleto@example.com\n')

    const found = await Promise.all(
      ['ana', '%20ana-1%20', 'ana.SOUZA@', 'ana%25', 'ANA-', 'souza', '%F0%9F%93%9A'].map(async (search) =>
        identifiers(await list(`&search=${search}`)),
      ),
    )

    assert.deepEqual(found, [
      ['ana%_2', 'ana-1', 'x-7', 'anacleto@example.com'],
      ['ana-1'],
      ['ana-1'],
      // The last match of each by name.
      ['ana%_2', 'ana-1'],
      ['ANA-3', 'ana-1'],
      [],
      [],
    ])
  })

  it('filters blocked members, and accounts without an identifier', ON_PG, async () => {
    const { addMember, list, act, context, partner } = await service()
    await addMember('u1')
    const blocked = await addMember('u2', { email: 'bia@example.com' })
    await importAccountsFrom(context, partner.id, 'email\nana@example.com\ncaio@example.com\n')
    await act('block', blocked)
    const [unlinked] = (await list('&filter=unlinked')).items
    await act('block', unlinked!.id)

    const lists = await Promise.all(
      ['&filter=blocked', '&filter=blocked&search=bi', '&filter=unlinked', '&filter=unlinked&search=c'].map(
        async (query) => identifiers(await list(query)),
      ),
    )

    assert.deepEqual(lists, [
      ['u2', 'ana@example.com'],
      ['u2'],
      ['ana@example.com', 'caio@example.com'],
      ['caio@example.com'],
    ])
  })

  it('belongs to one environment, and says when each member was last active', ON_PG, async () => {
    const { app, addMember, list, context, partner, clock, caller } = await service()
    await addMember('quieto')
    const audiobook = await addPublication(context, { type: 'audiobook', title: 'O farol' })
    const page = await openPage(app, partner.authorization, 'ouvinte')
    const sandbox = caller(await addCredential(context, partner.id, SANDBOX))
    await sandbox.put('/partner/v1/users/de-teste', {})
    await spendTime(page, clock, audiobook, 20_000)

    const [production, test] = [await list(), await list('', 'sandbox')]

    assert.deepEqual(
      production.items.map(({ externalUserId, lastActivityAt }) => [externalUserId, lastActivityAt]),
      [
        ['ouvinte', new Date(clock.now()).toISOString()],
        ['quieto', null],
      ],
    )
    assert.deepEqual(identifiers(test), ['de-teste'])
  })

  it('goes on from a cursor of another filter', ON_PG, async () => {
    const { list, context, partner } = await service()
    const emails = Array.from({ length: 60 }, (_, index) => `a${index}@example.com`)
    await importAccountsFrom(context, partner.id, `email,name\n${emails.map((email) => `${email},Bia`).join('\n')}\n`)
    const { nextCursor } = await list()

    const page = await list(`&filter=unlinked&search=bia&cursor=${nextCursor}`)

    assert.equal(page.items.length, 50)
  })

  it('refuses foreign cursors', async () => {
    const { page } = await service()

    const answer = await page.get('/panel/v1/members?environment=production&cursor=x.y')

    assert.deepEqual([answer.statusCode, answer.json().code], [400, 'VALIDATION'])
  })
})

describe('A member in the panel', () => {
  it('shows open views, and none that ended', async () => {
    const { app, detail, partner, clock, db } = await service()
    const first = await openPage(app, partner.authorization)
    clock.advance(11 * MINUTE_MS)
    await openPage(app, partner.authorization)
    const ended = await openPage(app, partner.authorization)
    await openPage(app, partner.authorization, 'outro')
    const { id } = await db.read
      .selectFrom('member')
      .select('public_id as id')
      .where('external_user_id', '=', 'u1')
      .executeTakeFirstOrThrow()
    assert.equal((await detail(id)).openViews.length, 3)

    await ended.post('/play/v1/sign-out')

    const { openViews } = await detail(id)
    assert.deepEqual(
      openViews.map((view: { isOpenNow: boolean }) => view.isOpenNow),
      [true, false],
    )
    assert.equal(Date.parse(openViews[0].openedAt), clock.now())
    assert.equal((await first.get('/play/v1/profile')).statusCode, 401)
  })

  it('shows an open view, also after its link was removed', async () => {
    const { app, detail, partner, clock, db } = await service()
    const { tokens } = await openPage(app, partner.authorization)
    clock.advance(9 * MINUTE_MS)
    await app.inject({ method: 'POST', url: '/play/v1/refresh', payload: { refreshToken: tokens.refreshToken } })
    const { id } = await db.read.selectFrom('member').select('public_id as id').executeTakeFirstOrThrow()

    await db.write((tx) => tx.deleteFrom('launch').execute())

    const { openViews } = await detail(id)
    assert.equal(openViews.length, 1)
  })

  it('shows titles and months', async () => {
    const { app, detail, partner, clock, db, context } = await service()
    const audiobook = await addPublication(context, { type: 'audiobook', title: 'O farol' })
    const page = await openPage(app, partner.authorization)
    await spendTime(page, clock, audiobook, 20_500)
    const { id } = await db.read.selectFrom('member').select('public_id as id').executeTakeFirstOrThrow()

    const { titles, months, createdAt, blockedAt } = await detail(id)

    const [title] = titles
    assert.deepEqual([title.id, title.title, title.activeSeconds], [audiobook, 'O farol', 20])
    assert.deepEqual(months, [{ month: '2026-11', titlesStarted: 1, listeningSeconds: 20, readingChapters: 0 }])
    assert.deepEqual([createdAt, blockedAt], [new Date(clock.now() - 20_500).toISOString(), null])
  })

  it('is signed out everywhere when blocked, refused by the API, and the block is audited once', ON_PG, async () => {
    const { app, context, page, act, detail, partner, db, post, clock } = await service()
    const member = await openPage(app, partner.authorization)
    const { id } = await db.read.selectFrom('member').select('public_id as id').executeTakeFirstOrThrow()
    const otherNode = createApp(context)

    const blocked = (await act('block', id)).json()
    clock.advance(1000)
    const again = (await act('block', id)).json()

    assert.deepEqual([blocked.status, blocked.openViews], ['BLOCKED', []])
    assert.equal(again.blockedAt, new Date(clock.now() - 1000).toISOString())
    assert.equal((await member.get('/play/v1/profile')).statusCode, 401)
    const there = { authorization: `Bearer ${member.tokens.accessToken}` }
    assert.equal((await otherNode.inject({ url: '/play/v1/profile', headers: there })).statusCode, 401)
    assert.equal((await post('/partner/v1/sessions', { externalUserId: 'u1' })).json().code, 'USER_REVOKED')
    const restored = (await act('restore', id)).json()
    await act('restore', id)
    assert.deepEqual([restored.status, restored.blockedAt], ['ACTIVE', null])
    assert.equal((await post('/partner/v1/sessions', { externalUserId: 'u1' })).statusCode, 201)
    assert.deepEqual((await detail(id)).openViews, [], 'what ended stays ended')
    const written = await db.read
      .selectFrom('audit')
      .selectAll()
      .where('act', 'in', ['member-blocked', 'member-restored'])
      .orderBy('id')
      .execute()
    assert.deepEqual(
      written.map(({ act, subject, actor, partner_id }) => [act, subject, actor, partner_id]),
      [
        ['member-blocked', 'u1', page.email, partner.id],
        ['member-restored', 'u1', page.email, partner.id],
      ],
    )
    await otherNode.close()
  })

  it('without an identifier leaves no e-mail behind when blocked', ON_PG, async () => {
    const { context, partner, list, act, page, post, put, db } = await service()
    await importAccountsFrom(context, partner.id, 'email\nanacleto@example.com\n')
    const [account] = (await list('&filter=unlinked')).items
    const id = String(account?.id)

    await act('block', id)
    await act('restore', id)
    await post('/partner/v1/sessions', { externalUserId: 'u1', email: 'anacleto@example.com' })
    await page.get(`/panel/v1/members/${id}?environment=production`)
    await put('/partner/v1/users/u1', { email: null })

    const acts = await db.read.selectFrom('audit').select(['act', 'subject']).where('subject', '=', id).execute()
    assert.deepEqual(
      acts.map(({ act, subject }) => [act, subject]),
      [
        ['member-blocked', id],
        ['member-restored', id],
      ],
    )
    assert.deepEqual(await tablesWith(context, ['anacleto']), [])
  })

  it('is not found in the other environment', async () => {
    const { addMember, page } = await service()
    const id = await addMember('u1')

    const answers = [
      await page.get(`/panel/v1/members/${id}?environment=sandbox`),
      await page.post(`/panel/v1/members/${id}/block`, { environment: 'sandbox' }),
      await page.post(`/panel/v1/members/${id}/restore`, { environment: 'sandbox' }),
    ]

    for (const answer of answers) assert.deepEqual([answer.statusCode, answer.json().code], [404, 'NOT_FOUND'])
  })
})
