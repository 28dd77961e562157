import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createSleepTimer } from './sleep-timer.ts'

describe('the sleep timer', () => {
  it('ends after minutes of playback', () => {
    const timer = createSleepTimer(true)
    timer.set({ minutes: 5 }, 1000, 1000)

    const early = timer.advanced(299, 299, 1, 5000)
    const onTime = timer.advanced(1, 300, 1, 5000)

    assert.deepEqual([early, onTime], [false, true])
    assert.equal(timer.choice.value, undefined)
  })

  it('ends with the chapter, whatever the speed', () => {
    const timer = createSleepTimer(true)
    timer.set({ endOfChapter: 'this' }, 600, 300)

    timer.advanced(1, 500, 2, 5000)
    const left = timer.remaining.value
    const atTheEnd = timer.advanced(50, 600, 2, 5000)

    assert.equal(left, 50)
    assert.equal(atTheEnd, true)
  })

  it('ends with the next chapter, once that has come', () => {
    const timer = createSleepTimer(true)
    timer.set({ endOfChapter: 'next' }, 600, 500)

    timer.advanced(100, 200, 1, 300)
    const before = timer.choice.value
    timer.advanced(150, 350, 1, 600)
    const after = timer.choice.value
    const atTheEnd = timer.advanced(250, 600, 1, 600)

    assert.deepEqual([before, after, atTheEnd], [{ endOfChapter: 'next' }, { endOfChapter: 'this' }, true])
  })

  it('adds minutes to the rest of a chapter', () => {
    const timer = createSleepTimer(true)
    timer.set({ endOfChapter: 'this' }, 600, 240)

    timer.extend(5)

    assert.deepEqual([timer.remaining.value, timer.choice.value], [540, { minutes: 9 }])
  })

  it('fades out in its last seconds and restores the volume when it is off', () => {
    const timer = createSleepTimer(true)
    timer.set({ minutes: 1 }, 1000, 1000)

    const full = timer.volume.value
    timer.advanced(56, 56, 1, 5000)
    const fading = timer.volume.value
    timer.cancel()

    assert.deepEqual([full, fading, timer.volume.value], [1, 0.5, 1])
  })

  it('is extended with one tap', () => {
    const timer = createSleepTimer(true)
    timer.set({ minutes: 1 }, 1000, 1000)
    timer.advanced(50, 50, 1, 5000)

    timer.extend(5)

    assert.equal(timer.remaining.value, 310)
  })

  it('does nothing while it is off', () => {
    const timer = createSleepTimer(true)

    assert.equal(timer.advanced(3600, 3600, 1, 5000), false)
  })

  it('is extended to the end of a near chapter, where the volume cannot be set', () => {
    const timer = createSleepTimer(false)
    timer.set({ minutes: 5 }, 1000, 1000)

    const onTime = timer.advanced(300, 300, 1, 345)
    const left = timer.remaining.value
    const later = timer.advanced(44, 344, 1, 345)
    const atTheEnd = timer.advanced(1, 345, 1, 600)

    assert.deepEqual([onTime, left, later, atTheEnd], [false, 45, false, true])
    assert.equal(timer.choice.value, undefined)
  })

  it('is extended to a near pause of the voice', () => {
    const ends = [310, 330].map((rest) => {
      const timer = createSleepTimer(false)
      timer.set({ minutes: 5 }, 1000, 1000)
      timer.restAt(rest)
      return [timer.advanced(300, 300, 1, 1000), timer.remaining.value, timer.advanced(10, 310, 1, 1000)]
    })

    assert.deepEqual(ends, [
      [false, 10, true],
      [true, undefined, false],
    ])
  })

  it('ends on time in a long chapter, where the volume cannot be set', () => {
    const timer = createSleepTimer(false)
    timer.set({ minutes: 5 }, 1000, 1000)

    assert.equal(timer.advanced(300, 300, 1, 400), true)
  })
})
