interface Timer {
  at: number
  run: () => void
  everyMs?: number
}

/**
 * Simulated time: timers run in order, and their asynchronous work is awaited. Calls `onPass` for every step of time.
 */
export function simulateTime(settle: () => Promise<void>, onPass: (ms: number) => void) {
  const timers = new Map<number, Timer>()
  let instant = 0
  let last = 0

  function add(run: () => void, delayMs = 0, everyMs?: number): number {
    last += 1
    timers.set(last, { at: instant + Math.max(0, delayMs), run, ...(everyMs !== undefined && { everyMs }) })
    return last
  }

  function goOn(to: number): void {
    onPass(to - instant)
    instant = to
  }

  function next(until: number): [number, Timer] | undefined {
    let found: [number, Timer] | undefined
    for (const one of timers) if (one[1].at <= until && (!found || one[1].at < found[1].at)) found = one
    return found
  }

  async function pass(ms: number): Promise<void> {
    const until = instant + ms
    await settle()
    for (let due = next(until); due; due = next(until)) {
      const [id, timer] = due
      goOn(timer.at)
      if (timer.everyMs === undefined) timers.delete(id)
      else timer.at += timer.everyMs
      timer.run()
      await settle()
    }
    goOn(until)
  }

  /** Suspends everything: time passes without running timers. */
  function leap(ms: number): void {
    for (const timer of timers.values()) timer.at += ms
    goOn(instant + ms)
  }

  const clear = (id: unknown) => void timers.delete(id as number)
  return {
    now: () => instant,
    pass,
    leap,
    timers: {
      setTimeout: (run: () => void, delayMs?: number) => add(run, delayMs),
      setInterval: (run: () => void, everyMs: number) => add(run, everyMs, everyMs),
      clearTimeout: clear,
      clearInterval: clear,
    } as unknown as Pick<typeof globalThis, 'setTimeout' | 'clearTimeout' | 'setInterval' | 'clearInterval'>,
  }
}

export type SimulatedTime = ReturnType<typeof simulateTime>
