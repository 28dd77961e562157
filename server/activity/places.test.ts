import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import type { Movement, Places } from '@estante/contract/play/places.ts'
import { sweep } from '../sweep/sweep.ts'
import { openPage } from '../test/people.ts'
import { addPublication } from '../test/publications.ts'
import { testApp } from '../test/test-app.ts'

const DAY_MS = 24 * 3_600_000

const at = (time: number) => ({ href: 'audio.m4a', locations: { time, totalProgression: time / 6000 } })

/** Two devices of one member, and a title that lasts a hundred minutes. */
async function twoDevices() {
  const service = await testApp()
  const { app, context, clock, partner } = service
  const title = await addPublication(context, { type: 'audiobook', title: 'O farol', durationMs: 6_000_000 })

  async function device(kind: Movement['device'], externalUserId = 'u1') {
    let page = await openPage(app, partner.authorization, externalUserId)
    const viewId = randomUUID()
    let step = 0
    const send = async (body: object) => {
      const leased = { leaseId: randomUUID(), sequence: 1, publicationId: title, activeMs: 0, idleMs: 0 }
      const answer = await page.post('/play/v1/activity', { ...leased, ...body })
      assert.equal(answer.statusCode, 200, answer.body)
      clock.advance(1000)
      return answer.json().progress as NonNullable<Places['current']>
    }
    return {
      send,
      move: (time: number, basedOn: number, more: Partial<Movement> = {}) => {
        step += 1
        return send({ movement: { locator: at(time), viewId, step, basedOn, device: kind, ...more } })
      },
      places: async (id = title) => (await page.get(`/play/v1/places/${id}`)).json() as Places,
      detail: async () => (await page.get(`/play/v1/publications/${title}`)).json(),
      viewId,
      async enterAgain() {
        page = await openPage(app, partner.authorization, externalUserId)
      },
    }
  }

  return { ...service, title, device, phone: await device('iphone'), tablet: await device('android-tablet') }
}

const timesOf = ({ former }: Places) => former.map(({ locator }) => locator.locations.time)

describe('the place of a title on two devices', () => {
  it('is moved by a view that saw its present version', async () => {
    const { phone, tablet } = await twoDevices()
    const first = await phone.move(100, 0)

    const second = await tablet.move(900, first.revision)

    assert.deepEqual(
      [first.locator.locations.time, first.viewId, second.locator.locations.time, second.viewId, second.device],
      [100, phone.viewId, 900, tablet.viewId, 'android-tablet'],
    )
    assert.ok(second.revision > first.revision)
  })

  it('is not moved by a device that did not see it move; the answer says where it is', async () => {
    const { phone, tablet } = await twoDevices()
    const seenByBoth = await phone.move(100, 0)
    await phone.move(2000, seenByBoth.revision)

    const answer = await tablet.move(130, seenByBoth.revision)

    assert.deepEqual([answer.locator.locations.time, answer.viewId], [2000, phone.viewId])
  })

  it('is moved by that device once its member has seen it and chosen to stay', async () => {
    const { phone, tablet } = await twoDevices()
    const seenByBoth = await phone.move(100, 0)
    await phone.move(2000, seenByBoth.revision)
    const { revision } = await tablet.move(130, seenByBoth.revision)

    const stayed = await tablet.move(131, revision)

    assert.deepEqual([stayed.locator.locations.time, stayed.viewId], [131, tablet.viewId])
    assert.deepEqual(timesOf(await phone.places()), [2000])
  })

  it('goes on when answers are lost, and never back when heartbeats come out of order', async () => {
    const { phone } = await twoDevices()
    await phone.move(100, 0)
    await phone.move(130, 0, { step: 5 })

    const late = await phone.move(115, 0, { step: 4 })

    assert.equal(late.locator.locations.time, 130)
    assert.deepEqual((await phone.places()).former, [])
  })

  it('goes back to the start when the member does', async () => {
    const { phone } = await twoDevices()
    const { revision } = await phone.move(5000, 0)

    const restarted = await phone.move(0, revision)

    assert.equal(restarted.locator.locations.time, 0)
  })

  it('is unchanged by a heartbeat without a place', async () => {
    const { phone } = await twoDevices()
    const before = await phone.move(2000, 0)

    const after = await phone.send({})

    assert.deepEqual([after.revision, after.locator], [before.revision, before.locator])
  })

  it('says how long ago it was moved, by the server’s clock', async () => {
    const { phone, clock } = await twoDevices()
    await phone.move(2000, 0)
    clock.advance(59_000)

    const { place } = await phone.detail()

    assert.equal(place.secondsAgo, 60)
  })
})

describe('the places that a member left', () => {
  it('are where a jump began, and where another device was', async () => {
    const { phone, tablet } = await twoDevices()
    const jumped = await phone.move(3000, 0, { from: at(100) })
    await tablet.move(5000, jumped.revision)

    const { current, former } = await phone.places()

    assert.equal(current?.locator.locations.time, 5000)
    assert.deepEqual(
      former.map(({ locator, device }) => [locator.locations.time, device]),
      [
        [3000, 'iphone'],
        [100, 'iphone'],
      ],
    )
  })

  it('are where a sitting ended, and nowhere on the way', async () => {
    const { phone, clock } = await twoDevices()
    await phone.move(1000, 0)
    await phone.move(1100, 0)
    await phone.move(1200, 0)
    clock.advance(DAY_MS)
    await phone.enterAgain()

    await phone.move(4000, 0)

    assert.deepEqual(timesOf(await phone.places()), [1200])
  })

  it('include refused moves, one of each view, until that view has the place', async () => {
    const { phone, tablet } = await twoDevices()
    const first = await phone.move(100, 0)
    await tablet.move(2000, 0)
    await tablet.move(2500, 0)
    const late = timesOf(await phone.places())

    await tablet.move(2600, first.revision)

    assert.deepEqual([late, timesOf(await phone.places())], [[2500], [100]])
  })

  it('are ten at most, without duplicates', async () => {
    const { phone } = await twoDevices()
    for (let jump = 1; jump <= 14; jump++) await phone.move(5900, 0, { from: at(jump * 300) })
    await phone.move(5900, 0, { from: at(9 * 300 + 20) })

    const times = timesOf(await phone.places())

    assert.deepEqual(times, [2720, 4200, 3900, 3600, 3300, 3000, 2400, 2100, 1800, 1500])
  })

  it('are the member’s own, and of one title', async () => {
    const { phone, device, context } = await twoDevices()
    await phone.move(3000, 0, { from: at(100) })
    const stranger = await device('computer', 'u2')
    const other = await addPublication(context, { type: 'audiobook', title: 'O vento' })

    const answers = [await stranger.places(), await phone.places(other), await phone.places('pub_nada')]

    assert.deepEqual(answers, Array(3).fill({ current: null, former: [] }))
    assert.equal((await phone.places()).former.length, 1)
  })

  it('are swept with the minutes', async () => {
    const { phone, clock, context } = await twoDevices()
    await phone.move(3000, 0, { from: at(100) })
    const count = async () => (await context.db.read.selectFrom('former_place').selectAll().execute()).length
    clock.advance((context.config.retention.activityMonths - 1) * 30 * DAY_MS)
    await sweep(context)
    const before = await count()
    clock.advance(90 * DAY_MS)

    await sweep(context)

    assert.deepEqual([before, await count()], [1, 0])
  })
})
