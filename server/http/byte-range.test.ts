import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readRange } from './byte-range.ts'

describe('A Range header', () => {
  const cases: [header: string | undefined, meaning: ReturnType<typeof readRange>][] = [
    [undefined, 'whole'],
    ['bytes=0-', { start: 0, end: 99 }],
    ['bytes=0-0', { start: 0, end: 0 }],
    ['bytes=10-19', { start: 10, end: 19 }],
    ['bytes=90-1000', { start: 90, end: 99 }],
    ['bytes=-10', { start: 90, end: 99 }],
    ['bytes=-1000', { start: 0, end: 99 }],
    ['BYTES=5-6', { start: 5, end: 6 }],
    ['bytes=100-', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=19-10', 'whole'],
    ['bytes=-', 'whole'],
    ['bytes=0-1,5-6', 'whole'],
    ['bytes=a-b', 'whole'],
    ['seconds=0-1', 'whole'],
  ]
  for (const [header, meaning] of cases) {
    it(`${header ?? '(none)'} of 100 bytes asks for ${JSON.stringify(meaning)}`, () => {
      assert.deepEqual(readRange(header, 100), meaning)
    })
  }

  it('never has a satisfiable range of an empty file', () => {
    assert.equal(readRange('bytes=0-', 0), 'unsatisfiable')
    assert.equal(readRange('bytes=-5', 0), 'unsatisfiable')
  })
})
