import { AssertionError } from 'node:assert'
import { setTimeout as wait } from 'node:timers/promises'

/**
 * Polls until `check` resolves to something truthy, and resolves to it. Fails after `withinMs` with the last value, or
 * with the last error thrown as its cause.
 */
export async function eventually<T>(
  check: () => T | Promise<T>,
  { withinMs = 60_000, everyMs = 10 } = {},
): Promise<Exclude<T, false | 0 | '' | null | undefined>> {
  const end = performance.now() + withinMs
  let value: T | undefined
  let cause: unknown
  do {
    try {
      value = await check()
      if (value) return value as Exclude<T, false | 0 | '' | null | undefined>
      cause = undefined
    } catch (error) {
      cause = error
    }
    await wait(everyMs)
  } while (performance.now() < end)
  throw new AssertionError({
    message: `not within ${withinMs} ms: ${check}${cause ? `: ${cause}` : ''}`,
    actual: value,
    stackStartFn: eventually,
  })
}
