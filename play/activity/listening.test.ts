import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Movement } from '@estante/contract/play/places.ts'
import type { UnsentHeartbeat } from './heartbeat-queue.ts'
import { createListening } from './listening.ts'

describe('the time listened to', () => {
  it('is the time during which the sound advanced', () => {
    const { listening, play, sent, sound } = listener()

    listening.started(sound)
    play(60)
    listening.stopped(sound)

    assert.equal(sent.at(-1)?.activeMs, 60_000)
    assert.equal(sent.at(-1)?.contentMs, 60_000)
  })

  it('is wall-clock time at any speed, with the content heard beside it', () => {
    const { listening, play, sent, sound } = listener({ rate: 3 })

    listening.started(sound)
    play(60)
    listening.stopped(sound)

    assert.equal(sent.at(-1)?.activeMs, 60_000)
    assert.equal(sent.at(-1)?.contentMs, 180_000)
  })

  it('does not grow by a jump forward', () => {
    const { listening, play, jump, sent, sound } = listener()

    listening.started(sound)
    play(10)
    jump(3600)
    play(10)
    listening.stopped(sound)

    assert.equal(sent.at(-1)?.activeMs, 20_000)
    assert.equal(sent.at(-1)?.contentMs, 20_000)
  })

  it('does not grow by an unannounced jump', () => {
    const { listening, play, sent, sound, clock } = listener()
    listening.started(sound)
    play(10)

    sound.time += 600
    clock.now += 1000
    listening.sample(sound)
    listening.stopped(sound)

    assert.equal(sent.at(-1)?.activeMs, 11_000)
  })

  it('does not grow while the sound is stalled', () => {
    const { listening, play, stall, sent, sound } = listener()

    listening.started(sound)
    play(10)
    stall(120)
    play(5)
    listening.stopped(sound)

    assert.equal(sent.at(-1)?.activeMs, 15_000)
  })

  it('does not grow while the device sleeps', () => {
    const { listening, play, sent, sound, clock } = listener()
    listening.started(sound)
    play(10)

    clock.now += 8 * 3_600_000
    sound.time += 0.25
    listening.sample(sound)
    listening.stopped(sound)

    assert.equal(sent.at(-1)?.activeMs, 10_250)
  })

  it('is complete when the background page is throttled', () => {
    const { listening, sent, sound, clock } = listener()
    listening.started(sound)

    for (let minute = 0; minute < 5; minute++) {
      clock.now += 60_000
      sound.time += 60
      listening.sample(sound)
    }
    listening.stopped(sound)

    assert.equal(sent.at(-1)?.activeMs, 300_000)
  })
})

describe('a lease of listening', () => {
  it('opens without a claim, and sends a heartbeat every fifteen seconds', () => {
    const { listening, play, sent, sound } = listener()

    listening.started(sound)
    play(46)

    assert.deepEqual(
      sent.map(({ sequence, activeMs }) => [sequence, activeMs]),
      [
        [1, 0],
        [2, 15_000],
        [3, 30_000],
        [4, 45_000],
      ],
    )
  })

  it('begins anew after every pause, from zero', () => {
    const { listening, play, sent, sound } = listener()
    listening.started(sound)
    play(7)
    listening.stopped(sound)

    listening.started(sound)
    play(4)
    listening.stopped(sound)

    const [first, second, third, fourth] = sent
    assert.equal(first?.leaseId, second?.leaseId)
    assert.notEqual(second?.leaseId, third?.leaseId)
    assert.deepEqual([third?.sequence, fourth?.sequence, fourth?.activeMs], [1, 2, 4000])
  })

  it('has an identifier that the contract accepts', () => {
    const { listening, sent, sound } = listener()

    listening.started(sound)

    assert.match(sent[0]?.leaseId ?? '', /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  })

  it('reports no place that did not move', () => {
    const { listening, play, sent, sound } = listener({ isMoved: false })

    listening.started(sound)
    play(3)
    listening.report()
    listening.stopped(sound)

    assert.equal(
      sent.some((heartbeat) => 'movement' in heartbeat),
      false,
    )
  })

  it('sends nothing in silence while the place does not move', () => {
    const { listening, sent } = listener({ isMoved: false })

    listening.report()

    assert.deepEqual(sent, [])
  })

  it('reports a place chosen in silence, without claiming time', () => {
    const { listening, sent } = listener()

    listening.report()

    assert.deepEqual([sent.length, sent[0]?.activeMs, sent[0]?.movement?.locator.href], [1, 0, 'audio.m4a'])
  })
})

const MOVEMENT: Movement = {
  locator: { href: 'audio.m4a', locations: { time: 12 } },
  viewId: 'view',
  step: 1,
  basedOn: 0,
  device: 'computer',
}

function listener({ rate = 1, isMoved = true } = {}) {
  const sent: UnsentHeartbeat[] = []
  const clock = { now: 5000 }
  const sound = { time: 100, rate }
  const heartbeats = {
    add: (unsent: UnsentHeartbeat) => void sent.push(unsent),
    flush() {},
    flushBeforeLeaving() {},
    clear() {},
  }
  const place = { isUnsent: () => isMoved, toReport: () => (isMoved ? { movement: MOVEMENT } : {}) }
  const listening = createListening(heartbeats, () => clock.now, 'pub_1', place)

  function play(seconds: number) {
    for (let step = 0; step < seconds * 4; step++) {
      clock.now += 250
      sound.time += 0.25 * rate
      listening.sample(sound)
    }
  }

  function stall(seconds: number) {
    for (let step = 0; step < seconds; step++) {
      clock.now += 1000
      listening.sample(sound)
    }
  }

  function jump(seconds: number) {
    listening.jumped()
    sound.time += seconds
    listening.sample(sound)
  }

  return { listening, sent, clock, sound, play, stall, jump }
}
