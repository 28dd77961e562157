import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { splitSentences } from './sentences.ts'

const sentencesOf = (paragraph: string) =>
  splitSentences({ start: 0, text: paragraph, gaps: [] }).map(({ text }) => text)

describe('the utterances of a paragraph', () => {
  it('are its sentences, with any final punctuation and any opening mark', () => {
    assert.deepEqual(sentencesOf('Choveu. “E agora?” — perguntou. — Agora… Nada! 12 barcos saíram.'), [
      'Choveu.',
      '“E agora?” — perguntou.',
      '— Agora…',
      'Nada!',
      '12 barcos saíram.',
    ])
  })

  it('end without a capital letter or a space after them in scripts that have none', () => {
    assert.deepEqual(sentencesOf('"לא," ענה אמיר. "יש לך מושג?" שאל אבישי.'), [
      '"לא," ענה אמיר.',
      '"יש לך מושג?"',
      'שאל אבישי.',
    ])
    assert.deepEqual(sentencesOf('ما هذا؟ بيت، وباب.'), ['ما هذا؟', 'بيت، وباب.'])
    assert.deepEqual(sentencesOf('　山路を登りながら、こう考えた。「智に働けば角が立つ。」情に棹させば流される！」'), [
      '山路を登りながら、こう考えた。',
      '「智に働けば角が立つ。」',
      '情に棹させば流される！」',
    ])
    assert.ok(sentencesOf('あれば人でなしの国へ行くばかりだから、'.repeat(20)).every((text) => text.endsWith('、')))
  })

  it('leave out ruby, and have the letters around it', () => {
    const paragraph = '山路\u00ad\u00ad\u00adを 登\u00adる。'

    const [sentence] = splitSentences({ start: 0, text: paragraph, gaps: [] })

    assert.equal(sentence?.text, '山路を 登る。')
    assert.deepEqual(sentence?.letters, [0, 1, 5, 6, 7, 9, 10])
  })

  it('are found at once beside an endless space', () => {
    const startedAt = performance.now()

    const sentences = sentencesOf(`Fim!${' '.repeat(200_000)}a`)

    assert.ok(performance.now() - startedAt < 5000)
    assert.deepEqual([sentences[0], sentences.at(-1)], ['Fim!', 'a'])
  })

  it('do not end at titles, initials, references or before a lower-case letter', () => {
    const whole = 'O Sr. Barata e a Dra. Inês, de J. M. Prado (cap. 3), vieram às 10.30 etc. e tal.'

    assert.deepEqual(sentencesOf(whole), [whole])
  })

  it('do not end at the number of a heading or an item', () => {
    assert.deepEqual(sentencesOf('XLIV. O primeiro filho'), ['XLIV. O primeiro filho'])
    assert.deepEqual(sentencesOf(' 12. Bata as claras. Sirva.'), ['12. Bata as claras.', 'Sirva.'])
  })

  it('have their range of letters, without surrounding white space', () => {
    const paragraph = '  Um\n farol.  Duas  irmãs.  '

    const found = splitSentences({ start: 100, text: paragraph, gaps: [] })

    assert.deepEqual(
      found.map(({ text }) => text),
      ['Um farol.', 'Duas irmãs.'],
    )
    for (const { start, end, text, letters } of found) {
      assert.equal(paragraph.slice(start - 100, end - 100).replace(/\s+/g, ' '), text)
      assert.equal(
        letters
          .map((letter) => paragraph[letter - 100])
          .join('')
          .replace('\n', ' '),
        text,
      )
    }
  })

  it('end where only a space that is no letter separates them, and have the letters around it', () => {
    const text = 'Choveu.Ventou no marbravo.Parou.'

    const found = splitSentences({ start: 10, text, gaps: [7, 20, 26] })

    assert.deepEqual(
      found.map(({ start, end, text }) => ({ start, end, text })),
      [
        { start: 10, end: 17, text: 'Choveu.' },
        { start: 17, end: 36, text: 'Ventou no mar bravo.' },
        { start: 36, end: 42, text: 'Parou.' },
      ],
    )
    const [, verse] = found
    assert.equal(verse?.letters[verse.text.indexOf('bravo')], 10 + text.indexOf('bravo'))
  })

  it('are short enough for every engine, and lose no word', () => {
    const long = `${'O vento, que vinha do mar, batia nas janelas; '.repeat(20)}e parou.`

    const parts = splitSentences({ start: 0, text: long, gaps: [] })

    assert.ok(parts.every(({ text }) => text.length <= 240))
    assert.equal(parts.map(({ text }) => text).join(' '), long)
    assert.ok(parts.slice(0, -1).every(({ text }) => /[,;]$/.test(text)))
  })
})
