import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { UNAUDITED } from '../audit/audit.ts'
import { SANDBOX } from '../environment.ts'
import { suspendPartner } from '../partners/partner.ts'
import { eventually } from '../test/eventually.ts'
import { joinPanel, type PanelPage } from '../test/panel.ts'
import { exchange } from '../test/people.ts'
import { addPublication } from '../test/publications.ts'
import { addCredential, testApp } from '../test/test-app.ts'
import { ON_PG } from '../test/test-database.ts'

const SANDBOX_STEPS = '/panel/v1/first-steps?environment=sandbox'
const PRODUCTION_STEPS = '/panel/v1/first-steps?environment=production'

/** A partner with a sandbox credential, and a developer of its team in the panel. */
async function beginner() {
  const opened = await testApp()
  const { app, context, partner, caller } = opened
  const credential = await addCredential(context, partner.id, SANDBOX)
  const page = await joinPanel(app, context, partner.id, 'developer')
  /** Waits until this many steps are reached: they are written after the answer to the request. */
  const reached = (count: number, address = SANDBOX_STEPS) =>
    eventually(async () => {
      const { steps } = (await page.get(address)).json()
      const done = steps.flatMap((one: { step: string; at: string | null }) => (one.at === null ? [] : one.step))
      return done.length >= count && done
    })
  return { ...opened, page, credential, backend: caller(credential), reached }
}

/** Opens a launch link like the page in the frame. */
async function open({ app }: Awaited<ReturnType<typeof beginner>>, launchUrl: string) {
  const token = new URL(launchUrl).searchParams.get('token')
  const exchanged = await exchange(app, token)
  const authorization = `Bearer ${exchanged.json().tokens?.accessToken}`
  return {
    status: exchanged.statusCode,
    call: (method: 'GET' | 'POST', url: string) => app.inject({ method, url, headers: { authorization } }),
  }
}

describe('The first steps', () => {
  it('are marked as an integration takes them, each with the first instant', async () => {
    const world = await beginner()
    const { backend, clock, page, reached } = world
    assert.deepEqual(await reached(0), [])

    await backend.get('/partner/v1/catalog')
    assert.deepEqual(await reached(1), ['first-call'])
    const firstCallAt = (await page.get(SANDBOX_STEPS)).json().steps[0].at
    clock.advance(60_000)
    const launch = await backend.post('/partner/v1/sessions', { externalUserId: 'u1' })
    const view = await open(world, launch.json().launchUrl)
    await view.call('GET', '/play/v1/profile')
    assert.deepEqual(await reached(2), ['first-call', 'launch-opened'])
    const ready = await view.call('POST', '/play/v1/ready')
    assert.equal(ready.statusCode, 204)
    assert.deepEqual(await reached(3), ['first-call', 'launch-opened', 'ready-seen'])
    await backend.delete('/partner/v1/users/u1')

    assert.deepEqual(await reached(4), ['first-call', 'launch-opened', 'ready-seen', 'revoke-tested'])
    assert.equal((await page.get(SANDBOX_STEPS)).json().steps[0].at, firstCallAt)
    assert.equal((await page.get('/panel/v1/me')).json().partner.isBeginning, false)
  })

  it('are separate for production and sandbox', async () => {
    const { backend, put, page, reached } = await beginner()
    await backend.get('/partner/v1/catalog')
    await put('/partner/v1/users/u1', { status: 'BLOCKED' })

    assert.deepEqual(await reached(1), ['first-call'])
    assert.deepEqual(await reached(2, PRODUCTION_STEPS), ['first-call', 'revoke-tested'])
    assert.equal((await page.get('/panel/v1/me')).json().partner.isBeginning, true)
  })

  it(
    'are no longer the first screen once production is in use: a member signed in, or calls on several days',
    ON_PG,
    async () => {
      const isBeginning = async (page: PanelPage) => (await page.get('/panel/v1/me')).json().partner.isBeginning
      const entered = await beginner()
      const { launchUrl } = (await entered.post('/partner/v1/sessions', { externalUserId: 'u1' })).json()
      await entered.reached(1, PRODUCTION_STEPS)
      assert.equal(await isBeginning(entered.page), true)
      await (await open(entered, launchUrl)).call('GET', '/play/v1/profile')
      await entered.reached(2, PRODUCTION_STEPS)
      assert.equal(await isBeginning(entered.page), false)

      const called = await beginner()
      await called.get('/partner/v1/catalog')
      await called.reached(1, PRODUCTION_STEPS)
      const countOn = (credential_id: number, day: string) =>
        called.db.write((tx) => tx.insertInto('credential_day').values({ credential_id, day, calls: 1 }).execute())
      // The call above counts for its day once it is written.
      for (const day of ['2026-10-01', '2026-10-02', '2026-10-03']) await countOn(called.credential.credentialId, day)
      await countOn(called.partner.credentialId, '2026-10-01')
      assert.equal(await isBeginning(called.page), true)
      for (const day of ['2026-10-02', '2026-10-03']) await countOn(called.partner.credentialId, day)
      assert.equal(await isBeginning(called.page), false)
    },
  )

  it('are not taken by a caller without a credential, nor for an unknown member', async () => {
    const { app, backend, reached } = await beginner()

    await app.inject({ url: '/partner/v1/catalog', headers: { authorization: 'Basic eDp5' } })
    await app.inject({ method: 'POST', url: '/play/v1/ready', headers: { authorization: 'Bearer x' } })
    assert.deepEqual(await reached(0), [])
    assert.equal((await backend.delete('/partner/v1/users/ninguem')).statusCode, 404)

    assert.deepEqual(await reached(1), ['first-call'])
  })

  it('show calls to copy with the credential’s id, and without its secret', async () => {
    const { page, credential } = await beginner()

    const { samples, credential: displayed, member } = (await page.get(SANDBOX_STEPS)).json()

    assert.equal(displayed.clientId, credential.clientId)
    for (const calls of Object.values(samples) as { name: string; text: string }[][]) {
      assert.deepEqual(
        calls.map(({ name }) => name),
        ['curl', 'Node.js', 'PHP', 'Python', 'Java', 'C#', 'Go'],
      )
      for (const { name, text } of calls) {
        assert.ok(text.includes(credential.clientId), `${name}: ${text}`)
        assert.ok(text.includes('ESTANTE_CLIENT_SECRET'), `${name}: ${text}`)
        assert.ok(!text.includes(credential.clientSecret), name)
      }
    }
    assert.ok(samples.revoke[0].text.includes(member.externalUserId))
  })

  it('say whether production is ready: second factors, and allowed frame origins', async () => {
    const { app, context, partner, page } = await beginner()
    const owner = await joinPanel(app, context, partner.id, 'owner')

    const before = (await page.get(PRODUCTION_STEPS)).json()
    await owner.put('/panel/v1/appearance', {
      displayName: null,
      accentColor: null,
      frameOrigins: ['https://app.aurora.example'],
    })
    const after = (await page.get(PRODUCTION_STEPS)).json()

    assert.deepEqual(before.team, { owners: 1, ownersWithoutSecondFactor: 1 })
    assert.deepEqual([before.hasFrameOrigins, after.hasFrameOrigins], [false, true])
  })
})

