/**
 * Caches the result of an expensive function for `lifetimeMs`. Concurrent callers share a call; failures are not
 * cached.
 */
export function memoizeWithTtl<T>(ask: () => Promise<T>, lifetimeMs: number, now: () => number): () => Promise<T> {
  let last: { answer: Promise<T>; at: number } | undefined
  return () => {
    if (!last || now() - last.at >= lifetimeMs || now() < last.at) {
      const answer = ask()
      const entry = { answer, at: now() }
      last = entry
      answer.catch(() => {
        if (last === entry) last = undefined
      })
    }
    return last.answer
  }
}
