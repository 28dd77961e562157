import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { MAX_LISTED, MAX_LISTS, type MemberLists } from '@estante/contract/play/lists.ts'
import { toKey } from '../db/ids.ts'
import { openPage } from '../test/people.ts'
import { addPublication, withdrawPublication } from '../test/publications.ts'
import { testApp } from '../test/test-app.ts'
import { ON_PG } from '../test/test-database.ts'

describe('A member’s lists', ON_PG, () => {
  it('can be created, renamed, filled and emptied on every device, and are private', async () => {
    const { page, open, add, make, clock } = await testLists()
    const [one, two] = [await add('Um'), await add('Dois')]
    const holidays = await make('Férias')
    clock.advance(1)
    const home = await make('  Casa ')
    for (const id of [one, two, one]) {
      clock.advance(1)
      await page.put(`/play/v1/lists/${holidays}/titles/${id}`)
    }
    await page.put(`/play/v1/lists/${holidays}`, { name: 'Praia' })
    const onTablet = (await (await open()).get('/play/v1/lists')).json() as MemberLists
    const opened = (await page.get(`/play/v1/lists/${holidays}`)).json()

    await page.delete(`/play/v1/lists/${holidays}/titles/${two}`)
    const afterwards = (await page.delete(`/play/v1/lists/${home}`)).json() as MemberLists

    assert.deepEqual(seen(onTablet), [
      ['Casa', []],
      ['Praia', [two, one]],
    ])
    assert.equal(onTablet.items[1]!.covers.length, 2)
    assert.deepEqual(
      [opened.name, opened.items.map(({ title }: { title: string }) => title)],
      ['Praia', ['Dois', 'Um']],
    )
    assert.deepEqual(seen(afterwards), [['Praia', [one]]])
    const stranger = await open('u2')
    assert.deepEqual((await stranger.get('/play/v1/lists')).json(), { items: [] })
    assert.equal((await stranger.get(`/play/v1/lists/${holidays}`)).json().code, 'LIST_NOT_FOUND')
    assert.equal((await stranger.put(`/play/v1/lists/${holidays}/titles/${one}`)).json().code, 'LIST_NOT_FOUND')
    await stranger.delete(`/play/v1/lists/${holidays}/titles/${one}`)
    await stranger.delete(`/play/v1/lists/${holidays}`)
    await stranger.put(`/play/v1/lists/${holidays}`, { name: 'Minha' })
    assert.deepEqual(seen((await page.get('/play/v1/lists')).json()), [['Praia', [one]]])
  })

  it('contain a work once, skip titles that left the catalog, and remove a work in both forms', async () => {
    const { page, context, add, make, clock } = await testLists()
    const list = await make('Todos')
    const [heard, read] = [await add('Ondas', { work: 'o' }), await add('Ondas', { work: 'o', type: 'ebook' })]
    const gone = await add('Retirado')
    for (const id of [heard, read, gone]) {
      clock.advance(1)
      await page.put(`/play/v1/lists/${list}/titles/${id}`)
    }
    await withdrawPublication(context, gone)
    const before = (await page.get('/play/v1/lists')).json()

    const afterwards = (await page.delete(`/play/v1/lists/${list}/titles/${heard}`)).json()

    assert.deepEqual([seen(before), seen(afterwards)], [[['Todos', [read]]], [['Todos', []]]])
  })

  it('are limited to fifty, of two hundred titles each, with a visible name', async () => {
    const { page, context, add, make, clock } = await testLists()
    const list = await make('Cheia')
    const [first, last] = [await add('Primeiro'), await add('Último')]
    const { partner_id, id: member_id } = await context.db.read
      .selectFrom('member')
      .select(['partner_id', 'id'])
      .executeTakeFirstOrThrow()
    const { id: _, ...like } = await context.db.read.selectFrom('publication').selectAll().executeTakeFirstOrThrow()
    const titles = Array.from({ length: MAX_LISTED }, (_, at) => `cheio-${at}`)
    await context.db.write(async (tx) => {
      const rows = titles.map((name) => ({ ...like, public_id: name, source_key: name, content_hash: name }))
      const added = await tx.insertInto('publication').values(rows).returning('id').execute()
      const listed = added.map(({ id: publication_id }) => ({ publication_id, added_at: clock.now() }))
      const of = { partner_id, member_id, list_id: toKey(list) }
      await tx
        .insertInto('member_list_title')
        .values(listed.map((row) => ({ ...of, ...row })))
        .execute()
    })
    const full = await page.put(`/play/v1/lists/${list}/titles/${last}`)
    for (let count = 1; count < MAX_LISTS; count++) await make(`${count}`)
    const refused = [
      await page.put(`/play/v1/lists/${randomUUID()}`, { name: 'Demais' }),
      await page.put(`/play/v1/lists/${list}`, { name: ' ' }),
      await page.put(`/play/v1/lists/${list}/titles/pub_nada`),
      await page.put(`/play/v1/lists/${randomUUID()}/titles/${first}`),
    ]

    assert.equal(full.json().code, 'LIST_FULL')
    assert.deepEqual(
      refused.map((answer) => [answer.statusCode, answer.json().code]),
      [
        [409, 'LISTS_FULL'],
        [400, 'VALIDATION'],
        [404, 'PUBLICATION_NOT_FOUND'],
        [404, 'LIST_NOT_FOUND'],
      ],
    )
    assert.equal((await page.put(`/play/v1/lists/${list}`, { name: 'Ainda muda' })).statusCode, 200)
  })
})

/** Sets up a member's page, with functions to add titles and create lists. */
async function testLists() {
  const { app, context, clock, partner } = await testApp()
  const open = (externalUserId = 'u1') => openPage(app, partner.authorization, externalUserId)
  const page = await open()
  return {
    context,
    clock,
    page,
    open,
    add: (title: string, of: Partial<Parameters<typeof addPublication>[1]> = {}) =>
      addPublication(context, { type: 'audiobook', title, ...of }),
    async make(name: string) {
      const id = randomUUID()
      const answer = await page.put(`/play/v1/lists/${id}`, { name })
      assert.equal(answer.statusCode, 200, answer.body)
      return id
    },
  }
}

function seen({ items }: MemberLists) {
  return items.map(({ name, titles }) => [name, titles])
}
