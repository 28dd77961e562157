import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { joinWords, lettersBefore, trimRange } from './chapter-text.ts'

describe('letters of a chapter', () => {
  it('are counted without the soft hyphens that a size of page puts in', () => {
    assert.equal(lettersBefore('Uma ca\u00adsa bran\u00adca', 9), 8)
    assert.equal(lettersBefore('Uma casa branca', 8), 8)
  })

  it('of a selection begin and end with a word', () => {
    assert.deepEqual(trimRange('  casa branca \n', 100), { start: 102, end: 113 })
    assert.equal(trimRange(' \n ', 100), undefined)
  })

  it('of two paragraphs are no one word, and of one paragraph stay one', () => {
    const [first, second] = [{}, {}]

    const words = joinWords([
      { words: 'o fa', block: first },
      { words: 'rol.', block: first },
      { words: 'Depois,\n  o mar', block: second },
    ])

    assert.equal(words, 'o farol. Depois, o mar')
  })
})
