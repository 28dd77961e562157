import assert from 'node:assert/strict'
import { it } from 'node:test'
import { text } from './text.ts'

it('a search without hits is quoted once, with the quotes inside it', () => {
  const searches = ['capitu', '"olhos de ressaca"', '“olhos de ressaca” ', 'disse "não"', '"não" disse']

  assert.deepEqual(
    searches.map((search) => text.noHits(search)),
    [
      'Nada com “capitu”',
      'Nada com “olhos de ressaca”',
      'Nada com “olhos de ressaca”',
      'Nada com “disse "não"”',
      'Nada com “"não" disse”',
    ],
  )
})
