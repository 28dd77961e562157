import assert from 'node:assert/strict'
import { it } from 'node:test'
import { metadataOf } from './metadata.ts'

it('Metadata from a file or an edit is one line of text in writing order', () => {
  const naming = { title: '\u202egpj.exe\u2066', author: 'Ana\r\nSouza', narrator: '\u0007' }
  const metadata = {
    title: 'x',
    author: [],
    language: ['pt'],
    subtitle: '\u2028',
    publisher: 'Casa\u202e',
    description: 'Um.\nDois.',
  }

  const tidied = metadataOf({ naming, metadata } as never, { author: 'Zoë\tLima' })

  assert.deepEqual(tidied, {
    title: 'gpj.exe',
    subtitle: null,
    author: 'Zoë Lima',
    narrator: null,
    description: 'Um.\nDois.',
    language: 'pt',
    publisher: 'Casa',
  })
})
