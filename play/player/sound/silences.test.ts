import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createSilences } from './silences.ts'

describe('the pauses of a recording', () => {
  it('are skipped but for three tenths of a second, and only where that saves something', async () => {
    const silences = createSilences(async () => [2000, 4000, 10_000, 10_650, 20_000, 23_000])
    await silences.load()

    assert.deepEqual(
      [0, 2, 2.14, 2.2, 3.4, 3.5, 3.9, 5, 10.2, 21, 30].map((second) => silences.endOf(second)),
      [undefined, undefined, undefined, 3.85, 3.85, undefined, undefined, undefined, undefined, 22.85, undefined],
    )
  })

  it('are asked for once, and again only when nobody answered', async () => {
    let requests = 0
    const silences = createSilences(async () => {
      requests += 1
      if (requests === 1) throw new TypeError('Failed to fetch')
      return [0, 9000]
    })
    await silences.load()
    const before = silences.endOf(1)
    await silences.load()
    await silences.load()

    assert.deepEqual([requests, before, silences.endOf(1)], [2, undefined, 8.85])
  })
})
