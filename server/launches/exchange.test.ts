import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { createApp } from '../app.ts'
import { type Context, closeContext, openContext } from '../context.ts'
import { newId } from '../db/ids.ts'
import { mintToken } from '../secrets.ts'
import { exchange as exchangeLaunch, openPage, pageKey } from '../test/people.ts'
import { testApp } from '../test/test-app.ts'
import { ON_PG } from '../test/test-database.ts'

async function launched(externalUserId = 'u1') {
  const service = await testApp()
  const { launchToken } = (await service.post('/partner/v1/sessions', { externalUserId, name: 'Ana' })).json()
  const exchange = (token: string, key: string) => exchangeLaunch(service.app, token, key)
  const profileWith = (accessToken: string) =>
    service.app.inject({ url: '/play/v1/profile', headers: { authorization: `Bearer ${accessToken}` } })
  const refresh = (refreshToken: string) =>
    service.app.inject({ method: 'POST', url: '/play/v1/refresh', payload: { refreshToken } })
  return { ...service, launchToken: String(launchToken), exchange, profileWith, refresh }
}

/** Starts the service as another process on the same database. */
async function anotherProcess({ config, clock }: Context): Promise<FastifyInstance> {
  const context = await openContext(config, { clock })
  const app = createApp(context)
  after(async () => {
    await app.close()
    await closeContext(context)
  })
  return app
}

/** Refreshes twice in sequence, and then with the first token again. */
async function reuse(app: FastifyInstance, first: string): Promise<void> {
  const refresh = (refreshToken: string) =>
    app.inject({ method: 'POST', url: '/play/v1/refresh', payload: { refreshToken } })
  const second = (await refresh(first)).json().refreshToken
  await refresh(second)
  assert.equal((await refresh(first)).statusCode, 401)
}

