/** Holds the chapter on show and its neighbours, loaded ahead of time. `remove` ends a chapter that is no longer near. */
export function createChapterCache<Chapter extends { remove(): void }>(
  count: number,
  load: (index: number) => Promise<Chapter>,
) {
  const loading = new Map<number, Promise<Chapter>>()
  const loaded = new Map<number, Chapter>()

  /** Loads a chapter once. One that failed is loaded again when it is next asked for. */
  function get(index: number): Promise<Chapter> {
    const known = loading.get(index)
    if (known) return known
    const chapter = load(index)
    loading.set(index, chapter)
    chapter.then(
      (one) => loading.get(index) === chapter && loaded.set(index, one),
      () => loading.delete(index),
    )
    return chapter
  }

  function evict(isKept: (index: number) => boolean) {
    for (const [index, chapter] of loading) {
      if (isKept(index)) continue
      loading.delete(index)
      loaded.delete(index)
      void chapter.then((one) => one.remove()).catch(() => {})
    }
  }

  return {
    get,
    loaded: loaded as ReadonlyMap<number, Chapter>,
    /** Loads the next chapter and the previous one, and evicts all that are further away. */
    prefetchAround(index: number) {
      evict((other) => Math.abs(other - index) <= 1)
      for (const near of [index + 1, index - 1]) if (near >= 0 && near < count) void get(near).catch(() => {})
    },
    clear: () => evict(() => false),
  }
}
