import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Heartbeat, HeartbeatAnswer } from '@estante/contract/play/activity.ts'
import { createHeartbeatQueue, type Delivery, type UnsentHeartbeat } from './heartbeat-queue.ts'

describe('the queue of heartbeats', () => {
  it('sends one heartbeat at a time, in order', async () => {
    const { heartbeats, sequences, settle } = testQueue()

    heartbeats.add(heartbeat({ sequence: 1 }))
    heartbeats.add(heartbeat({ sequence: 2 }))
    await settle()

    assert.deepEqual(sequences(), [1, 2])
  })

  it('retries after a failure, once the connection is back', async () => {
    const { heartbeats, sequences, answers, settle } = testQueue()
    answers.push('failed')

    heartbeats.add(heartbeat({ sequence: 1 }))
    await settle()
    heartbeats.flush()
    await settle()

    assert.deepEqual(sequences(), [1, 1])
  })

  it('waits longer after each failure, up to a minute', async () => {
    const { heartbeats, answers, delays, settle, runTimer } = testQueue()
    answers.push(...Array<Delivery>(8).fill('failed'))

    heartbeats.add(heartbeat({ sequence: 1 }))
    for (let attempt = 0; attempt < 7; attempt++) {
      await settle()
      runTimer()
    }
    await settle()

    assert.deepEqual(delays, [2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000])
  })

  it('replaces a waiting heartbeat by a newer one of its lease, except the first', async () => {
    const { heartbeats, sent, answers, settle } = testQueue()
    answers.push('failed')
    heartbeats.add(heartbeat({ sequence: 1, activeMs: 0 }))
    await settle()

    heartbeats.add(heartbeat({ sequence: 2, activeMs: 15_000 }))
    heartbeats.add(heartbeat({ sequence: 3, activeMs: 30_000 }))
    heartbeats.flush()
    await settle()

    assert.deepEqual(
      sent.map(({ sequence, activeMs }) => [sequence, activeMs]),
      [
        [1, 0],
        [1, 0],
        [3, 30_000],
      ],
    )
  })

  it('keeps one heartbeat of each chapter, so that every chapter read offline counts', async () => {
    const { heartbeats, sent, answers, settle } = testQueue()
    answers.push('failed')
    heartbeats.add(heartbeat({ sequence: 1, chapter: 0 }))
    await settle()

    heartbeats.add(heartbeat({ sequence: 2, chapter: 0, activeMs: 8000 }))
    heartbeats.add(heartbeat({ sequence: 3, chapter: 1, activeMs: 15_000 }))
    heartbeats.flush()
    await settle()

    assert.deepEqual(
      sent.slice(1).map(({ chapter, activeMs }) => [chapter, activeMs]),
      [
        [0, 0],
        [0, 8000],
        [1, 15_000],
      ],
    )
  })

  it('measures how long ago the activity was when the heartbeat is sent', async () => {
    const { heartbeats, sent, answers, clock, settle } = testQueue()
    answers.push('failed')
    heartbeats.add(heartbeat({ sequence: 2, activeAt: clock.now }))
    await settle()
    clock.now += 240_000

    heartbeats.flush()
    await settle()

    assert.deepEqual(
      sent.map(({ idleMs }) => idleMs),
      [0, 240_000],
    )
  })

  it('drops a refused heartbeat, and continues', async () => {
    const { heartbeats, sequences, answers, settle } = testQueue()
    answers.push('refused')

    heartbeats.add(heartbeat({ sequence: 1 }))
    heartbeats.add(heartbeat({ sequence: 2 }))
    await settle()

    assert.deepEqual(sequences(), [1, 2])
  })

  it('sends everything at once, with requests that outlive the page, when the member leaves', async () => {
    const { heartbeats, sent, answers, settle } = testQueue()
    answers.push('failed')
    heartbeats.add(heartbeat({ sequence: 1 }))
    await settle()
    heartbeats.add(heartbeat({ sequence: 2 }))
    sent.length = 0

    heartbeats.flushBeforeLeaving()
    await settle()

    assert.deepEqual(
      sent.map(({ sequence, keepalive }) => [sequence, keepalive]),
      [
        [1, true],
        [2, true],
      ],
    )
  })

  it('passes the server’s answer to the sender of the heartbeat', async () => {
    const { heartbeats, sent, answers, settle } = testQueue()
    const heard: number[] = []
    const onAnswer = ({ sequence }: HeartbeatAnswer) => void heard.push(sequence)
    answers.push('failed')

    heartbeats.add(heartbeat({ sequence: 1, onAnswer }))
    await settle()
    heartbeats.add(heartbeat({ sequence: 2, onAnswer }))
    heartbeats.flushBeforeLeaving()
    await settle()

    assert.deepEqual(heard, [1, 2])
    assert.equal(JSON.stringify(sent).includes('onAnswer'), false)
  })

  it('drops everything when the member session ends', async () => {
    const { heartbeats, sent, answers, settle } = testQueue()
    answers.push('ended')
    heartbeats.add(heartbeat({ sequence: 1 }))
    heartbeats.add(heartbeat({ sequence: 2 }))
    await settle()

    heartbeats.flush()
    await settle()

    assert.equal(sent.length, 1)
  })
})

function testQueue() {
  const sent: (Heartbeat & { keepalive: boolean })[] = []
  const answers: Delivery[] = []
  const delays: number[] = []
  const clock = { now: 1000 }
  let timer: (() => void) | undefined
  const heartbeats = createHeartbeatQueue({
    now: () => clock.now,
    async post(beats, keepalive) {
      sent.push({ ...beats, keepalive })
      return answers.shift() ?? accepted(beats)
    },
    later(run, delayMs) {
      delays.push(delayMs)
      timer = run
      return () => {
        timer = undefined
      }
    },
  })
  return {
    heartbeats,
    sent,
    sequences: () => sent.map(({ sequence }) => sequence),
    answers,
    delays,
    clock,
    runTimer: () => timer?.(),
    settle: () => new Promise((resolve) => setImmediate(resolve)),
  }
}

function accepted({ sequence }: Heartbeat): HeartbeatAnswer {
  return { sequence, progress: null }
}

function heartbeat(beats: Partial<UnsentHeartbeat>): UnsentHeartbeat {
  return {
    leaseId: '00000000-0000-4000-8000-000000000001',
    sequence: 1,
    publicationId: 'pub_1',
    activeMs: 0,
    activeAt: 1000,
    ...beats,
  }
}
