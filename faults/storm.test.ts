import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { runStorm } from './storm/run-storm.ts'

/** `npm run storm` goes on for longer. */
const ROUNDS = 1

describe('What was acknowledged survives kill -9 in the middle of a storm', () => {
  for (const database of ['sqlite', 'postgresql'] as const) {
    it(`on ${database}`, { timeout: 180_000 }, async (test) => {
      const { acknowledged, kills, losses } = await runStorm({
        database,
        rounds: ROUNDS,
        say: (line) => test.diagnostic(line),
      })

      assert.deepEqual(losses, [])
      assert.ok(acknowledged > 0 && kills >= ROUNDS)
    })
  }
})
