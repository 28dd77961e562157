import { LRUCache } from 'lru-cache'

/**
 * Creates a cache of so many entries at most, the most recently used. It grows with them: given `max`, `LRUCache` takes the
 * room of all when it is made.
 */
export function boundedCache<Value extends object>(entries: number): LRUCache<string, Value> {
  return new LRUCache<string, Value>({ maxSize: entries, sizeCalculation: () => 1 })
}
