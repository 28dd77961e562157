import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { waitForBatch } from './wait-for-batch.ts'

/** Counts the turns of the event loop until a promise resolves. */
async function turnsOf(waiting: { length: number }, eachTurn: (turn: number) => void): Promise<number> {
  let isOver = false
  const over = waitForBatch(waiting).then(() => {
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

describe('the window of a group commit', () => {
  it('closes soon when nothing else arrives', async () => {
    assert.ok((await turnsOf(['first'], () => {})) < 5)
  })

  it('stays open for writes that arrive in the next turns', async () => {
    const waiting = ['first']
    await turnsOf(waiting, (turn) => turn < 3 && waiting.push('late'))

    assert.equal(waiting.length, 3)
  })

  it('closes under a continuous stream of writes', async () => {
    const waiting = ['first']

    assert.ok((await turnsOf(waiting, () => waiting.push('late'))) < 20)
  })
})