describe('the exchange of a launch token', () => {
  it('signs the member in', async () => {
    const { exchange, launchToken, profileWith, put } = await launched()

    const response = await exchange(launchToken, pageKey())

    assert.equal(response.statusCode, 200)
    assert.equal(response.headers['cache-control'], 'no-store')
    const { tokens, profile } = response.json()
    assert.equal(profile.member.name, 'Ana')
    assert.deepEqual((await profileWith(tokens.accessToken)).json(), profile)
    await put('/partner/v1/users/u1', { name: '  ' })
    assert.equal((await profileWith(tokens.accessToken)).json().member.name, null)
  })

  it('succeeds for exactly one of many concurrent pages', ON_PG, async () => {
    const { exchange, launchToken, db } = await launched()

    const responses = await Promise.all(Array.from({ length: 20 }, () => exchange(launchToken, pageKey())))

    assert.equal(responses.filter(({ statusCode }) => statusCode === 200).length, 1)
    assert.equal((await db.read.selectFrom('member_session').select('id').execute()).length, 1)
  })

  it('returns the same page the same member session again, after a lost answer', async () => {
    const { exchange, launchToken, profileWith, db } = await launched()
    const key = pageKey()
    await exchange(launchToken, key)

    const again = await exchange(launchToken, key)

    assert.equal(again.statusCode, 200)
    assert.equal((await profileWith(again.json().tokens.accessToken)).statusCode, 200)
    assert.equal((await db.read.selectFrom('member_session').select('id').execute()).length, 1)
  })

  it('returns one member session to concurrent requests of the same page', ON_PG, async () => {
    const { exchange, launchToken, profileWith, db } = await launched()
    const key = pageKey()

    const responses = await Promise.all(Array.from({ length: 5 }, () => exchange(launchToken, key)))

    assert.deepEqual([...new Set(responses.map(({ statusCode }) => statusCode))], [200])
    const sessions = await db.read.selectFrom('member_session').select('id').execute()
    const launches = await db.read.selectFrom('launch').select('member_session_id as id').execute()
    assert.deepEqual(sessions, launches)
    const profiles = await Promise.all(responses.map((response) => profileWith(response.json().tokens.accessToken)))
    assert.deepEqual([...new Set(profiles.map(({ statusCode }) => statusCode))], [200])
  })

  it('reads before it writes: unknown and used tokens reach no transaction', ON_PG, async ({ mock }) => {
    // Logs are written in the background, every second.
    mock.timers.enable({ apis: ['setInterval'] })
    const { app, context, exchange, launchToken } = await launched()
    await exchange(launchToken, pageKey())
    await exchange(launchToken, pageKey())
    const guessed = `${launchToken.split('.')[0]}.${'A'.repeat(43)}`
    let writes = 0
    const { write } = context.db
    context.db.write = (callback) => {
      writes++
      return write(callback)
    }

    const refusals = await Promise.all(
      [launchToken, guessed, mintToken('lt', newId('lch')).token].map((token) => exchange(token, pageKey())),
    )
    const refreshed = await app.inject({
      method: 'POST',
      url: '/play/v1/refresh',
      payload: { refreshToken: mintToken('rt', newId('mss')).token },
    })

    assert.deepEqual(
      [...refusals, refreshed].map(({ statusCode }) => statusCode),
      [401, 401, 401, 401],
    )
    assert.equal(writes, 0)
  })

  it('expires after its minute, though the clock is set back or forward', async () => {
    const { exchange, launchToken, clock, post } = await launched()
    clock.advance(-3_600_000)
    const setBack = await exchange(launchToken, pageKey())
    const { launchToken: next } = (await post('/partner/v1/sessions', { externalUserId: 'u1' })).json()
    const answer = await exchange(next, pageKey())
    const { launchToken: last } = (await post('/partner/v1/sessions', { externalUserId: 'u1' })).json()
    clock.advance(3_600_000)

    const setForward = await exchange(last, pageKey())

    assert.deepEqual(
      [setBack, answer, setForward].map(({ statusCode }) => statusCode),
      [401, 200, 401],
    )
  })

  it('answers unknown, used, expired and revoked tokens alike', ON_PG, async () => {
    const { exchange, launchToken, clock, post, delete: revoke } = await launched()
    await exchange(launchToken, pageKey())
    const expired = (await post('/partner/v1/sessions', { externalUserId: 'u1' })).json().launchToken
    clock.advance(60_000)
    const revoked = (await post('/partner/v1/sessions', { externalUserId: 'u2' })).json().launchToken
    await revoke('/partner/v1/users/u2')
    const forged = `${launchToken.slice(0, -1)}${launchToken.endsWith('A') ? 'B' : 'A'}`

    const responses = await Promise.all(
      [launchToken, expired, revoked, forged, 'nothing', ''].map((token) => exchange(token, pageKey())),
    )

    for (const response of responses) assert.equal(response.statusCode, 401)
    assert.equal(new Set(responses.map(({ body }) => body)).size, 1)
    assert.equal(responses[0]?.json().code, 'INVALID_LAUNCH_TOKEN')
  })

  it('works until the last moment of the 60 seconds', async () => {
    const { exchange, launchToken, clock } = await launched()
    clock.advance(59_999)

    assert.equal((await exchange(launchToken, pageKey())).statusCode, 200)
  })

  it('does not work again when the member is restored', async () => {
    const { exchange, launchToken, put } = await launched()
    await put('/partner/v1/users/u1', { status: 'BLOCKED' })
    await put('/partner/v1/users/u1', { status: 'ACTIVE' })

    assert.equal((await exchange(launchToken, pageKey())).statusCode, 401)
  })

  it('requires a POST', async () => {
    const { app, exchange, launchToken } = await launched()
    await app.inject({ url: `/launch?token=${launchToken}`, headers: { accept: 'text/html' } })
    await app.inject({ method: 'HEAD', url: `/launch?token=${launchToken}` })

    assert.equal((await exchange(launchToken, pageKey())).statusCode, 200)
  })

  it('stores only hashes of tokens', async () => {
    const { exchange, launchToken, db } = await launched()
    const { tokens } = (await exchange(launchToken, pageKey())).json()

    const rows = JSON.stringify([
      await db.read.selectFrom('launch').selectAll().execute(),
      await db.read.selectFrom('member_session').selectAll().execute(),
    ])

    for (const token of [launchToken, tokens.accessToken, tokens.refreshToken]) {
      assert.ok(!rows.includes(token.split('.')[1]))
    }
  })
})

