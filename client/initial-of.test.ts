import assert from 'node:assert/strict'
import { it } from 'node:test'
import { initialOf } from './initial-of.ts'

it('the initial of a name is a whole character', () => {
  assert.deepEqual([' ana', 'élio', '😀 Bia', '𝒜na', ' '].map(initialOf), ['A', 'É', '😀', '𝒜', ''])
})
