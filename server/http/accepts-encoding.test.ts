import assert from 'node:assert/strict'
import { it } from 'node:test'
import { acceptsEncoding } from './accepts-encoding.ts'

it('An answer is compressed only with a coding that the client accepts', () => {
  for (const header of [
    'gzip',
    'GZIP',
    'x-gzip',
    'br, gzip',
    'gzip;q=0.1',
    'gzip ; q=1.0',
    '*',
    'identity;q=0, *;q=0.5',
  ]) {
    assert.equal(acceptsEncoding(header, 'gzip'), true, header)
  }
  for (const header of [
    undefined,
    '',
    'br',
    'identity',
    'gzip;q=0',
    'gzip; q=0.000',
    '*;q=0',
    'gzip;q=0, *',
    'gzipped',
  ]) {
    assert.equal(acceptsEncoding(header, 'gzip'), false, String(header))
  }
})
