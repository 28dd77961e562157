import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { PublicationCard } from '@estante/contract/play/publications.ts'
import type { Ending } from '@estante/contract/play/queue.ts'
import { createUpNext } from './up-next.ts'

describe('the automatic start of the next title', () => {
  it('happens ten seconds after the end of an audiobook, with the minutes left on the sleep timer', async () => {
    const { upNext, end, pass, started } = setUp({ timer: 12 })
    await end()
    const state = [upNext.title.value, upNext.secondsLeft.value]
    pass(9000)
    const left = upNext.secondsLeft.value
    const before = [...started]
    pass(1000)

    assert.deepEqual(state, ['Ondas 3', 10])
    assert.equal(left, 1)
    assert.deepEqual([before, started, upNext.title.value], [[], [['next', 12]], undefined])
  })

  it('happens at once when the member starts it, and only once', async () => {
    const { upNext, end, pass, started } = setUp()
    await end()

    upNext.startNow()
    pass(20_000)

    assert.deepEqual(started, [['next', undefined]])
  })

  it('does not happen when the member cancels, goes back, set the timer to the end, or has turned it off', async () => {
    const cancelled = setUp()
    await cancelled.end()
    cancelled.upNext.cancel()
    const backIn = setUp()
    await backIn.end()
    await backIn.upNext.follow(false)
    const asleep = setUp({ timer: 'chapter' })
    await asleep.end()

    const never = setUp({ isWanted: () => false })
    await never.end()
    let isWanted = true
    const turnedOff = setUp({ isWanted: () => isWanted })
    await turnedOff.end()
    isWanted = false
    const all = [cancelled, backIn, asleep, never, turnedOff]

    for (const one of all) one.pass(20_000)

    assert.deepEqual(
      all.map(({ started }) => started),
      [[], [], [], [], []],
    )
  })

  it('does not happen when the next title is unknown, or known only after the player was closed', async () => {
    const offline = setUp({ ending: undefined })
    await offline.end()
    const closed = setUp()
    const answered = closed.end()
    closed.upNext.cancel()
    await answered

    for (const one of [offline, closed]) one.pass(20_000)

    assert.deepEqual([offline.started, closed.started], [[], []])
  })
})

const cover = { url: '', srcset: '', ratio: 1, color: '#000000' }
const following: PublicationCard = {
  id: 'next',
  type: 'audiobook',
  title: 'Ondas 3',
  author: 'Ana',
  cover,
  saved: false,
  progress: null,
  otherForm: null,
}

/** A book that the test ends, with a manual clock. */
function setUp({
  timer,
  isWanted = () => true,
  ...known
}: {
  timer?: number | 'chapter'
  isWanted?: () => boolean
  ending?: Ending | undefined
} = {}) {
  const ending =
    'ending' in known
      ? known.ending
      : {
          startedAt: null,
          listeningSeconds: 0,
          readingSeconds: 0,
          finishedWorks: 1,
          queued: null,
          inSeries: following,
          sameAuthor: [],
          others: [],
        }
  const started: [string, number | undefined][] = []
  let now = 0
  let tick = () => {}
  const upNext = createUpNext(
    { id: 'here', timerAtEnd: () => timer },
    {
      now: () => now,
      timers: {
        setInterval: ((run: () => void) => {
          tick = run
          return 1
        }) as unknown as typeof setInterval,
        clearInterval: () => {
          tick = () => {}
        },
      },
      isWanted,
      readEnding: async () => ending,
      start: (id, minutes) => started.push([id, minutes]),
    },
  )
  return {
    upNext,
    started,
    end: async () => upNext.follow(true),
    pass(ms: number) {
      for (let step = 0; step < ms; step += 250) {
        now += 250
        tick()
      }
    },
  }
}
