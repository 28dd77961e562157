import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { splitSentences } from './sentences.ts'

const said = (paragraph: string) => splitSentences(paragraph).map(({ words }) => words)

describe('what a voice says at once', () => {
  it('is a sentence, whatever ends it or stands before the next', () => {
    assert.deepEqual(said('Choveu. “E agora?” — perguntou. — Agora… Nada! 12 barcos saíram.'), [
      'Choveu.',
      '“E agora?” — perguntou.',
      '— Agora…',
      'Nada!',
      '12 barcos saíram.',
    ])
  })

  it('goes on after titles, initials, references and small letters', () => {
    const whole = 'O Sr. Barata e a Dra. Inês, de J. M. Prado (cap. 3), vieram às 10.30 etc. e tal.'

    assert.deepEqual(said(whole), [whole])
  })

  it('tells its letters, without the white space around it', () => {
    const paragraph = '  Um\n farol.  Duas  irmãs.  '

    const found = splitSentences(paragraph, 100)

    assert.deepEqual(
      found.map(({ words }) => words),
      ['Um farol.', 'Duas irmãs.'],
    )
    for (const { start, end, words } of found) {
      assert.equal(paragraph.slice(start - 100, end - 100).replace(/\s+/g, ' '), words)
    }
  })

  it('is never so long that an engine gives up on it, and loses no word', () => {
    const long = `${'O vento, que vinha do mar, batia nas janelas; '.repeat(20)}e parou.`

    const parts = splitSentences(long)

    assert.ok(parts.every(({ words }) => words.length <= 240))
    assert.equal(parts.map(({ words }) => words).join(' '), long)
    assert.ok(parts.slice(0, -1).every(({ words }) => /[,;]$/.test(words)))
  })
})
