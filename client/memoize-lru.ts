/**
 * Memoizes `create` by its key. Caches the `count` values that were used last, and calls `drop` with each value that it
 * evicts.
 */
export function memoizeLru<Key, Value>(
  count: number,
  create: (key: Key) => Value,
  drop: (value: Value) => void,
): (key: Key) => Value {
  const cached = new Map<Key, Value>()
  return (key) => {
    const value = cached.get(key) ?? create(key)
    cached.delete(key)
    cached.set(key, value)
    for (const [oldest, evicted] of cached) {
      if (cached.size <= count) break
      cached.delete(oldest)
      drop(evicted)
    }
    return value
  }
}
