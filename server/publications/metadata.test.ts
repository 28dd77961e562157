import assert from 'node:assert/strict'
import { it } from 'node:test'
import { metadataOf } from './metadata.ts'

it('What a title says of itself stands on one line in the order it was written, by a file or by hand', () => {
  const naming = { title: '\u202egpj.exe\u2066', author: 'Ana\r\nSouza', narrator: '\u0007' }
  const metadata = {
    title: 'x',
    author: [],
    language: ['pt'],
    subtitle: '\u2028',
    publisher: 'Casa\u202e',
    description: 'Um.\nDois.',
  }

  const words = metadataOf({ naming, metadata } as never, { author: 'Zoë\tLima' })

  assert.deepEqual(words, {
    title: 'gpj.exe',
    subtitle: null,
    author: 'Zoë Lima',
    narrator: null,
    description: 'Um.\nDois.',
    language: 'pt',
    publisher: 'Casa',
  })
})
