import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { PanelLaunch } from '@estante/contract/panel/log.ts'
import { newId, toKey } from '../db/ids.ts'
import { PRODUCTION, SANDBOX } from '../environment.ts'
import { hashSecret } from '../secrets.ts'
import { joinPanel } from '../test/panel.ts'
import { exchange } from '../test/people.ts'
import { idsOf } from '../test/publications.ts'
import { readPages } from '../test/read-pages.ts'
import { addCredential, addPartner, testApp } from '../test/test-app.ts'
import { ON_PG } from '../test/test-database.ts'

async function service() {
  const { app, context, clock, db, partner, caller, post, put } = await testApp()
  const page = await joinPanel(app, context, partner.id, 'developer')
  const mint = async (externalUserId = 'u1') =>
    String((await post('/partner/v1/sessions', { externalUserId })).json().launchToken)
  const open = (token: string, key?: string) => exchange(app, token, key)
  async function list(query: Record<string, string> = {}) {
    const parameters = new URLSearchParams({ environment: 'production', ...query })
    const response = await page.get(`/panel/v1/launches?${parameters}`)
    return response.json() as { items: PanelLaunch[]; nextCursor: string | null; searchedUntil: string | null }
  }
  const only = async () => (await list()).items[0]
  return { app, context, clock, db, partner, caller, put, page, mint, open, list, only }
}

describe('a sign-on link in the panel', () => {
  it('waits, and names its member and its expiry', async () => {
    const { mint, only, clock } = await service()
    await mint('ana/1')

    const launch = await only()

    assert.deepEqual(
      { ...launch, id: '' },
      {
        id: '',
        mintedAt: new Date(clock.now()).toISOString(),
        expiresAt: new Date(clock.now() + 60_000).toISOString(),
        externalUserId: 'ana/1',
        state: 'waiting',
        openedAfterMs: null,
        refusal: null,
      },
    )
  })

  it('was opened: how soon', async () => {
    const { mint, open, only, clock } = await service()
    const token = await mint()
    clock.advance(1840)
    await open(token)
    clock.advance(90_000)

    const launch = await only()

    assert.deepEqual([launch?.state, launch?.openedAfterMs, launch?.refusal], ['opened', 1840, null])
  })

  it('has expired without an attempt to open it', async () => {
    const { mint, only, clock } = await service()
    await mint()
    clock.advance(60_000)

    assert.deepEqual([(await only())?.state, (await only())?.refusal], ['expired', null])
  })

  it('was refused, since it had expired', async () => {
    const { mint, open, only, clock } = await service()
    const token = await mint()
    clock.advance(61_000)
    await open(token)

    const launch = await only()

    assert.deepEqual([launch?.state, launch?.refusal], ['refused', { reason: 'expired', at: at(clock.now()) }])
  })

  it('was refused, since the member was revoked', async () => {
    const { mint, open, only, put, clock } = await service()
    const token = await mint()
    await put('/partner/v1/users/u1', { status: 'BLOCKED' })
    await open(token)

    const launch = await only()

    assert.deepEqual([launch?.state, launch?.refusal], ['refused', { reason: 'revoked', at: at(clock.now()) }])
  })

  it('was refused, since the partner was suspended', ON_PG, async () => {
    const { mint, open, only, db, partner, clock } = await service()
    const token = await mint()
    await db.write((tx) =>
      tx.updateTable('partner').set({ suspended_at: clock.now() }).where('id', '=', partner.id).execute(),
    )
    await open(token)

    const launch = await only()

    assert.deepEqual([launch?.state, launch?.refusal], ['refused', { reason: 'suspended', at: at(clock.now()) }])
  })

  it('was opened, and refused when it was opened again', async () => {
    const { mint, open, only, clock } = await service()
    const token = await mint()
    await open(token)
    clock.advance(5000)
    await open(token)

    const launch = await only()

    assert.deepEqual([launch?.state, launch?.refusal], ['opened', { reason: 'used', at: at(clock.now()) }])
  })

  it('stores each reason once, however often it is tried', async () => {
    const { mint, open, only, clock, put } = await service()
    const token = await mint()
    await put('/partner/v1/users/u1', { status: 'BLOCKED' })
    const revokedAt = clock.now()
    await open(token)
    clock.advance(1000)
    await open(token)
    const first = (await only())?.refusal
    clock.advance(60_000)
    const expiredAt = clock.now()
    for (let time = 0; time < 3; time++) {
      await open(token)
      clock.advance(1000)
    }

    const last = (await only())?.refusal

    assert.deepEqual(
      [first, last],
      [
        { reason: 'revoked', at: at(revokedAt) },
        { reason: 'expired', at: at(expiredAt) },
      ],
    )
  })

  it('is not changed by a preview of its address or a guess of its secret', async () => {
    const { app, mint, open, only } = await service()
    const token = await mint()
    await app.inject({ url: `/launch?token=${token}`, headers: { accept: 'text/html' } })
    await open(`${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`)

    assert.deepEqual([(await only())?.state, (await only())?.refusal], ['waiting', null])
  })
})

