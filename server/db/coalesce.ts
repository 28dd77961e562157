/**
 * Coalesces reads: calls with the same key in one turn of the event loop share a read. It begins after the last of
 * them, so that no caller gets a state older than its call. Nothing is cached.
 */
export function coalesce<T, Key = void>(read: (key: Key) => Promise<T>): (key: Key) => Promise<T> {
  let pending = new Map<Key, Promise<T>>()
  let turn: Promise<void> | undefined
  return (key) => {
    let reading = pending.get(key)
    if (!reading) {
      turn ??= new Promise<void>((begin) => setImmediate(begin)).then(() => {
        turn = undefined
        // Replace the map instead of clearing it: V8 keeps a cleared table linked to its successor.
        pending = new Map()
      })
      reading = turn.then(() => read(key))
      pending.set(key, reading)
    }
    return reading
  }
}
