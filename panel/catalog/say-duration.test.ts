import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sayDuration } from './say-duration.ts'

describe('how long a title is', () => {
  const said: [number, string][] = [
    [38, '38 s'],
    [90, '2 min'],
    [3_590, '1 h'],
    [25_920, '7 h 12 min'],
  ]
  for (const [seconds, words] of said) {
    it(`is "${words}"`, () => assert.equal(sayDuration(seconds), words))
  }
})
