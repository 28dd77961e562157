import assert from 'node:assert/strict'
import { it } from 'node:test'
import { nameText } from './text.ts'

const { pattern } = nameText({}) as unknown as { pattern: string }
const isName = (text: string) => new RegExp(pattern, 'u').test(text)

it('A name may be of any script, with emoji, or be left empty', () => {
  const names = [
    'Banco Aurora',
    'Ação & Cia. (SP)',
    '日本語',
    'שלום',
    'नमस्ते',
    'José',
    '👨‍👩‍👧 Livros',
    '  Ana ',
    '',
    ' \u00a0',
  ]

  assert.deepEqual(
    names.filter((name) => !isName(name)),
    [],
  )
})

it('A name is one visible line without bidirectional controls', () => {
  const names = [
    'Banco\nAurora',
    'Banco\tAurora',
    '\u0000',
    '\u007f',
    '\u202eoruam',
    'Banco \u2066Aurora',
    'Banco\u2028',
    '\u200b',
    ' \u200d\ufeff ',
    '\u0301',
    '\u3164',
    '\u2800\u2800',
    '\ud800',
  ]

  assert.deepEqual(names.filter(isName), [])
})
