/**
 * Writes a buffer off the request path: every `everyMs` and on demand, one write at a time. `write` does not throw: it
 * puts back the entries that it fails to write.
 */
export function createWriteBehind(everyMs: number, write: () => Promise<void>) {
  let writing: Promise<void> | undefined
  const timer = setInterval(start, everyMs)
  timer.unref()

  function start(): Promise<void> {
    writing ??= write().finally(() => {
      writing = undefined
    })
    return writing
  }

  /** Flushes the buffer, so that a read that follows sees every entry. */
  async function flush(): Promise<void> {
    // A write in progress may hold earlier entries.
    await writing
    await start()
  }

  return {
    flush,
    /** Flushes the buffer and stops. */
    async close(): Promise<void> {
      clearInterval(timer)
      await flush()
    },
  }
}
