import { LRUCache } from 'lru-cache'

/**
 * Creates an LRU cache of so many entries. It grows as it fills: given `max`, `LRUCache` would allocate all of it at
 * once.
 */
export function boundedCache<Value extends object>(entries: number): LRUCache<string, Value> {
  return new LRUCache<string, Value>({ maxSize: entries, sizeCalculation: () => 1 })
}
