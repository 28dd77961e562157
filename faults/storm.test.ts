import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { runStorm } from './storm/run-storm.ts'

/** `npm run storm` runs more, and longer ones. */
const ROUNDS = 1
const STORM = { workers: 8, stormMs: 1000 }

describe('Acknowledged writes survive kill -9 in the middle of a storm', () => {
  for (const database of ['sqlite', 'postgresql'] as const) {
    it(`on ${database}`, { timeout: 180_000 }, async (test) => {
      const { losses } = await runStorm({
        database,
        rounds: ROUNDS,
        ...STORM,
        report: (line) => test.diagnostic(line),
      })

      assert.deepEqual(losses, [])
    })
  }
})
