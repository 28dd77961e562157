import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import type { UsageReport } from '@estante/contract/partner/usage.ts'
import type { Context } from '../context.ts'
import { PRODUCTION } from '../environment.ts'
import { upsertMember } from '../members/member.ts'
import { sweep } from '../sweep/sweep.ts'
import { HOUR_MS, IDENTITY, lifeOfAMember, tablesOfMember, tablesWith } from '../test/life-of-a-member.ts'
import { openPage } from '../test/people.ts'
import { ON_PG, testsOn } from '../test/test-database.ts'
import { removeErasedMember } from './remove-erased-member.ts'

describe('DELETE /partner/v1/users/{externalUserId}/data', () => {
  it('removes the person from every table, and keeps every month’s totals', async () => {
    const { context, db, clock, ana, memberId, rowId, reports, titles, erase, get, owner } = await lifeOfAMember()
    const [before, titlesBefore] = [await reports(), await titles()]

    const answers = [await erase(ana), await erase(ana), await erase('nunca-visto'), await erase('x'.repeat(200))]

    assert.deepEqual(
      answers.map(({ statusCode, body }) => [statusCode, body]),
      Array(4).fill([204, '']),
    )
    assert.equal((await get(`/partner/v1/users/${ana}`)).json().code, 'USER_NOT_FOUND')
    const after = await reports()
    const pseudonyms = new Set<string>()
    for (const [index, month] of after.entries()) {
      assert.deepEqual(month.totals, before[index]?.totals)
      const line = month.users.find(({ externalUserId }) => externalUserId.startsWith('apagado-'))
      assert.equal(line?.lastActivityAt, null)
      pseudonyms.add(String(line?.externalUserId))
      const named = (users: UsageReport['users']) => users.filter((user) => user.externalUserId === 'bia')
      assert.deepEqual(named(month.users), named(before[index]?.users ?? []))
      assert.equal(month.users.length, 2)
    }
    assert.equal(pseudonyms.size, 1)
    assert.deepEqual(await titles(), titlesBefore)
    const audit = (await owner.get('/panel/v1/audit')).json().items as { act: string; subject: string }[]
    const acts = audit.filter(({ act }) => act.startsWith('member-'))
    assert.deepEqual(
      acts.map(({ act, subject }) => [act, subject]).toSorted(),
      ['member-blocked', 'member-erased', 'member-restored', 'member-titles-viewed'].map((act) => [
        act,
        [...pseudonyms][0],
      ]),
    )

    clock.advance(2 * HOUR_MS)
    await sweep(context)
    assert.deepEqual(await tablesOfMember(context, rowId), [])
    assert.deepEqual(await tablesWith(context, [memberId, ...IDENTITY]), [])
    assert.deepEqual(await reports(), after)
    assert.equal(
      await db.read
        .selectFrom('member')
        .select('id')
        .execute()
        .then((rows) => rows.length),
      1,
    )
  })

  it('leaves no byte of the person in any file', { skip: testsOn !== 'sqlite' }, async () => {
    const { context, db, partner, clock, ana, erase } = await lifeOfAMember()
    // Rows that move, grow and split pages leave copies behind.
    const tenancy = { partnerId: partner.id, environment: PRODUCTION } as const
    await db.write(async (tx) => {
      for (let index = 0; index < 600; index++) {
        const profile = { name: `Pessoa ${index}`.repeat(1 + (index % 5)), email: `${randomUUID()}@example.com` }
        await upsertMember(tx, clock.now(), tenancy, `cliente-${randomUUID()}`, profile)
      }
    })
    assert.notDeepEqual(await filesWith(context, [ana]), [])

    assert.equal((await erase(ana)).statusCode, 204)
    clock.advance(2 * HOUR_MS)
    const { erasedBytes } = await sweep(context)

    assert.equal(erasedBytes, 1)
    assert.deepEqual(await filesWith(context, IDENTITY), [])
  })

  it('ends sessions, links and views at once; a session with the same identifier creates a new member', async () => {
    const { app, ana, memberId, page, post, erase, partner } = await lifeOfAMember()
    const unused = (await post('/partner/v1/sessions', { externalUserId: ana })).json().launchToken

    await erase(ana)

    const refusals = [
      await page.get('/play/v1/profile'),
      await app.inject({
        method: 'POST',
        url: '/play/v1/refresh',
        payload: { refreshToken: page.tokens.refreshToken },
      }),
      await app.inject({ method: 'POST', url: '/play/v1/launch', payload: { token: unused, key: '0'.repeat(32) } }),
    ]
    assert.deepEqual(
      refusals.map(({ statusCode }) => statusCode),
      [401, 401, 401],
    )
    const fresh = await openPage(app, partner.authorization, ana)
    assert.notEqual(fresh.profile.member.id, memberId)
    assert.deepEqual([fresh.profile.member.name, fresh.profile.member.email], [null, null])
    assert.deepEqual((await fresh.get('/play/v1/library')).json().items, [])
  })

  it('leaves only internal ids in the row of the member', async () => {
    const { db, ana, memberId, erase } = await lifeOfAMember()

    await erase(ana)

    const row = await db.read
      .selectFrom('member')
      .selectAll()
      .where('public_id', '=', memberId)
      .executeTakeFirstOrThrow()
    const texts = Object.entries(row).filter(([, value]) => typeof value === 'string')
    assert.deepEqual(texts, [['public_id', memberId]])
  })

  it('works after a revocation, and affects one partner and environment', async () => {
    const { ana, db, erase, get, caller, delete: remove, otherPartner } = await lifeOfAMember()
    await remove(`/partner/v1/users/${ana}`)

    const stranger = await caller(otherPartner).delete(`/partner/v1/users/${ana}/data`)
    assert.equal(stranger.statusCode, 204)
    assert.equal((await get(`/partner/v1/users/${ana}`)).json().status, 'BLOCKED')
    await erase(ana)

    assert.equal((await get(`/partner/v1/users/${ana}`)).statusCode, 404)
    const { actor } = await db.read
      .selectFrom('audit')
      .select('actor')
      .where('act', '=', 'member-erased')
      .executeTakeFirstOrThrow()
    assert.match(String(actor), /^estante_live_/)
  })

  it('creates another member for a concurrent PUT, and never changes the erased one', ON_PG, async () => {
    const { db, put, erase } = await lifeOfAMember()
    const changes = [{ name: 'Outro nome' }, { status: 'ACTIVE' }]
    const members = Array.from({ length: 12 }, (_, index) => ({
      id: `rodada-${index}`,
      change: changes[index % changes.length]!,
    }))
    for (const { id } of members) await put(`/partner/v1/users/${id}`, { name: 'Nome', status: 'BLOCKED' })

    for (const { id, change } of members) {
      const [{ statusCode, body }] = await Promise.all([put(`/partner/v1/users/${id}`, change), erase(id)])
      assert.deepEqual([statusCode, JSON.parse(body).externalUserId], [200, id])
    }

    const erased = await db.read.selectFrom('member').selectAll().where('erased_at', 'is not', null).execute()
    assert.equal(erased.length, members.length)
    for (const { name, revoked_at, erased_at } of erased) assert.deepEqual([name, revoked_at], [null, erased_at])
  })

  it('leaves no row of concurrent heartbeats, sessions, exchanges and saved titles', async () => {
    const { app, context, clock, post, erase, audiobook, partner } = await lifeOfAMember()
    const ids: string[] = []
    for (let round = 0; round < 5; round++) {
      const externalUserId = `rodada-${round}`
      const page = await openPage(app, partner.authorization, externalUserId)
      const beat = (leaseId: string, sequence: number, activeMs: number) =>
        page.post('/play/v1/activity', { leaseId, publicationId: audiobook, sequence, activeMs, idleMs: 0 })
      const leases = Array.from({ length: 6 }, () => randomUUID())
      await Promise.all(leases.map((leaseId) => beat(leaseId, 1, 0)))
      const waiting = (await post('/partner/v1/sessions', { externalUserId })).json().launchToken
      clock.advance(10_000)
      const payload = { token: waiting, key: '0'.repeat(32) }

      const answers = await Promise.all([
        ...leases.slice(0, 3).map((leaseId) => beat(leaseId, 2, 9000)),
        post('/partner/v1/sessions', { externalUserId }),
        erase(externalUserId),
        post('/partner/v1/sessions', { externalUserId, name: 'Outro nome' }),
        app.inject({ method: 'POST', url: '/play/v1/launch', payload }),
        page.put(`/play/v1/library/${audiobook}`),
        ...leases.slice(3).map((leaseId) => beat(leaseId, 2, 9000)),
      ])

      for (const { statusCode } of answers) assert.ok([200, 201, 204, 401].includes(statusCode), `${statusCode}`)
      const { id } = page.profile.member
      await erase(externalUserId)
      clock.advance(60_000)
      ids.push(id, externalUserId)
    }
    clock.advance(60_000)
    while (await removeErasedMember(context, clock.now()));
    assert.deepEqual(await tablesWith(context, ids), [])
  })
})

/** The files under DATA_DIR that contain one of these texts. */
async function filesWith({ config: { dataDir } }: Context, texts: string[]): Promise<string[]> {
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true })
  const found: string[] = []
  for (const entry of entries.filter((one) => one.isFile())) {
    const bytes = await readFile(join(entry.parentPath, entry.name))
    for (const text of texts) if (bytes.includes(text)) found.push(`${entry.name}: ${text}`)
  }
  return found
}
