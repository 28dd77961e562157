import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Movement } from '@estante/contract/play/places.ts'
import type { UnsentHeartbeat } from './heartbeat-queue.ts'
import { createReading } from './reading.ts'

describe('the time read', () => {
  it('is the time during which the book was on screen', () => {
    const { reading, pass, sent } = reader()

    reading.show(0)
    pass(40)
    reading.hide()

    assert.equal(sent.at(-1)?.activeMs, 40_000)
  })

  it('does not grow while the device sleeps', () => {
    const { reading, pass, sent, clock } = reader()
    reading.show(0)
    pass(10)

    clock.now += 3_600_000
    reading.tick()
    pass(2)
    reading.hide()

    assert.equal(sent.at(-1)?.activeMs, 12_000)
  })

  it('does not grow after ten minutes on a page, until the next move', () => {
    const { reading, move, pass, sent } = reader()
    reading.show(0)
    pass(600)
    const beatsOfTenMinutes = sent.length
    pass(3000)
    const unattended = sent.length

    move(0.5)
    pass(30)
    reading.hide()

    assert.deepEqual([sent.at(-1)?.activeMs, unattended], [629_000, beatsOfTenMinutes])
  })

  it('belongs to the chapter that was on screen', () => {
    const { reading, pass, sent } = reader()

    reading.show(0)
    pass(3)
    reading.show(1)
    pass(4)
    reading.hide()

    assert.deepEqual(
      sent.map(({ chapter, activeMs }) => [chapter, activeMs]),
      [
        [0, 0],
        [0, 3000],
        [1, 7000],
      ],
    )
  })

  it('counts for both pages of a spread, one after the other', () => {
    const { reading, pass, sent } = reader()

    reading.show(2, 3)
    pass(7)
    reading.show(2, 3)
    pass(5)
    reading.show(4, 5)
    reading.hide()

    const chapters = sent.map(({ chapter }) => chapter)
    assert.deepEqual([...new Set(chapters)], [2, 3, 4])
    assert.equal(sent.find(({ chapter }) => chapter === 3)?.activeMs, 12_000)
  })

  it('is reported promptly once a chapter counts', () => {
    const { reading, pass, sent } = reader()

    reading.show(0)
    pass(6)

    assert.deepEqual(
      sent.map(({ activeMs }) => activeMs),
      [0, 6000],
    )
  })

  it('begins anew when the member returns to a chapter', () => {
    const { reading, pass, sent } = reader()
    reading.show(0)
    pass(3)
    reading.show(1)
    pass(1)
    reading.show(0)
    const before = sent.length

    pass(5)
    const early = sent.length
    pass(1)

    assert.deepEqual([early - before, sent.length - before], [0, 1])
  })
})

describe('a lease of reading', () => {
  it('reports no place that did not move', () => {
    const { reading, pass, sent } = reader()

    reading.show(0)
    pass(40)
    reading.hide()

    assert.deepEqual([sent.length > 2, sent.some((heartbeat) => 'movement' in heartbeat)], [true, false])
  })

  it('reports a new place as soon as the member stays there', () => {
    const { reading, move, pass, sent } = reader()
    reading.show(0)
    pass(1)

    move(0.5)
    pass(1)
    move(0.6)
    pass(1)
    const early = sent.length
    pass(1)

    assert.deepEqual([early, sent.length, sent.at(-1)?.movement?.locator.locations.progression], [1, 2, 0.6])
  })

  it('reports the place when a chapter is left', () => {
    const { reading, move, pass, sent } = reader()
    reading.show(0)
    pass(2)

    move(0)
    reading.show(1)

    assert.equal(sent.at(-1)?.movement?.locator.locations.progression, 0)
  })

  it('begins anew after the book was hidden', () => {
    const { reading, pass, sent } = reader()
    reading.show(0)
    pass(2)
    reading.hide()

    reading.show(0)

    assert.notEqual(sent[0]?.leaseId, sent.at(-1)?.leaseId)
    assert.deepEqual([sent.at(-1)?.sequence, sent.at(-1)?.activeMs], [1, 0])
  })

  it('does not run while the book is hidden', () => {
    const { reading, pass, sent } = reader()
    reading.show(0)
    reading.hide()
    const before = sent.length

    pass(60)

    assert.equal(sent.length, before)
  })
})

function reader() {
  const sent: UnsentHeartbeat[] = []
  const clock = { now: 9000 }
  const heartbeats = {
    add: (unsent: UnsentHeartbeat) => void sent.push(unsent),
    flush() {},
    flushBeforeLeaving() {},
    clear() {},
  }
  let movement: Movement | undefined
  const place = { isUnsent: () => movement !== undefined, toReport: () => (movement ? { movement } : {}) }
  const reading = createReading(heartbeats, () => clock.now, 'pub_1', place)

  function move(progression: number) {
    const locator = { href: 'chapter.xhtml', locations: { progression } }
    movement = { locator, viewId: 'view', step: 1, basedOn: 0, device: 'computer' }
    reading.moved()
  }

  function pass(seconds: number) {
    for (let second = 0; second < seconds; second++) {
      clock.now += 1000
      reading.tick()
    }
  }

  return { reading, sent, clock, move, pass }
}
