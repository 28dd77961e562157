import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { joinText } from '../layout/chapter-text.ts'
import { bookmarkPassage } from './passage.ts'

describe('bookmarkPassage', () => {
  it('begins with the first whole word of a page', () => {
    assert.deepEqual(bookmarkOf(['Os dicioná', 'rios empilhados\n na entrada.']), [15, 'empilhados na entrada.'])
    assert.deepEqual(bookmarkOf(['Os dicioná', 'rios.', '|Perguntou-se.']), [15, 'Perguntou-se.'])
  })

  it('begins at the top of a page that begins with a word', () => {
    assert.deepEqual(bookmarkOf(['Os dicionários ', 'empilhados na entrada.']), [15, 'empilhados na entrada.'])
    assert.deepEqual(bookmarkOf(['Canto Primeiro', '|As armas e os barões']), [14, 'As armas e os barões'])
    assert.deepEqual(bookmarkOf(['山路を', '登りながら、 こう考えた。']), [3, '登りながら、 こう考えた。'])
  })

  it('stays on a page that holds no other word', () => {
    assert.deepEqual(bookmarkOf(['Os dicioná', 'rios', ' empilhados'], 14), [10, 'rios empilhados'])
  })
})

/** Marks the page that begins with the second part of a text; a bar begins a paragraph. Returns its start and words. */
function bookmarkOf(parts: string[], pageEnd = Number.POSITIVE_INFINITY) {
  const paragraphs = parts.join('').split('|')
  const letters = paragraphs.join('')
  const starts = paragraphs.map((_, index) => paragraphs.slice(0, index).join('').length)
  const partsOf = (start: number, end: number) =>
    paragraphs
      .map((paragraph, index) => ({
        text: paragraph.slice(Math.max(0, start - starts[index]!), Math.max(0, end - starts[index]!)),
        block: index,
        isApart: false,
      }))
      .filter(({ text }) => text !== '')
  const top = parts[0]!.length
  const { start, highlight } = bookmarkPassage(0, {
    progression: () => top / letters.length,
    letters: () => letters.length,
    // The only part of a chapter's text that a bookmark reads.
    text: () => ({ lettersOf: (start: number, end: number) => letters.slice(start, end) }) as never,
    textOf: (start, end) => joinText(partsOf(Math.max(0, start), end)),
    isVisible: (letter) => letter < pageEnd,
  })
  return [start, highlight]
}
