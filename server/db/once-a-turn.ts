/**
 * One reading for all who ask for the same in a turn of the event loop. It begins once they all have, so that nobody is
 * told of a moment before they asked; nothing is remembered after it.
 */
export function onceATurn<T, Key = void>(read: (key: Key) => Promise<T>): (key: Key) => Promise<T> {
  let asked = new Map<Key, Promise<T>>()
  let turn: Promise<void> | undefined
  return (key) => {
    let reading = asked.get(key)
    if (!reading) {
      turn ??= new Promise<void>((begin) => setImmediate(begin)).then(() => {
        turn = undefined
        // One that is cleared would lead to the next: once old, to all that come.
        asked = new Map()
      })
      reading = turn.then(() => read(key))
      asked.set(key, reading)
    }
    return reading
  }
}
