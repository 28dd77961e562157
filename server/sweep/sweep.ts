import { setTimeout as wait } from 'node:timers/promises'
import type { Context } from '../context.ts'
import { type Removal, type ResumePoint, removals } from './removals.ts'

const EVERY_MS = 60_000
/**
 * Rest after a step, as a multiple of its duration: slows other writes by a twentieth at most, unless the removal says
 * otherwise.
 */
const REST_FACTOR = 19
const REST_MS = 50
/** With more transactions waiting than this, sweeping pauses. */
const LONG_QUEUE = 10
const QUEUE_REST_MS = 1000

/**
 * Removes expired rows and files in small steps, on every node. Removals run concurrently, so that slow storage delays
 * no other. Returns a function that stops them after the present step.
 */
export function startSweeping(context: Context, { everyMs = EVERY_MS } = {}): () => Promise<unknown> {
  const stopping = new AbortController()
  const sweeping = Promise.all(Object.entries(removals).map(([name, removal]) => runPeriodically(name, removal)))

  async function runPeriodically(name: string, removal: Removal): Promise<void> {
    // A random delay, so that nodes do not sweep at the same moment.
    while (await rest(everyMs * (0.5 + Math.random()), stopping.signal)) {
      const removed = await removeAll(context, name, removal, (ms) => rest(ms, stopping.signal), stopping.signal)
      if (removed > 0) context.log.info({ [name]: removed }, 'swept')
    }
  }

  return () => {
    stopping.abort()
    return sweeping
  }
}

/** Runs every removal to its end, without rests. Returns how many rows each removed. */
export async function sweep(context: Context): Promise<Record<string, number>> {
  const counts = Object.entries(removals).map(
    async ([name, removal]): Promise<[string, number]> => [
      name,
      await removeAll(context, name, removal, async () => false),
    ],
  )
  return Object.fromEntries(await Promise.all(counts))
}

/** Runs a removal step by step to its end. A failed one is retried in the next round. */
async function removeAll(
  context: Context,
  name: string,
  removal: Removal,
  restFor: (ms: number) => Promise<boolean>,
  signal?: AbortSignal,
): Promise<number> {
  let removed = 0
  let from: ResumePoint
  try {
    for (;;) {
      while (context.db.load().waiting > LONG_QUEUE && (await restFor(QUEUE_REST_MS)));
      if (signal?.aborted) return removed
      const startedAt = performance.now()
      const step = await removal(context, context.clock.now(), from)
      removed += step.removed
      if (step.next === undefined) return removed
      from = step.next
      await restFor(Math.max(REST_MS, (step.restFactor ?? REST_FACTOR) * (performance.now() - startedAt)))
    }
  } catch (error) {
    context.log.error({ err: error, removal: name }, 'not swept')
    return removed
  }
}

/** Returns false when it was aborted. */
async function rest(ms: number, signal?: AbortSignal): Promise<boolean> {
  return wait(ms, true, { signal, ref: false }).catch(() => false)
}
