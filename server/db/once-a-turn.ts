/**
 * One reading for all who ask in a turn of the event loop. It begins once they all have, so that nobody is told of a moment
 * before they asked.
 */
export function onceATurn<T>(read: () => Promise<T>): () => Promise<T> {
  let coming: Promise<T> | undefined
  return () => {
    coming ??= new Promise<void>((begin) => setImmediate(begin)).then(() => {
      coming = undefined
      return read()
    })
    return coming
  }
}
