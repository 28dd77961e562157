import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { CallDetail } from '@estante/contract/panel/log.ts'
import type { MemberDetail } from '@estante/contract/panel/members.ts'
import { joinPanel } from '../test/panel.ts'
import { exchange } from '../test/people.ts'
import { addPartner, testApp } from '../test/test-app.ts'
import { ON_PG } from '../test/test-database.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

async function service() {
  const { app, context, clock, db, partner, post, put, delete: remove } = await testApp()
  const page = await joinPanel(app, context, partner.id, 'developer')
  const ask = (externalUserId: string, rest: object = {}) => post('/partner/v1/sessions', { externalUserId, ...rest })
  const mint = async (externalUserId: string) => String((await ask(externalUserId)).json().launchToken)
  const open = (token: string) => exchange(app, token)
  const detail = async (id: string) =>
    (await page.get(`/panel/v1/members/${encodeURIComponent(id)}?environment=production`)).json() as MemberDetail
  const attempts = async (id: string) => (await detail(id)).attempts
  const kinds = async (id: string) => (await attempts(id)).map(({ kind }) => kind)
  return { app, context, clock, db, partner, page, put, remove, ask, mint, open, detail, attempts, kinds }
}

const shared = await service()

const requestIdOf = (response: { headers: object }) => (response.headers as { 'x-request-id': string })['x-request-id']

describe('a member’s access attempts', () => {
  it('include a session call that was refused for a blocked member, with its time and request id', async () => {
    const { clock, put, ask, attempts } = shared
    const blocked = await put('/partner/v1/users/ana-1', { status: 'BLOCKED' })
    clock.advance(MINUTE_MS)
    const refused = await ask('ana-1')

    const found = await attempts('ana-1')

    assert.equal(refused.statusCode, 403)
    assert.deepEqual(found, [
      { at: at(clock.now()), kind: 'session-revoked', requestId: requestIdOf(refused), omitted: 0 },
      { at: at(clock.now() - MINUTE_MS), kind: 'blocked-by-call', requestId: requestIdOf(blocked), omitted: 0 },
    ])
  })

  it('include one refused for an e-mail, on both members’ pages', ON_PG, async () => {
    const { put, ask, kinds } = shared
    await put('/partner/v1/users/ana-2', { email: 'ana-2@example.com' })
    await put('/partner/v1/users/bia-2', {})

    const statuses = [
      (await ask('bia-2', { email: 'Ana-2@Example.com' })).statusCode,
      (await ask('nova-2', { email: 'ana-2@example.com' })).statusCode,
    ]

    assert.deepEqual(statuses, [409, 409])
    assert.deepEqual(await kinds('bia-2'), ['session-email-in-use'])
    assert.deepEqual(await kinds('ana-2'), ['session-email-conflict', 'session-email-conflict'])
  })

  it('include links that were opened, opened again, opened too late or never', async () => {
    const { clock, mint, open, kinds } = shared
    const token = await mint('ana-3')
    await open(token)
    clock.advance(1000)
    await open(token)
    const late = await mint('ana-3')
    clock.advance(2 * MINUTE_MS)
    await open(late)
    await open(late)
    await mint('ana-3')
    clock.advance(2 * MINUTE_MS)
    await mint('bia-3')

    assert.deepEqual(await kinds('ana-3'), ['link-unopened', 'link-expired', 'link-used', 'opened'])
    assert.deepEqual(await kinds('bia-3'), [])
  })

  it('include changes of the member’s access, with their origin', async () => {
    const { clock, put, remove, page, detail, mint, open, kinds } = shared
    await put('/partner/v1/users/ana-4', {})
    const token = await mint('ana-4')
    const { id } = await detail('ana-4')
    const acts = [
      () => remove('/partner/v1/users/ana-4'),
      () => remove('/partner/v1/users/ana-4'),
      () => open(token),
      () => put('/partner/v1/users/ana-4', { status: 'ACTIVE' }),
      () => put('/partner/v1/users/ana-4', { status: 'ACTIVE' }),
      () => page.post(`/panel/v1/members/${id}/block`, { environment: 'production' }),
      () => page.post(`/panel/v1/members/${id}/restore`, { environment: 'production' }),
    ]
    for (const act of acts) {
      clock.advance(1000)
      await act()
    }

    assert.deepEqual(await kinds('ana-4'), [
      'restored-in-panel',
      'blocked-in-panel',
      'restored-by-call',
      'link-revoked',
      'blocked-by-call',
    ])
  })

  it('summarize repeated calls, with their number', ON_PG, async () => {
    const { clock, db, put, ask, attempts } = shared
    await put('/partner/v1/users/ana-5', { status: 'BLOCKED' })
    clock.advance(HOUR_MS)

    for (let call = 0; call < 15; call++) await ask('ana-5')
    await attempts('ana-5')
    for (let call = 0; call < 3; call++) await ask('ana-5')
    clock.advance(MINUTE_MS)
    const last = await ask('ana-5')
    const found = await attempts('ana-5')
    clock.advance(HOUR_MS)
    await ask('ana-5')
    const later = await attempts('ana-5')

    const refused = found.filter(({ kind }) => kind === 'session-revoked')
    assert.deepEqual([refused.length, refused[0]?.omitted, refused[0]?.requestId], [10, 9, requestIdOf(last)])
    assert.deepEqual([later.length, later[0]?.omitted], [found.length + 1, 0])
    const { rows } = await db.read
      .selectFrom('access_event')
      .innerJoin('member', 'member.id', 'access_event.member_id')
      .select(({ fn }) => fn.countAll<number>().as('rows'))
      .where('external_user_id', '=', 'ana-5')
      .executeTakeFirstOrThrow()
    assert.equal(rows, later.length)
  })

  it('link to the call, which links to the member, but never across partners', async () => {
    const { app, context, page, put, ask, detail } = shared
    await put('/partner/v1/users/ana-6%2F1', { status: 'BLOCKED' })
    const id = requestIdOf(await ask('ana-6/1'))
    const stranger = await joinPanel(app, context, (await addPartner(context)).id, 'owner')

    const found = (await page.get(`/panel/v1/log/${id}`)).json() as CallDetail
    const theirs = await stranger.get(`/panel/v1/log/${id}`)

    const { id: memberId } = await detail('ana-6/1')
    assert.deepEqual([found.status, found.member], [403, { id: memberId, externalUserId: 'ana-6/1' }])
    assert.equal(theirs.statusCode, 404)
  })
})

describe('the request log', () => {
  it('finds a call by its request id as soon as it was answered', ON_PG, async () => {
    const { page, ask } = shared

    const id = requestIdOf(await ask('ana-7'))
    const found = await page.get(`/panel/v1/log/${id}`)

    assert.deepEqual([found.statusCode, found.json().status, found.json().member], [200, 201, null])
  })
})

function at(instant: number): string {
  return new Date(instant).toISOString()
}
