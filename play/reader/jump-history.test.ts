import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createJumpHistory } from './jump-history.ts'

describe('the way back from a jump', () => {
  it('leads to the latest place first', () => {
    const history = createJumpHistory<string>()
    history.push('capítulo 1')
    history.push('nota 7')

    assert.deepEqual([history.pop(), history.pop(), history.pop()], ['nota 7', 'capítulo 1', undefined])
  })

  it('is offered until three pages were turned after the last jump', () => {
    const history = createJumpHistory<string>()
    history.push('capítulo 1')
    history.turned()
    history.turned()
    history.push('nota 7')
    history.turned()
    history.turned()
    assert.deepEqual(history.places.value, ['capítulo 1', 'nota 7'])

    history.turned()

    assert.deepEqual(history.places.value, [])
  })
})
