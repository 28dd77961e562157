import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createJumpHistory } from './jump-history.ts'

describe('the way back from a jump', () => {
  it('leads to the latest place first', () => {
    const { history, jumpFrom } = historyOf()
    jumpFrom('capítulo 1')
    jumpFrom('nota 7')

    const ways = [1, 2, 3].map(() => {
      const place = history.goBack()
      history.arrived()
      return place
    })

    assert.deepEqual(ways, ['nota 7', 'capítulo 1', undefined])
  })

  it('is offered until three pages were turned after the last jump', () => {
    const { history, jumpFrom } = historyOf()
    jumpFrom('capítulo 1')
    history.turned()
    history.turned()
    jumpFrom('nota 7')
    history.turned()
    history.turned()
    assert.deepEqual(history.places.value, ['capítulo 1', 'nota 7'])

    history.turned()

    assert.deepEqual(history.places.value, [])
  })

  it('is offered once the jump has arrived, and stays when its own jump does not arrive', () => {
    const { history, jumpFrom } = historyOf()
    history.leave('capítulo 1')
    assert.deepEqual(history.places.value, [])
    jumpFrom('capítulo 2')
    assert.deepEqual(history.places.value, ['capítulo 2'])

    assert.equal(history.goBack(), 'capítulo 2')

    assert.deepEqual(history.places.value, ['capítulo 2'])
  })
})

function historyOf() {
  const history = createJumpHistory<string>()
  return {
    history,
    jumpFrom(place: string) {
      history.leave(place)
      history.arrived()
    },
  }
}
