import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createReadAlongSleep } from './read-along-sleep.ts'

describe('the sleep timer of a voice', () => {
  it('keeps the chosen minutes until they have been played, and is off then', () => {
    const sleep = createReadAlongSleep()
    sleep.set('30')

    assert.equal(sleep.advanced(20 * 60), false)
    assert.deepEqual([sleep.choice.value, sleep.secondsLeft.value], ['30', 10 * 60])
    assert.equal(sleep.advanced(10 * 60), true)
    assert.deepEqual([sleep.choice.value, sleep.secondsLeft.value], ['never', undefined])
  })

  it('ends with the chapter only when that was chosen', () => {
    const sleep = createReadAlongSleep()
    sleep.set('15')
    assert.equal(sleep.chapterEnded(), false)

    sleep.set('chapter')

    assert.equal(sleep.advanced(3600), false)
    assert.equal(sleep.chapterEnded(), true)
    assert.equal(sleep.chapterEnded(), false)
  })
})
