import assert from 'node:assert/strict'
import { it } from 'node:test'
import { storable } from './note.ts'

it('a quote that is cut within a surrogate pair loses its other half, too: the service refuses one', () => {
  assert.equal(storable('Sal 🌊', 5), 'Sal ')
  assert.equal(storable('Sal 🌊', 6), 'Sal 🌊')
})
