import assert from 'node:assert/strict'
import { it } from 'node:test'
import { runInNewContext } from 'node:vm'
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

it('A long text is refused without quadratic backtracking', () => {
  // Quadratic, this takes an hour: the timeout only ends a failing test.
  const text = `${'a'.repeat(1_000_000)}\u202e`

  const isAccepted = runInNewContext(`new RegExp(pattern, 'u').test(text)`, { pattern, text }, { timeout: 30_000 })

  assert.equal(isAccepted, false)
})
