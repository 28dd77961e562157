import { setTimeout as wait } from 'node:timers/promises'
import type { Context } from '../context.ts'
import { type Position, type Removal, removals } from './removals.ts'

const EVERY_MS = 60_000
/** After a step, a rest this many times as long: a removal takes a twentieth of anybody's time at most, unless it says otherwise. */
const REST_FACTOR = 19
const REST_MS = 50
/** More pieces of writing than this are waiting: it is no time for sweeping. */
const LONG_QUEUE = 10
const QUEUE_REST_MS = 1000

/**
 * Removes, from now on and in small steps, what nobody can use any more; every node does. The removals go on side by
 * side, so that storage that is slow holds up no other. Returns what stops them, after the step that is going on.
 */
export function startSweeping(context: Context, { everyMs = EVERY_MS } = {}): () => Promise<unknown> {
  const stopping = new AbortController()
  const sweeping = Promise.all(Object.entries(removals).map(([name, removal]) => keepRemoving(name, removal)))

  async function keepRemoving(name: string, removal: Removal): Promise<void> {
    // Out of step with the other nodes.
    while (await rest(everyMs * (0.5 + Math.random()), stopping.signal)) {
      const removed = await removeAll(context, name, removal, stopping.signal)
      if (removed > 0) context.log.info({ [name]: removed }, 'swept')
    }
  }

  return () => {
    stopping.abort()
    return sweeping
  }
}

/** Removes once all that there is to remove now. Returns how many of each. */
export async function sweep(context: Context): Promise<Record<string, number>> {
  const counts = Object.entries(removals).map(
    async ([name, removal]): Promise<[string, number]> => [name, await removeAll(context, name, removal)],
  )
  return Object.fromEntries(await Promise.all(counts))
}

/** Step by step until there is nothing more. One that fails is tried again the next time round. */
async function removeAll(context: Context, name: string, removal: Removal, signal?: AbortSignal): Promise<number> {
  let removed = 0
  let from: Position
  try {
    for (;;) {
      while (context.db.load().waiting > LONG_QUEUE && (await rest(QUEUE_REST_MS, signal)));
      if (signal?.aborted) return removed
      const startedAt = performance.now()
      const step = await removal(context, context.clock.now(), from)
      removed += step.removed
      if (step.next === undefined) return removed
      from = step.next
      await rest(Math.max(REST_MS, (step.restFactor ?? REST_FACTOR) * (performance.now() - startedAt)), signal)
    }
  } catch (error) {
    context.log.error({ err: error, removal: name }, 'not swept')
    return removed
  }
}

/** False when it was cut short. */
async function rest(ms: number, signal?: AbortSignal): Promise<boolean> {
  return wait(ms, true, { signal, ref: false }).catch(() => false)
}
