import assert from 'node:assert/strict'
import { it } from 'node:test'
import { testApp } from '@estante/server/test/test-app.ts'
import { runWalks } from './walks/run-walks.ts'

/** `npm run walks` runs ten thousand. */
const WALKS = 20

/** Both views of a page have a move to send, and the order in which they do is not the model's. */
const MENDED = { seed: 20261962, walks: 4 }

it('a place survives any walk through three devices', async (test) => {
  const service = await testApp()
  const seed = Number(process.env.WALK_SEED ?? Date.now() % 2 ** 31)
  test.diagnostic(`seed ${seed}`)

  const { walked, stepCounts, failure } = await runWalks({ service, walks: WALKS, seed })

  assert.ok(failure === undefined, String(failure))
  const steps = [...stepCounts.values()].reduce((sum, count) => sum + count, 0)
  test.diagnostic(`${steps} steps: ${[...stepCounts].map(([step, count]) => `${step} ${count}`).join(', ')}`)
  assert.ok(walked === WALKS && steps > WALKS)
})

it('a place survives the walks that failed before', async () => {
  const { failure } = await runWalks({ service: await testApp(), ...MENDED })

  assert.ok(failure === undefined, String(failure))
})
