import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createPageFollowing } from './page-following.ts'

describe('the page that follows a voice', () => {
  it('is not turned back for a second after a turn by hand', () => {
    let time = 5000
    const following = createPageFollowing(
      { readOn: async () => true },
      () => time,
      () => {},
    )

    following.turned()
    const turns = [following.canTurn()]
    time += 999
    turns.push(following.canTurn())
    time += 1
    turns.push(following.canTurn())

    assert.deepEqual(turns, [false, false, true])
  })

  it('is turned again at once when the member returns to the voice', () => {
    const following = createPageFollowing(
      { readOn: async () => true },
      () => 5000,
      () => {},
    )
    following.turned()
    following.moved(false)
    const turns = [following.canTurn()]

    following.catchUp()
    turns.push(following.canTurn())

    assert.deepEqual(turns, [false, true])
  })
})
