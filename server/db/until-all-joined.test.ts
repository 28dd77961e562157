import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { untilAllJoined } from './until-all-joined.ts'

/** The turn at which it ends, for whoever began it before the first. */
async function turnsOf(waiting: { length: number }, eachTurn: (turn: number) => void): Promise<number> {
  let isOver = false
  const over = untilAllJoined(waiting).then(() => {
    isOver = true
  })
  let turn = 0
  while (!isOver) {
    await nextTurn()
    eachTurn(++turn)
  }
  await over
  return turn
}

describe('Who waits for all to join', () => {
  it('goes on after a turn that brought nobody', async () => {
    assert.equal(await turnsOf(['first'], () => {}), 2)
  })

  it('waits for those of the turns after, as long as they come', async () => {
    const waiting = ['first']
    const turns = await turnsOf(waiting, (turn) => turn < 3 && waiting.push('late'))

    assert.deepEqual([turns, waiting.length], [4, 3])
  })

  it('goes on at last when there is no end to them', async () => {
    const waiting = ['first']

    assert.equal(await turnsOf(waiting, () => waiting.push('late')), 5)
  })
})
