import assert from 'node:assert/strict'
import { it } from 'node:test'
import { toTerm } from './term.ts'

it('a word or two can be looked up, without the punctuation around them', () => {
  const terms = ['“Farol,', ' guarda-chuva ', 'casa\n branca.', 'um, dois, três', '12', '…', 'ab'.repeat(50)].map(
    toTerm,
  )

  assert.deepEqual(terms, ['Farol', 'guarda-chuva', 'casa branca', undefined, undefined, undefined, undefined])
})
