import assert from 'node:assert/strict'
import { text } from 'node:stream/consumers'
import { describe, it } from 'node:test'
import { createApp } from '../app.ts'
import { UNAUDITED } from '../audit/audit.ts'
import { listen, openEvents } from '../test/event-streams.ts'
import { joinPanel } from '../test/panel.ts'
import { exchange, openPage, pageKey } from '../test/people.ts'
import { addCredential, addPartner, testApp } from '../test/test-app.ts'
import { ON_PG } from '../test/test-database.ts'
import { endViewsOfCredential, revokeCredential } from './credential.ts'

async function service() {
  const test = await testApp()
  const { app, context, partner } = test
  const panel = await joinPanel(app, context, partner.id, 'developer')
  const call = (clientId: string, act: 'revoke' | 'end-views') => panel.post(`/panel/v1/credentials/${clientId}/${act}`)
  return { ...test, panel, call }
}

describe('the end of the views of a credential', () => {
  it('signs out the members of its links, and nobody else', async () => {
    const { app, context, partner, panel, call } = await service()
    const other = await addCredential(context, partner.id)
    const [page, others] = [await openPage(app, partner.authorization), await openPage(app, other.authorization)]
    const trial = (await panel.post('/panel/v1/try', {})).json().launchUrl
    const tried = await exchange(app, new URL(trial).searchParams.get('token'))
    const refresh = () =>
      app.inject({ method: 'POST', url: '/play/v1/refresh', payload: { refreshToken: page.tokens.refreshToken } })
    await call(partner.clientId, 'revoke')
    const afterRevocation = (await page.get('/play/v1/profile')).statusCode

    const ended = await call(partner.clientId, 'end-views')

    assert.equal(afterRevocation, 200)
    assert.equal(ended.json().viewsEndedAt, new Date(context.clock.now()).toISOString())
    assert.deepEqual([(await page.get('/play/v1/profile')).statusCode, (await refresh()).statusCode], [401, 401])
    assert.equal((await others.get('/play/v1/profile')).statusCode, 200)
    const authorization = `Bearer ${tried.json().tokens.accessToken}`
    assert.equal((await app.inject({ url: '/play/v1/profile', headers: { authorization } })).statusCode, 200)
    const member = await panel.get('/panel/v1/members?environment=production')
    const { openViews } = (
      await panel.get(`/panel/v1/members/${member.json().items[0].id}?environment=production`)
    ).json()
    assert.equal(openViews.length, 1)
  })

  it('voids its links, opened or not, and says so to the partner', ON_PG, async () => {
    const { app, db, partner, post, call } = await service()
    const mint = async (externalUserId: string) => (await post('/partner/v1/sessions', { externalUserId })).json()
    const [unopened, opened, key] = [await mint('u1'), await mint('u2'), pageKey()]
    await exchange(app, opened.launchToken, key)
    await call(partner.clientId, 'revoke')

    await call(partner.clientId, 'end-views')

    for (const refused of [await exchange(app, unopened.launchToken), await exchange(app, opened.launchToken, key)]) {
      assert.deepEqual([refused.statusCode, refused.json().code], [401, 'INVALID_LAUNCH_TOKEN'])
    }
    const launches = await db.read.selectFrom('launch').select('refused_reason').orderBy('id').execute()
    assert.deepEqual(
      launches.map((launch) => launch.refused_reason),
      ['credential', 'used'],
    )
  })

  it('is only for a revoked credential of the partner, once, and audited', async () => {
    const { context, db, partner, call } = await service()
    const stranger = await addPartner(context)
    await revokeCredential(db, context.clock.now(), stranger, UNAUDITED)

    const early = await call(partner.clientId, 'end-views')
    await call(partner.clientId, 'revoke')
    const answers = [await call(partner.clientId, 'end-views'), await call(partner.clientId, 'end-views')]

    assert.equal(early.statusCode, 404)
    assert.equal((await call(stranger.clientId, 'end-views')).statusCode, 404)
    assert.deepEqual(answers[0]?.json(), answers[1]?.json())
    const audited = await db.read.selectFrom('audit').select('act').where('subject', '=', partner.clientId).execute()
    assert.deepEqual(
      audited.map(({ act }) => act),
      ['credential-revoked', 'credential-views-ended'],
    )
  })

  it('ends open event streams on every node, and only its', ON_PG, async () => {
    const { app, context, db, clock, partner } = await service()
    const second = createApp(context)
    const other = await addCredential(context, partner.id)
    const pages = [
      await openPage(app, partner.authorization, 'u1'),
      await openPage(app, partner.authorization, 'u2'),
      await openPage(app, other.authorization, 'u1'),
    ]
    const addresses = [await listen(app), await listen(second)]
    const [first, elsewhere, others] = await Promise.all(
      pages.map(({ tokens }, index) => openEvents(addresses[index % 2]!, tokens.accessToken)),
    )
    await revokeCredential(db, clock.now(), partner, UNAUDITED)

    await endViewsOfCredential(db, clock.now(), partner, UNAUDITED)

    const ended = await Promise.all([text(first!), text(elsewhere!)])
    for (const events of ended) assert.match(events, /event: session-ended/)
    assert.equal(others!.complete, false)
    others!.destroy()
    await second.close()
  })
})
