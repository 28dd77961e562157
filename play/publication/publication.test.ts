import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Form, standingOf } from './publication.ts'

describe('the progress of an audiobook', () => {
  it('is the time left, at least a minute', () => {
    const standings = [20, 80, 120, 4000].map((left) =>
      standingOf({ durationSeconds: 10_000, progress: { totalProgression: 1 - left / 10_000 } } as Form),
    )

    assert.deepEqual(standings, ['Falta 1 min', 'Falta 1 min', 'Faltam 2 min', 'Falta 1h07'])
  })
})
