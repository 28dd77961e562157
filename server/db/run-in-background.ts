import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from './database.ts'

/** Rest after a step, as a multiple of its duration: slows other writes by a twentieth at most. */
export const REST_FACTOR = 19
const REST_MS = 50
/** With more transactions waiting than this, background work pauses. */
const LONG_QUEUE = 10
const QUEUE_REST_MS = 1000

/** A small piece of work. Returns the rest after it, as a multiple of its duration; undefined when there is no more. */
export type BackgroundStep = () => Promise<number | undefined>

/**
 * Calls `round` periodically. Its `runSteps` repeats a step until there is no more, rests in between, and pauses while
 * the database is busy. Returns a function that stops it after the present step.
 */
export function runInBackground(
  db: Database,
  everyMs: number,
  round: (runSteps: (step: BackgroundStep) => Promise<void>) => Promise<void>,
): () => Promise<void> {
  const stopping = new AbortController()
  const { signal } = stopping
  const running = runRounds()

  async function runRounds(): Promise<void> {
    // A random delay, so that nodes do not work at the same moment.
    while (await rest(everyMs * (0.5 + Math.random()))) await round(runSteps)
  }

  async function runSteps(step: BackgroundStep): Promise<void> {
    for (;;) {
      while (db.load().waiting > LONG_QUEUE && (await rest(QUEUE_REST_MS)));
      if (signal.aborted) return
      const startedAt = performance.now()
      const restFactor = await step()
      if (restFactor === undefined) return
      await rest(Math.max(REST_MS, restFactor * (performance.now() - startedAt)))
    }
  }

  /** Returns false when it was stopped. */
  async function rest(ms: number): Promise<boolean> {
    return wait(ms, true, { signal, ref: false }).catch(() => false)
  }

  return () => {
    stopping.abort()
    return running
  }
}