describe('a member session', () => {
  it('ends in an open view within two seconds of a revocation by another process', ON_PG, async () => {
    const { app, db, clock, partner } = await testApp()
    const address = await app.listen({ port: 0, host: '127.0.0.1' })
    const { tokens, profile } = await openPage(app, partner.authorization)
    const headers = { authorization: `Bearer ${tokens.accessToken}` }
    const stream = await fetch(`${address}/play/v1/events`, { headers, signal: AbortSignal.timeout(2000) })

    await db.write((tx) =>
      tx
        .updateTable('member')
        .set({ revoked_at: clock.now(), revocation_count: 1 })
        .where('public_id', '=', profile.member.id)
        .execute(),
    )

    assert.match(await stream.text(), /event: session-ended/)
  })

  it('refreshes its tokens, and the earlier ones stop working', async () => {
    const { exchange, launchToken, refresh, profileWith } = await launched()
    const { tokens } = (await exchange(launchToken, pageKey())).json()

    const renewed = (await refresh(tokens.refreshToken)).json()

    assert.equal((await profileWith(tokens.accessToken)).statusCode, 401)
    assert.equal((await profileWith(renewed.accessToken)).statusCode, 200)
  })

  it('survives a lost answer to a refresh', async () => {
    const { exchange, launchToken, refresh, profileWith } = await launched()
    const { tokens } = (await exchange(launchToken, pageKey())).json()
    await refresh(tokens.refreshToken)

    await refresh(tokens.refreshToken)
    const again = await refresh(tokens.refreshToken)

    assert.equal((await profileWith(again.json().accessToken)).statusCode, 200)
  })

  it('continues for a page that refreshed twice and kept the first answer', async () => {
    const { exchange, launchToken, refresh, profileWith } = await launched()
    const key = pageKey()
    const first = (await exchange(launchToken, key)).json()
    await exchange(launchToken, key)

    const renewed = await refresh(first.tokens.refreshToken)

    assert.equal((await profileWith(renewed.json().accessToken)).statusCode, 200)
  })

  it(
    'returns the same tokens for a replaced refresh token within a minute, to any number of requests',
    ON_PG,
    async () => {
      const { exchange, launchToken, refresh, profileWith, clock } = await launched()
      const { tokens } = (await exchange(launchToken, pageKey())).json()
      const answers = await Promise.all(Array.from({ length: 4 }, () => refresh(tokens.refreshToken)))
      clock.advance(60_000)

      const last = (await refresh(tokens.refreshToken)).json()

      const [first] = answers.map((answer) => answer.json())
      for (const answer of answers) assert.deepEqual(answer.json(), first)
      assert.equal(last.refreshToken, first.refreshToken)
      assert.equal((await profileWith(first.accessToken)).statusCode, 200)
    },
  )

  it('ends when a replaced refresh token is used more than a minute after its replacement', async () => {
    const { exchange, launchToken, refresh, profileWith, clock } = await launched()
    const { tokens } = (await exchange(launchToken, pageKey())).json()
    const renewed = (await refresh(tokens.refreshToken)).json()
    clock.advance(40_000)
    await refresh(tokens.refreshToken)
    clock.advance(20_001)

    assert.equal((await refresh(tokens.refreshToken)).statusCode, 401)
    assert.equal((await refresh(renewed.refreshToken)).statusCode, 401)
    assert.equal((await profileWith(renewed.accessToken)).statusCode, 401)
  })

  it('ends when any earlier refresh token is used, however many came after it', async () => {
    for (const rotations of [2, 5]) {
      const { exchange, launchToken, refresh, profileWith } = await launched()
      const { tokens: owners } = (await exchange(launchToken, pageKey())).json()
      let thiefs = owners
      for (let rotation = 0; rotation < rotations; rotation++) thiefs = (await refresh(thiefs.refreshToken)).json()

      const owner = await refresh(owners.refreshToken)

      assert.equal(owner.statusCode, 401)
      assert.equal((await profileWith(thiefs.accessToken)).statusCode, 401)
      assert.equal((await refresh(thiefs.refreshToken)).statusCode, 401)
    }
  })

  it('is not ended by a caller who knows its key and none of its tokens', async () => {
    const { exchange, launchToken, refresh, profileWith } = await launched()
    const { tokens } = (await exchange(launchToken, pageKey())).json()
    const [key] = tokens.refreshToken.split('.')

    const guessed = await refresh(`${key}.${'A'.repeat(43)}`)

    assert.equal(guessed.statusCode, 401)
    assert.equal((await profileWith(tokens.accessToken)).statusCode, 200)
  })

  it('closes its event streams, and no others, on sign-out and on the reuse of a refresh token', async () => {
    const ends = ['sign-out', 'reuse', 'reuse noticed by another process'] as const
    for (const end of ends) {
      const { app, context, partner } = await testApp()
      const address = await app.listen({ port: 0, host: '127.0.0.1' })
      const page = await openPage(app, partner.authorization)
      const other = await openPage(app, partner.authorization)
      const follow = ({ tokens }: typeof page) =>
        fetch(`${address}/play/v1/events`, {
          headers: { authorization: `Bearer ${tokens.accessToken}` },
          signal: AbortSignal.timeout(10_000),
        })
      const [stream, others] = [await follow(page), await follow(other)]

      if (end === 'sign-out') await page.post('/play/v1/sign-out')
      else await reuse(end === 'reuse' ? app : await anotherProcess(context), page.tokens.refreshToken)

      assert.match(await stream.text(), /event: session-ended/)
      const reader = others.body?.getReader()
      const opening = await reader?.read()
      assert.equal(new TextDecoder().decode(opening?.value), ': open\n\n')
      assert.equal((await other.get('/play/v1/profile')).statusCode, 200)
      await reader?.cancel()
    }
  })

  it('needs a fresh access token after ten minutes', async () => {
    const { exchange, launchToken, refresh, profileWith, clock } = await launched()
    const { tokens } = (await exchange(launchToken, pageKey())).json()
    clock.advance(10 * 60_000)

    assert.equal((await profileWith(tokens.accessToken)).statusCode, 401)
    assert.equal((await refresh(tokens.refreshToken)).statusCode, 200)
  })

  it('ends at once, with its tokens, when the member is revoked or blocked, and stays ended', ON_PG, async () => {
    for (const end of ['DELETE', 'BLOCKED']) {
      const { exchange, launchToken, refresh, profileWith, put, delete: revoke } = await launched()
      const { tokens } = (await exchange(launchToken, pageKey())).json()
      await (end === 'DELETE' ? revoke('/partner/v1/users/u1') : put('/partner/v1/users/u1', { status: 'BLOCKED' }))
      assert.equal((await profileWith(tokens.accessToken)).statusCode, 401)
      await put('/partner/v1/users/u1', { status: 'ACTIVE' })

      assert.equal((await profileWith(tokens.accessToken)).statusCode, 401)
      assert.equal((await refresh(tokens.refreshToken)).statusCode, 401)
    }
  })

  it('continues when the clock is set an hour forward, and back', async () => {
    const { exchange, launchToken, clock, refresh, profileWith } = await launched()
    const { tokens } = (await exchange(launchToken, pageKey())).json()
    clock.advance(3_600_000)
    const forward = await refresh(tokens.refreshToken)
    clock.advance(-3_600_000)

    const back = await profileWith(forward.json().accessToken)
    const refreshed = await refresh(forward.json().refreshToken)

    assert.deepEqual(
      [forward, back, refreshed].map(({ statusCode }) => statusCode),
      [200, 200, 200],
    )
  })

  it('continues after a restart: the stream ends without an event', async () => {
    const { app, partner } = await testApp()
    const address = await app.listen({ port: 0, host: '127.0.0.1' })
    const { tokens } = await openPage(app, partner.authorization)
    const headers = { authorization: `Bearer ${tokens.accessToken}` }
    const stream = await fetch(`${address}/play/v1/events`, { headers })

    await app.close()

    assert.doesNotMatch(await stream.text(), /session-ended/)
  })

  it('tells an open view at once that the partner has ended it', ON_PG, async () => {
    const { app, partner, delete: revoke } = await testApp()
    const address = await app.listen({ port: 0, host: '127.0.0.1' })
    const { tokens } = await openPage(app, partner.authorization)
    const stream = await fetch(`${address}/play/v1/events`, {
      headers: { authorization: `Bearer ${tokens.accessToken}` },
    })

    await revoke('/partner/v1/users/u1')

    assert.match(await stream.text(), /event: session-ended/)
  })
})
