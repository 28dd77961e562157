import assert from 'node:assert/strict'
import { it } from 'node:test'
import { initialOf } from './initial-of.ts'

it('is a whole character of the name', () => {
  assert.deepEqual([' ana', 'élio', '😀 Bia', '𝒜na', ' '].map(initialOf), ['A', 'É', '😀', '𝒜', ''])
})
