import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { page } from '../fixtures/epub/build-epub.ts'
import { PICTURE_LETTER } from '../search/search-index.ts'
import { readLetters } from './chapter-letters.ts'

describe('readLetters', () => {
  it('counts text nodes without soft hyphens, and skips nodes of only white space', () => {
    const { text } = readLetters(
      page('\n<h1> Um </h1>\r\n<p>po\u00adço\r\nd&#x65;&amp;</p> <style>p{}</style>\n', '<title>Não</title>'),
    )

    assert.equal(text, ' Um poço\nde&')
  })

  it('counts sixty letters for a picture', () => {
    const { text } = readLetters(
      page('a<img src="x" alt="y"/>b<svg xmlns="http://www.w3.org/2000/svg"><text>c</text></svg>'),
    )

    assert.equal(text, `a${PICTURE_LETTER.repeat(60)}b${PICTURE_LETTER.repeat(60)}c`)
  })

  it('finds the offset of each id, the first of duplicates', () => {
    const { ids } = readLetters(page('<p id="a">Um</p> <p>dois <b id="b">três</b></p><i id="a"/><hr id="c"/>'))

    assert.deepEqual(
      [...ids],
      [
        ['a', 0],
        ['b', 7],
        ['c', 11],
      ],
    )
  })

  it('finds word boundaries without a space', () => {
    const { breaks } = readLetters(page('<p>Um</p><p>d<b>oi</b>s</p><p><i>três</i> <i>quatro</i></p>'))

    assert.deepEqual(breaks, [
      { offset: 2, isBlock: true },
      { offset: 6, isBlock: true },
      { offset: 10, isBlock: false },
      { offset: 16, isBlock: true },
    ])
  })
})
