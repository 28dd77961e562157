import { nextTask } from '@estante/design/next-task.ts'

export type ChapterCache<Chapter extends { remove(): void }> = ReturnType<typeof createChapterCache<Chapter>>

/** Caches the visible chapter and its prefetched neighbours. An evicted chapter is removed with its `remove`. */
export function createChapterCache<Chapter extends { remove(): void }>(
  count: number,
  load: (index: number) => Promise<Chapter>,
) {
  const loading = new Map<number, Promise<Chapter>>()
  const loaded = new Map<number, Chapter>()
  /** Counts calls of `prefetchAround`: an older one gives way. */
  let prefetches = 0

  /** Loads a chapter once. A failed load is not cached: the next call retries. */
  function get(index: number): Promise<Chapter> {
    const known = loading.get(index)
    if (known) return known
    const chapter = load(index)
    loading.set(index, chapter)
    chapter.then(
      (one) => loading.get(index) === chapter && loaded.set(index, one),
      () => loading.get(index) === chapter && loading.delete(index),
    )
    return chapter
  }

  function evict(isNeeded: (index: number) => boolean) {
    for (const [index, chapter] of loading) {
      if (isNeeded(index)) continue
      loading.delete(index)
      loaded.delete(index)
      // A task for each: the engine takes long to detach a frame.
      void chapter.then((one) => nextTask().then(() => one.remove())).catch(() => {})
    }
  }

  return {
    get,
    loaded: loaded as ReadonlyMap<number, Chapter>,
    /**
     * Prefetches as many chapters after and before the visible ones as these are, one after another, and evicts the
     * others.
     */
    async prefetchAround(first: number, last = first) {
      const prefetch = ++prefetches
      const reach = last - first + 1
      evict((other) => other >= first - reach && other <= last + reach)
      for (let by = 1; by <= reach; by++) {
        for (const near of [last + by, first - by].filter((index) => index >= 0 && index < count)) {
          await nextTask()
          if (prefetch !== prefetches) return
          await get(near).catch(() => {})
        }
      }
    },
    /**
     * Puts `after`, a chapter that was loaded again, in the place of `before`, and removes `before`. Returns false, and
     * removes `after`, when `before` was evicted meanwhile.
     */
    replace(index: number, before: Chapter, after: Chapter): boolean {
      const isHere = loaded.get(index) === before
      if (isHere) {
        loading.set(index, Promise.resolve(after))
        loaded.set(index, after)
      }
      void nextTask().then(() => (isHere ? before : after).remove())
      return isHere
    },
    clear() {
      prefetches += 1
      evict(() => false)
    },
  }
}
