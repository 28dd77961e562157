import { engines } from './engines/installed.ts'
import { expect, test } from './test.ts'
import { runWholeWalks } from './walks/whole-walks.ts'

/** `npm run walks -- --engine chromium` walks a hundred times, and each time further. */
const WALKS = 3
const STEPS = 8

test('a member finds every place again, on short walks by the presses of a hand', async () => {
  test.slow()
  const failures: string[] = []
  const seed = Number(process.env.WALK_SEED ?? 20_261_122)

  const { walked } = await runWholeWalks({
    openEngine: engines['today’s Chromium']!,
    walks: WALKS,
    steps: STEPS,
    seed,
    onFailure({ seed, steps, problem }) {
      failures.push(`seed ${seed}: ${steps.join(', ')}: ${problem.message}`)
    },
  })

  expect(failures).toEqual([])
  expect(walked).toBe(WALKS)
})