describe('the trial in the panel', () => {
  it('opens the sandbox as a member for the admin, created once', async () => {
    const world = await beginner()
    const { page } = world

    const tried = await page.post('/panel/v1/try', { redirectPath: '/explorar' })
    const { launchUrl } = tried.json()
    const view = await open(world, launchUrl)
    const again = await open(world, launchUrl)
    const profile = (await view.call('GET', '/play/v1/profile')).json()

    assert.equal(tried.statusCode, 201)
    assert.equal(new URL(launchUrl).searchParams.get('redirect'), '/explorar')
    assert.deepEqual([profile.environment, profile.member.name], ['sandbox', 'Ana Souza'])
    const { externalUserId } = await world.db.read
      .selectFrom('member')
      .select('external_user_id as externalUserId')
      .executeTakeFirstOrThrow()
    assert.equal(externalUserId, `painel-${page.id}`)
    assert.deepEqual([view.status, again.status], [200, 401])
  })

  it('revokes that member like the API, and restores it', async () => {
    const world = await beginner()
    const { page } = world
    const view = await open(world, (await page.post('/panel/v1/try', {})).json().launchUrl)

    const revoked = await page.put('/panel/v1/try/member', { status: 'BLOCKED' })
    const refused = await view.call('GET', '/play/v1/profile')
    const blocked = await page.post('/panel/v1/try', {})
    const restored = await page.put('/panel/v1/try/member', { status: 'ACTIVE' })
    const anew = await page.post('/panel/v1/try', {})

    assert.deepEqual([revoked.json().isRevoked, restored.json().isRevoked], [true, false])
    assert.deepEqual([refused.statusCode, blocked.json().code, anew.statusCode], [401, 'USER_REVOKED', 201])
  })

  it('ends when the admin is removed from the team, as do unopened links', async () => {
    const world = await beginner()
    const { app, context, partner, page } = world
    const owner = await joinPanel(app, context, partner.id, 'owner')
    const view = await open(world, (await page.post('/panel/v1/try', {})).json().launchUrl)
    const waiting = (await page.post('/panel/v1/try', {})).json().launchUrl

    await owner.delete(`/panel/v1/team/${page.id}`)

    const answers = [(await view.call('GET', '/play/v1/profile')).statusCode, (await open(world, waiting)).status]
    assert.deepEqual(answers, [401, 401])
  })

  it('ends when the admin’s role no longer allows it, and works again when it does', async () => {
    const world = await beginner()
    const { app, context, partner, page } = world
    const owner = await joinPanel(app, context, partner.id, 'owner')
    const view = await open(world, (await page.post('/panel/v1/try', {})).json().launchUrl)
    const role = (role: string) => owner.put(`/panel/v1/team/${page.id}/role`, { role })

    await role('owner')
    const asOwner = await view.call('GET', '/play/v1/profile')
    await role('analyst')
    const asAnalyst = await view.call('GET', '/play/v1/profile')
    await role('developer')
    await page.signIn(page.email)
    const anew = await open(world, (await page.post('/panel/v1/try', {})).json().launchUrl)

    assert.deepEqual([asOwner.statusCode, asAnalyst.statusCode, anew.status], [200, 401, 200])
    assert.equal((await view.call('GET', '/play/v1/profile')).statusCode, 401)
  })

  it('gives no link while the partner is suspended, since it would not open', async () => {
    const { page, partner, db, clock } = await beginner()
    await suspendPartner(db, clock.now(), partner.id, UNAUDITED)

    const tried = await page.post('/panel/v1/try', {})

    assert.deepEqual([tried.statusCode, tried.json().code], [409, 'PARTNER_SUSPENDED'])
  })
})

