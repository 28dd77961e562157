import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { type AddressInfo, connect } from 'node:net'
import { after, describe, it } from 'node:test'
import { EVENTS_PATH } from '@estante/contract/play/launch.ts'
import type { FastifyInstance } from 'fastify'
import { createApp } from '../app.ts'
import { eventually } from '../test/eventually.ts'
import { openPage } from '../test/people.ts'
import { addPublication } from '../test/publications.ts'
import { testApp } from '../test/test-app.ts'
import { ON_PG } from '../test/test-database.ts'

const at = (time: number) => ({ href: 'audio.m4a', locations: { time } })

/** A member with a telephone that moves the place, and other open views of theirs and of another member. */
async function phoneOf(externalUserId = 'u1') {
  const service = await testApp()
  const { app, context, clock, partner } = service
  // At the start of a minute.
  clock.advance(60_000 - (clock.now() % 60_000))
  const title = await addPublication(context, { type: 'audiobook', title: 'O farol', durationMs: 6_000_000 })
  const phone = await openPage(app, partner.authorization, externalUserId)
  const viewId = randomUUID()
  let step = 0

  async function move(time: number, basedOn = 0, from?: number, page = phone): Promise<number> {
    step += 1
    const jump = from !== undefined && { from: at(from) }
    const movement = { locator: at(time), viewId, step, basedOn, device: 'iphone', ...jump }
    const heartbeat = { leaseId: randomUUID(), sequence: 1, publicationId: title, activeMs: 0, idleMs: 0 }
    const answer = await page.post('/play/v1/activity', { ...heartbeat, movement })
    assert.equal(answer.statusCode, 200, answer.body)
    return answer.json().progress.revision
  }

  /** The distinct place events that an open view receives: on PostgreSQL, its node is notified of its own news, too. */
  async function openView(of = externalUserId, node: FastifyInstance = app) {
    if (!node.server.listening) await node.listen({ port: 0, host: '127.0.0.1' })
    const { tokens } = await openPage(app, partner.authorization, of)
    const client = connect((node.server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {})
    after(() => client.destroy())
    client.write(`GET ${EVENTS_PATH} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${tokens.accessToken}\r\n\r\n`)
    let text = ''
    client.on('data', (data) => {
      text += data
    })
    await eventually(() => text.includes(': open'))
    return () => {
      const events = new Set([...text.matchAll(/^event: place-moved\ndata: (.*)$/gm)].map(([, data]) => data!))
      return [...events].map((data) => JSON.parse(data))
    }
  }

  return { ...service, title, viewId, move, openView }
}

describe('an open view of a member', ON_PG, () => {
  it('is notified when another view moves a place; views of other members are not', async () => {
    const { app, partner, title, viewId, move, openView } = await phoneOf()
    const heard = await openView()
    const heardByOther = await openView('u2')

    const revision = await move(100)
    await eventually(() => heard().length > 0)
    await move(200, 0, undefined, await openPage(app, partner.authorization, 'u2'))
    await eventually(() => heardByOther().length > 0)

    assert.deepEqual(heard(), [{ publicationId: title, revision, viewId }])
    assert.equal(heardByOther().length, 1)
  })

  it('is notified about once a minute of continuous playback, and at once of a jump', async () => {
    const { clock, context, move, openView } = await phoneOf()
    const heard = await openView()
    const revisions = () => heard().map(({ revision }) => revision)
    await move(100)

    for (let time = 115; time < 190; time += 15) {
      clock.advance(15_000)
      await move(time)
    }
    await move(2000, 0, 175)
    await eventually(() => revisions().includes(7))

    assert.deepEqual(revisions(), [1, 5, 7], context.db.kind)
  })

  it('is notified across nodes', async (test) => {
    const { context, move, openView } = await phoneOf()
    if (context.db.kind !== 'postgresql') return test.skip('the embedded database has one node')
    const node = createApp(context)
    after(() => node.close())
    const heard = await openView('u1', node)

    // The node may not be listening to the database yet.
    let time = 0
    await eventually(async () => {
      time += 1000
      await move(time, 0, time - 1000)
      return heard().length > 0
    })

    assert.ok(heard()[0].revision >= 1)
  })
})
