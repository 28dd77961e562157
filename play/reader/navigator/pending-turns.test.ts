import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createPendingTurns } from './pending-turns.ts'

describe('turns while a chapter loads', () => {
  it('are made once it is shown, when they leaf through the book', () => {
    const { turns, after } = startTurns()
    turns.begin(1)
    after(200)
    turns.add(1)
    after(200)
    turns.add(1)
    after(5000)

    assert.equal(turns.take().count, 2)
    assert.equal(turns.take().count, 0)
  })

  it('are not made when they repeat one that takes long, nor right after it was shown', () => {
    const { turns, after } = startTurns()
    turns.begin(-1)
    for (const pause of [700, 700, 100]) {
      after(pause)
      turns.add(-1)
    }

    assert.equal(turns.take().count, 0)
    after(200)
    assert.deepEqual([turns.isRepeated(-1), turns.isRepeated(1)], [true, false])
    after(200)
    assert.equal(turns.isRepeated(-1), false)
  })

  it('are as many as a second has time for, however long the chapter takes', () => {
    const { turns, after } = startTurns()
    turns.begin(1)
    for (let turn = 0; turn < 50; turn++) {
      after(150)
      turns.add(1)
    }

    assert.equal(turns.take().count, 6)
  })

  it('take back each other, and in the end the one that loads', () => {
    const { turns, after } = startTurns()
    turns.begin(1)
    after(100)
    turns.add(1)
    after(2000)

    assert.deepEqual([turns.add(-1), turns.add(-1)], [true, false])
  })

  it('are made after a jump in either direction, which no turn takes back', () => {
    const { turns, after } = startTurns()
    turns.begin()
    after(2000)
    for (const by of [1, 1, -1, -1, -1, -1] as const) {
      after(100)
      assert.ok(turns.add(by))
    }

    assert.deepEqual(turns.take(), { by: -1, count: 2 })
  })

  it('are not made when they repeat the first after a jump', () => {
    const { turns, after } = startTurns()
    turns.begin()
    for (const pause of [2000, 700, 700]) {
      after(pause)
      turns.add(1)
    }

    assert.deepEqual(turns.take(), { by: 1, count: 1 })
  })

  it('are ignored while nothing loads', () => {
    const { turns } = startTurns()

    assert.deepEqual([turns.add(1), turns.add(-1), turns.take().count], [true, true, 0])
  })
})

function startTurns() {
  let now = 10_000
  return {
    turns: createPendingTurns(() => now),
    after(ms: number) {
      now += ms
    },
  }
}
