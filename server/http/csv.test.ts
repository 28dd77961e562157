import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parse } from 'csv-parse/sync'
import { clockOf, toLine } from './csv.ts'

const DANGEROUS = [
  '=1+1',
  '+55',
  '-2',
  '@soma',
  '＝1',
  '\t=1',
  '\r=1',
  'x;=cmd|calc!A1',
  'x; =cmd|calc!A1',
  'x;"=cmd|calc!A1"',
  'x\t@soma',
  'x\n=1+1',
  'x\r-1',
  '"=1+1',
]

describe('A line of CSV', () => {
  it('begins no cell with a formula, with any separator, and with or without quoting', () => {
    const line = toLine(['ana', 'João; o bom', 7, ...DANGEROUS])

    const [cells = []] = parse(line, { delimiter: ';' }) as string[][]
    const raw = [',', ';', '\t'].flatMap((delimiter) => line.split(/[\r\n]/).flatMap((row) => row.split(delimiter)))

    assert.deepEqual(cells.slice(0, 3), ['ana', 'João; o bom', '7'])
    assert.deepEqual(
      [...cells, ...raw].map((cell) => cell.replace(/^["\s]*/, '')).filter((cell) => /^[=+\-@＝＋－＠]/.test(cell)),
      [],
    )
  })

  it('reads back unchanged, where nothing is dangerous', () => {
    const cells = ['ana', 'joão, "o bom"', 'a;b', 'a\tb', 'a\r\nb', ' a-b ', 'a=b', 'ana@example.com', '']

    const [read] = parse(toLine([...cells, 7, -2, 0.5]), { delimiter: ';' })

    assert.deepEqual(read, [...cells, '7', '-2', '0.5'])
  })

  it('writes an instant as a spreadsheet in Portuguese reads it, in the service’s time zone', () => {
    assert.equal(clockOf('America/Sao_Paulo')(Date.UTC(2026, 10, 22, 2, 41, 5)), '21/11/2026 23:41:05')
  })

  it('makes characters visible that would reverse the text around them', () => {
    assert.equal(toLine(['a\u202eb', 'c\u0000']), 'a\ufffdb;c\ufffd\r\n')
  })

  it('quotes every character that a spreadsheet may take for the end of a cell', () => {
    const line = toLine(['a;b', 'a\tb', 'a,b', 'a"b', 'ab', 1])

    assert.equal(line, '"a;b";"a\tb";"a,b";"a""b";ab;1\r\n')
  })
})
