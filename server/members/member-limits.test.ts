import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { openPage, pageKey } from '../test/people.ts'
import { addPublication } from '../test/publications.ts'
import { testApp } from '../test/test-app.ts'
import { ON_PG } from '../test/test-database.ts'

const statuses = (answers: { statusCode: number }[]) => answers.map(({ statusCode }) => statusCode)

describe('a member', () => {
  it(
    'allows sixty calls at once and five a second, and says how long to wait; heartbeats and other members are not affected',
    ON_PG,
    async () => {
      const { app, context, clock, partner } = await testApp()
      const publicationId = await addPublication(context, { type: 'audiobook', title: 'O farol' })
      const page = await openPage(app, partner.authorization)
      const again = await openPage(app, partner.authorization)
      const other = await openPage(app, partner.authorization, 'u2')
      const calls = await Promise.all(
        Array.from({ length: 60 }, (_, at) => (at % 2 ? page : again).get('/play/v1/profile')),
      )

      const refused = await page.get('/play/v1/library')
      const beat = { leaseId: randomUUID(), sequence: 1, publicationId, activeMs: 0, idleMs: 0 }
      const unhindered = [await page.post('/play/v1/activity', beat), await other.get('/play/v1/profile')]
      clock.advance(200)
      const later = [await page.get('/play/v1/profile'), await page.get('/play/v1/profile')]

      assert.deepEqual(new Set(statuses(calls)), new Set([200]))
      assert.deepEqual([refused.statusCode, refused.headers['retry-after']], [429, '1'])
      assert.deepEqual(
        [statuses(unhindered), statuses(later)],
        [
          [200, 200],
          [200, 429],
        ],
      )
    },
  )

  it('counts refreshes within the same limit, and limits repeated exchanges of one launch token', ON_PG, async () => {
    const { app, partner, post } = await testApp()
    const { tokens } = await openPage(app, partner.authorization)
    const { launchToken: token } = (await post('/partner/v1/sessions', { externalUserId: 'u2' })).json()
    const key = pageKey()
    const send = (url: string, payload: object) => app.inject({ method: 'POST', url, payload })
    const often = (url: string, payload: object, times: number) =>
      Promise.all(Array.from({ length: times }, () => send(url, payload)))

    const renewed = await often('/play/v1/refresh', { refreshToken: tokens.refreshToken }, 61)
    const first = await send('/play/v1/launch', { token, key })
    const repeated = await often('/play/v1/launch', { token, key }, 11)

    assert.deepEqual(
      [statuses(renewed).filter((one) => one === 200).length, statuses(renewed).sort().at(-1)],
      [60, 429],
    )
    assert.equal(first.statusCode, 200)
    assert.deepEqual(
      [statuses(repeated).filter((one) => one === 200).length, statuses(repeated).sort().at(-1)],
      [10, 429],
    )
  })

  it('limits repeated exchanges of a refused launch token', ON_PG, async () => {
    const { app, post, delete: revoke } = await testApp()
    const { launchToken: token } = (await post('/partner/v1/sessions', { externalUserId: 'u1' })).json()
    await revoke('/partner/v1/users/u1')
    const exchange = () => app.inject({ method: 'POST', url: '/play/v1/launch', payload: { token, key: pageKey() } })

    const first = await exchange()
    const repeated = await Promise.all(Array.from({ length: 11 }, exchange))

    assert.equal(first.json().code, 'INVALID_LAUNCH_TOKEN')
    const limited = repeated.filter(({ statusCode }) => statusCode === 429)
    assert.deepEqual([limited.length, repeated.length - limited.length], [1, 10])
  })

  it(
    'may have ten event streams in all member sessions together; one more closes the oldest, without ending its session',
    ON_PG,
    async () => {
      const { app, partner } = await testApp()
      const address = await app.listen({ port: 0, host: '127.0.0.1' })
      const pages = [await openPage(app, partner.authorization), await openPage(app, partner.authorization)]
      const stranger = await openPage(app, partner.authorization, 'u2')
      const leaving = new AbortController()
      const open = async ({ tokens }: (typeof pages)[number]) => {
        const headers = { authorization: `Bearer ${tokens.accessToken}` }
        const { body } = await fetch(`${address}/play/v1/events`, { headers, signal: leaving.signal })
        const reader = (body as ReadableStream<Uint8Array>).getReader()
        await reader.read()
        return reader
      }
      const others = await open(stranger)
      const streams = []
      for (let opened = 0; opened < 12; opened++) streams.push(await open(pages[opened % 2] as (typeof pages)[number]))
      let isOthersOver = false
      others.read().then(
        () => {
          isOthersOver = true
        },
        () => {},
      )

      const farewells = await Promise.all(streams.slice(0, 2).map((reader) => reader.read()))
      const ends = await Promise.all(streams.slice(0, 2).map((reader) => reader.read()))
      const stillOpen = streams.slice(2).map((reader) => reader.read().catch(() => ({ done: true })))
      await app.inject({ url: '/healthz' })

      for (const { value } of farewells) assert.doesNotMatch(new TextDecoder().decode(value), /session-ended/)
      assert.deepEqual(
        ends.map(({ done }) => done),
        [true, true],
      )
      assert.equal(await Promise.race([...stillOpen, Promise.resolve('open')]), 'open')
      assert.equal(isOthersOver, false)
      leaving.abort()
      await Promise.all(stillOpen)
    },
  )
})
