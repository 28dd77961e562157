/** Memoizes an expensive question for `lifetimeMs`; concurrent callers share it, and a failure is not remembered. */
export function memoizeWithTtl<T>(ask: () => Promise<T>, lifetimeMs: number, now: () => number): () => Promise<T> {
  let last: { answer: Promise<T>; at: number } | undefined
  return () => {
    if (!last || now() - last.at >= lifetimeMs || now() < last.at) {
      const answer = ask()
      const asked = { answer, at: now() }
      last = asked
      // A failure is nothing to remember.
      answer.catch(() => {
        if (last === asked) last = undefined
      })
    }
    return last.answer
  }
}
