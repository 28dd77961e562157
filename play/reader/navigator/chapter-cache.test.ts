import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { nextTask } from '@estante/design/next-task.ts'
import { createChapterCache } from './chapter-cache.ts'

function chaptersOf(count: number) {
  const loads: number[] = []
  const removed: number[] = []
  const cache = createChapterCache(count, async (index) => {
    loads.push(index)
    if (index === 4 && loads.filter((one) => one === 4).length === 1) throw new Error('unreachable')
    return { remove: () => removed.push(index) }
  })
  return { cache, loads, removed }
}

describe('chapter cache', () => {
  it('loads a chapter once, and again after a failure', async () => {
    const { cache, loads } = chaptersOf(5)

    await Promise.all([cache.get(1), cache.get(1)])
    await assert.rejects(cache.get(4))
    await cache.get(4)

    assert.deepEqual(loads, [1, 4, 4])
    assert.deepEqual([...cache.loaded.keys()], [1, 4])
  })

  it('holds the neighbours of the visible chapter, and removes the others', async () => {
    const { cache, loads, removed } = chaptersOf(4)

    await cache.get(0)
    await cache.prefetchAround(0)
    await cache.get(2)
    await cache.prefetchAround(2)

    assert.deepEqual(loads, [0, 1, 2, 3])
    assert.deepEqual([...cache.loaded.keys()], [1, 2, 3])
    assert.deepEqual(removed, [0])
  })

  it('replaces a chapter that was loaded again, unless it was evicted meanwhile', async () => {
    const { cache, removed } = chaptersOf(9)
    const before = await cache.get(0)
    const after = { remove: () => removed.push(100) }
    const late = { remove: () => removed.push(200) }

    const isReplaced = cache.replace(0, before, after)
    const holdsAfter = (await cache.get(0)) === after
    await cache.prefetchAround(5)
    const isReplacedLate = cache.replace(0, after, late)
    await nextTask()

    assert.deepEqual([isReplaced, holdsAfter, isReplacedLate], [true, true, false])
    assert.deepEqual(removed, [0, 100, 200])
  })

  it('prefetches no more once the member is elsewhere', async () => {
    const { cache, loads } = chaptersOf(9)

    const left = cache.prefetchAround(2)
    await cache.prefetchAround(7)
    await left

    assert.deepEqual(loads, [8, 6])
  })

  it('holds a chapter that was loaded again, although the load before the member left fails late', async () => {
    const [first, second] = [0, 1].map(() => Promise.withResolvers<{ remove(): void }>())
    const loads = [first!, second!]
    const cache = createChapterCache(9, () => loads.shift()!.promise)
    const abandoned = cache.get(7)
    cache.clear()
    const again = cache.get(7)

    first!.reject(new Error('unreachable'))
    await assert.rejects(abandoned)
    second!.resolve({ remove() {} })
    await again

    assert.deepEqual([[...cache.loaded.keys()], cache.get(7) === again], [[7], true])
  })

  it('removes even chapters still loading when it is cleared', async () => {
    const { cache, removed } = chaptersOf(3)

    const loading = cache.get(1)
    cache.clear()
    await loading
    await nextTask()

    assert.deepEqual(removed, [1])
    assert.equal(cache.loaded.size, 0)
  })
})
