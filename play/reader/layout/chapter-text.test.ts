import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { joinText, lettersBefore, trimRange } from './chapter-text.ts'

describe('the text of a chapter', () => {
  it('counts letters without the soft hyphens of a layout', () => {
    assert.equal(lettersBefore('Uma ca\u00adsa bran\u00adca', 9), 8)
    assert.equal(lettersBefore('Uma casa branca', 8), 8)
  })

  it('trims the white space around a selection', () => {
    assert.deepEqual(trimRange('  casa branca \n', 100), { start: 102, end: 113 })
    assert.equal(trimRange(' \n ', 100), undefined)
  })

  it('is quoted without the readings beside its words', () => {
    const [block, isApart] = [{}, false]

    const text = joinText([
      { text: '漢', block, isApart },
      { text: 'かん', block, isApart, isRuby: true },
      { text: '字', block, isApart },
      { text: 'じ', block, isApart, isRuby: true },
    ])

    assert.equal(text, '漢字')
  })

  it('puts a space between two paragraphs, and within one only where it has one', () => {
    const [first, second] = [{}, {}]

    const text = joinText([
      { text: 'o fa', block: first, isApart: true },
      { text: 'rol.', block: first, isApart: false },
      { text: 'Apagado.', block: first, isApart: true },
      { text: 'Depois,\n  o mar', block: second, isApart: false },
    ])

    assert.equal(text, 'o farol. Apagado. Depois, o mar')
  })
})
