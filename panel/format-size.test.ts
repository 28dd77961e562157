import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { formatSize } from './format-size.ts'

describe('a file size', () => {
  const cases: [number, string][] = [
    [0, '0 byte'],
    [980, '980 bytes'],
    [999_600, '1 MB'],
    [12_345_678, '12,3 MB'],
    [2_147_483_648, '2,15 GB'],
  ]
  for (const [bytes, formatted] of cases) {
    it(`is "${formatted}"`, () => assert.equal(formatSize(bytes).replaceAll(/\s/g, ' '), formatted))
  }
})