describe('The sign-on links in the panel', () => {
  it('are filtered by outcome and by member', ON_PG, async () => {
    const { mint, open, list, clock } = await service()
    const late = await mint('atrasada')
    await mint('esquecida')
    clock.advance(61_000)
    await open(late)
    const used = await mint('ana')
    await open(used)
    await open(used)
    await open(await mint('ana'))
    await mint('rui')

    const members = async (query: Record<string, string>) =>
      (await list(query)).items.map(({ externalUserId }) => externalUserId).sort()
    assert.deepEqual(await members({ state: 'waiting' }), ['rui'])
    assert.deepEqual(await members({ state: 'opened' }), ['ana', 'ana'])
    assert.deepEqual(await members({ state: 'expired' }), ['esquecida'])
    assert.deepEqual(await members({ state: 'refused' }), ['ana', 'atrasada'])
    assert.deepEqual(await members({ externalUserId: 'ana' }), ['ana', 'ana'])
    assert.deepEqual(await members({ externalUserId: 'ana', state: 'refused' }), ['ana'])
    assert.deepEqual(await members({ externalUserId: 'ninguém' }), [])
  })

  it('are paged, newest first', ON_PG, async () => {
    const { context, partner, mint, page, clock } = await service()
    await mint('u1')
    const { id: memberId } = await context.db.read.selectFrom('member').select('id').executeTakeFirstOrThrow()
    const rows = Array.from({ length: 119 }, () => expiredLaunch(partner.id, memberId, clock.now()))
    await context.db.write((tx) => tx.insertInto('launch').values(rows).execute())

    const ids = idsOf((await readPages(page.get, '/panel/v1/launches?environment=production')).flat())

    assert.deepEqual([ids.length, ids], [120, ids.toSorted().reverse()])
  })

  it('stop being searched after a while, which a whole page does not report', async () => {
    const { context, partner, mint, list, clock } = await service()
    await mint('u1')
    const { id: memberId } = await context.db.read.selectFrom('member').select('id').executeTakeFirstOrThrow()
    const rows = Array.from({ length: 20_000 }, (_, index) => ({
      ...expiredLaunch(partner.id, memberId, clock.now()),
      consumed_at: index < 50 ? clock.now() : null,
    }))
    for (let from = 0; from < rows.length; from += 2000) {
      await context.db.write((tx) =>
        tx
          .insertInto('launch')
          .values(rows.slice(from, from + 2000))
          .execute(),
      )
    }

    const whole = await list({ state: 'opened' })
    await context.db.write((tx) =>
      tx.updateTable('launch').set({ consumed_at: null }).where('id', '=', rows[0]!.id).execute(),
    )
    const short = await list({ state: 'opened' })

    assert.deepEqual([whole.items.length, whole.nextCursor !== null, whole.searchedUntil], [50, true, null])
    assert.deepEqual([short.items.length, short.nextCursor !== null, short.searchedUntil !== null], [49, true, true])
  })

  it('belong to one environment of one partner', ON_PG, async () => {
    const { app, context, partner, caller, mint, list } = await service()
    await mint('viva')
    const sandbox = await addCredential(context, partner.id, SANDBOX)
    await caller(sandbox).post('/partner/v1/sessions', { externalUserId: 'teste' })
    const other = await addPartner(context)
    await caller(other).post('/partner/v1/sessions', { externalUserId: 'alheia' })
    const stranger = await joinPanel(app, context, other.id, 'owner')

    const members = ({ items }: Awaited<ReturnType<typeof list>>) => items.map((launch) => launch.externalUserId)

    assert.deepEqual(members(await list()), ['viva'])
    assert.deepEqual(members(await list({ environment: 'sandbox' })), ['teste'])
    assert.deepEqual(members((await stranger.get('/panel/v1/launches?environment=production')).json()), ['alheia'])
    assert.deepEqual(
      members((await stranger.get('/panel/v1/launches?environment=production&externalUserId=viva')).json()),
      [],
    )
  })
})

function at(instant: number): string {
  return new Date(instant).toISOString()
}

function expiredLaunch(partnerId: number, memberId: number, now: number) {
  return {
    id: toKey(newId('lch')),
    secret_hash: hashSecret(''),
    partner_id: partnerId,
    environment: PRODUCTION,
    member_id: memberId,
    revocation_count: 0,
    created_at: now,
    expires_at: now,
  }
}
