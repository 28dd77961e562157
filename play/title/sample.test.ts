import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { pagesOf } from './facts.ts'
import { cutParagraphs, sampleOf } from './sample.ts'

describe('the sample of a recording', () => {
  it('is three minutes from the first chapter that is no opening', () => {
    const contents = [
      { href: 'audio.m4a#t=0', duration: 20 },
      { href: 'audio.m4a#t=20.5', duration: 900 },
    ]

    assert.deepEqual(sampleOf(contents, 3600), { start: 20.5, end: 200.5 })
  })

  it('is from the start of a recording without chapters, and within it', () => {
    assert.deepEqual(sampleOf([], 90), { start: 0, end: 90 })
    assert.deepEqual(sampleOf([{ href: 'audio.mp3', duration: 5 }], 5), { start: 0, end: 5 })
  })
})

describe('the beginning of a book', () => {
  it('is whole paragraphs; a long one is cut between words', () => {
    assert.deepEqual(cutParagraphs(['Um.', 'Dois.']), ['Um.', 'Dois.'])

    const [first, second, third] = cutParagraphs(['a'.repeat(1000), 'palavra '.repeat(200).trim(), 'Depois.'])

    assert.equal(first?.length, 1000)
    assert.match(second ?? '', /^(palavra )+palavra…$/)
    assert.ok(second!.length <= 501)
    assert.equal(third, undefined)
  })
})

it('The estimated pages of a book are near those in print', () => {
  assert.deepEqual([pagesOf(100), pagesOf(18_000), pagesOf(432_500)], [1, 10, 240])
})
