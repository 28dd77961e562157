import assert from 'node:assert/strict'
import { it } from 'node:test'
import { joinWithAnd } from './conjunction.ts'

it('Lists are those of Intl.ListFormat', () => {
  const list = new Intl.ListFormat('pt-BR')
  for (const words of [[], ['um'], ['um', 'dois'], ['um', 'dois', 'três'], ['um', 'dois', 'três', 'quatro']]) {
    assert.equal(joinWithAnd(words), list.format(words))
  }
})