describe('example data in the sandbox', () => {
  async function withTitles() {
    const world = await beginner()
    const { context, db } = world
    const [audio, text] = [
      await addPublication(context, { type: 'audiobook', title: 'A padaria', durationMs: 1_800_000 }),
      await addPublication(context, { type: 'ebook', title: 'O relógio', chapters: 6 }),
    ]
    const chapters = Array.from({ length: 6 }, (_, index) => ({ href: `c${index}.xhtml` }))
    for (const [id, readingOrder] of [
      [audio, [{ href: '1.mp3' }]],
      [text, chapters],
    ] as const) {
      const manifest = JSON.stringify({ readingOrder })
      await db.write((tx) => tx.updateTable('publication').set({ manifest }).where('public_id', '=', id).execute())
    }
    const months = () =>
      db.read.selectFrom('usage_month').selectAll().orderBy('external_user_id').orderBy('month').execute()
    return { ...world, months }
  }

  it('adds members and a month that the report counts, and nothing to production', ON_PG, async () => {
    const { page, backend, get, months } = await withTitles()

    const filled = await page.post('/panel/v1/sandbox/examples')

    assert.deepEqual(filled.json(), { isNew: true })
    const reports = await Promise.all(
      ['2026-10', '2026-11'].map(async (month) => (await backend.get(`/partner/v1/usage?month=${month}`)).json()),
    )
    for (const { totals } of reports) {
      assert.ok(totals.listeningSeconds > 600 && totals.readingChapters > 5, JSON.stringify(totals))
      assert.ok(totals.activeUsers > 6 && totals.activeUsers <= 13, JSON.stringify(totals))
    }
    assert.ok((await months()).every(({ environment }) => environment === SANDBOX))
    assert.equal((await get('/partner/v1/usage?month=2026-11')).json().totals.activeUsers, 0)
  })

  it('adds nothing twice, weeks later or after an interruption', ON_PG, async () => {
    const { app, context, partner, page, months, clock, db } = await withTitles()
    await page.post('/panel/v1/sandbox/examples')
    const before = await months()
    const fillAgain = async () => {
      const later = await joinPanel(app, context, partner.id, 'owner')
      return (await later.post('/panel/v1/sandbox/examples')).json()
    }

    clock.advance(20 * 24 * 3_600_000)
    const again = await fillAgain()
    await db.write(async (tx) => {
      await tx.deleteFrom('milestone').where('step', '=', 'sandbox-seeded').execute()
      await tx.deleteFrom('lease').execute()
    })
    const resumed = await fillAgain()

    assert.deepEqual(again, { isNew: false })
    assert.deepEqual(resumed, { isNew: true })
    assert.deepEqual(await months(), before)
  })

  it('is audited once', async () => {
    const { page, db } = await withTitles()

    await Promise.all([page.post('/panel/v1/sandbox/examples'), page.post('/panel/v1/sandbox/examples')])

    const acts = await db.read.selectFrom('audit').select('act').where('act', '=', 'sandbox-seeded').execute()
    assert.equal(acts.length, 1)
  })

  it('is refused when there is nothing to listen to', async () => {
    const { page } = await beginner()

    const answer = await page.post('/panel/v1/sandbox/examples')

    assert.deepEqual([answer.statusCode, answer.json().code], [409, 'EMPTY_CATALOG'])
    assert.equal((await page.get(SANDBOX_STEPS)).json().examplesAt, null)
  })
})
