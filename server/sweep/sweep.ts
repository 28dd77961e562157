import type { Context } from '../context.ts'
import { type BackgroundStep, REST_FACTOR, runInBackground } from '../db/run-in-background.ts'
import { type RemovalStep, type ResumePoint, removals } from './removals.ts'

const EVERY_MS = 60_000

/**
 * Removes expired rows and files in small steps, on every node. Removals run concurrently, so that slow storage delays
 * no other. Returns a function that stops them after the present step.
 */
export function startSweeping(context: Context, { everyMs = EVERY_MS } = {}): () => Promise<unknown> {
  const stops = Object.entries(removals).map(([name, removal]) =>
    runInBackground(context.db, everyMs, async (runSteps) => {
      const removed = await removeAll(context, name, removal, runSteps)
      if (removed > 0) context.log.info({ [name]: removed }, 'swept')
    }),
  )
  return () => Promise.all(stops.map((stop) => stop()))
}

/** Runs every removal to its end, without rests. Returns how many rows each removed. */
export async function sweep(context: Context): Promise<Record<string, number>> {
  const withoutRests = async (step: BackgroundStep) => {
    while ((await step()) !== undefined);
  }
  const counts = Object.entries(removals).map(
    async ([name, removal]): Promise<[string, number]> => [name, await removeAll(context, name, removal, withoutRests)],
  )
  return Object.fromEntries(await Promise.all(counts))
}

/** Runs a removal step by step to its end. A failed one is retried in the next round. */
async function removeAll(
  context: Context,
  name: string,
  removal: RemovalStep,
  runSteps: (step: BackgroundStep) => Promise<void>,
): Promise<number> {
  let removed = 0
  let from: ResumePoint
  try {
    await runSteps(async () => {
      const step = await removal(context, context.clock.now(), from)
      removed += step.removed
      from = step.next
      return from === undefined ? undefined : (step.restFactor ?? REST_FACTOR)
    })
  } catch (error) {
    context.log.error({ err: error, removal: name }, 'not swept')
  }
  return removed
}
