import assert from 'node:assert/strict'
import { text } from 'node:stream/consumers'
import { describe, it } from 'node:test'
import { createApp } from '../app.ts'
import { UNAUDITED } from '../audit/audit.ts'
import { listen, openEvents } from '../test/event-streams.ts'
import { exchange, openPage } from '../test/people.ts'
import { addPartner, testApp } from '../test/test-app.ts'
import { ON_PG } from '../test/test-database.ts'
import { resumePartner, suspendPartner } from './partner.ts'

const CATALOG = '/partner/v1/catalog'

type App = Awaited<ReturnType<typeof testApp>>

/** Suspends as another process does, without a notification in this one. */
const suspend = ({ db, clock }: App, partnerId: number) => suspendPartner(db, clock.now(), partnerId, UNAUDITED)
const resume = ({ db, clock }: App, partnerId: number) => resumePartner(db, clock.now(), partnerId, UNAUDITED)

describe('a suspended partner', () => {
  it('is refused by the API like a wrong credential, and served again when reactivated', async () => {
    const test = await testApp()
    const { app, get, partner } = test
    const wrong = await app.inject({ url: CATALOG })

    await suspend(test, partner.id)

    const refused = await get(CATALOG)
    assert.deepEqual([refused.statusCode, refused.body], [401, wrong.body])
    assert.equal(refused.headers.ratelimit, undefined)
    await resume(test, partner.id)
    assert.equal((await get(CATALOG)).statusCode, 200)
  })

  it('affects no other partner', async () => {
    const test = await testApp()
    const other = await addPartner(test.context)
    const page = await openPage(test.app, other.authorization)

    await suspend(test, test.partner.id)

    assert.equal((await test.caller(other).get(CATALOG)).statusCode, 200)
    assert.equal((await page.get('/play/v1/profile')).statusCode, 200)
  })

  it('has no links that open', async () => {
    const test = await testApp()
    const { app, post, partner } = test
    const launched = await post('/partner/v1/sessions', { externalUserId: 'u1' })
    const open = () => exchange(app, launched.json().launchToken)

    await suspend(test, partner.id)

    const refused = await open()
    assert.deepEqual([refused.statusCode, refused.json().code], [401, 'INVALID_LAUNCH_TOKEN'])
    await resume(test, partner.id)
    assert.equal((await open()).statusCode, 200)
  })

  it('has no members who are or can be signed in, until it is reactivated', async () => {
    const test = await testApp()
    const page = await openPage(test.app, test.partner.authorization)
    const refresh = () =>
      test.app.inject({
        method: 'POST',
        url: '/play/v1/refresh',
        payload: { refreshToken: page.tokens.refreshToken },
      })

    await suspend(test, test.partner.id)

    assert.equal((await page.get('/play/v1/profile')).statusCode, 401)
    assert.equal((await refresh()).statusCode, 401)
    await resume(test, test.partner.id)
    assert.equal((await page.get('/play/v1/profile')).statusCode, 200)
    assert.equal((await refresh()).statusCode, 200)
  })

  it('keeps a revoked member revoked when it is reactivated', async () => {
    const test = await testApp()
    const page = await openPage(test.app, test.partner.authorization)
    await test.delete('/partner/v1/users/u1')

    await suspend(test, test.partner.id)
    await resume(test, test.partner.id)

    assert.equal((await page.get('/play/v1/profile')).statusCode, 401)
  })

  it('has its open views ended on every node, and only its', ON_PG, async () => {
    const test = await testApp()
    const second = createApp(test.context)
    const other = await addPartner(test.context)
    const addresses = [await listen(test.app), await listen(second)]
    const pages = await Promise.all([
      openPage(test.app, test.partner.authorization, 'u1'),
      openPage(test.app, test.partner.authorization, 'u2'),
      openPage(test.app, other.authorization, 'u1'),
    ])
    const [first, elsewhere, others] = await Promise.all(
      pages.map(({ tokens }, index) => openEvents(addresses[index % 2] ?? '', tokens.accessToken)),
    )
    assert.ok(first && elsewhere && others)

    await suspend(test, test.partner.id)

    const ended = await Promise.all([text(first), text(elsewhere)])
    for (const events of ended) assert.match(events, /event: session-ended/)
    assert.equal(others.complete, false)
    others.destroy()
    await second.close()
  })

  it('has no view left open that was opened at the moment of the suspension', ON_PG, async () => {
    const test = await testApp()
    const address = await listen(test.app)
    const pages = await Promise.all(
      Array.from({ length: 12 }, (_, index) => openPage(test.app, test.partner.authorization, `u${index}`)),
    )

    const [views] = await Promise.all([
      Promise.all(pages.map(({ tokens }) => openEvents(address, tokens.accessToken))),
      suspend(test, test.partner.id),
    ])

    const texts = await Promise.all(views.map((view) => text(view)))
    views.forEach((view, index) => {
      assert.match(texts[index] ?? '', view.statusCode === 200 ? /event: session-ended/ : /INVALID_ACCESS_TOKEN/)
    })
  })
})
