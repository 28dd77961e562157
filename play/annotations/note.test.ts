import assert from 'node:assert/strict'
import { it } from 'node:test'
import { toStorable } from './note.ts'

it('a quote that is cut within a surrogate pair loses its other half, too: the service refuses one', () => {
  assert.equal(toStorable('Sal 🌊', 5), 'Sal ')
  assert.equal(toStorable('Sal 🌊', 6), 'Sal 🌊')
})
