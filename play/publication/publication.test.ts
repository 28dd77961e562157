import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { cardPath, type Form, formatLength, formatProgress, shortTitle } from './publication.ts'

describe('the title on a card', () => {
  it('is shortened before the number at its end', () => {
    const titles = [
      'As crônicas do abismo de estrelas: volume 10',
      'As crônicas do abismo de estrelas XIV',
      'As crônicas do abismo de estrelas (vol. 2)',
      'As crônicas do abismo de estrelas e depois',
      'O Senhor dos Anéis: volume 10',
      'Antidesestabelecimentarismo 2',
    ]

    assert.deepEqual(titles.map(shortTitle), [
      'As crônicas do abism… volume 10',
      'As crônicas do ab… estrelas XIV',
      'As crônicas do abismo… (vol. 2)',
      undefined,
      undefined,
      undefined,
    ])
  })
})

describe('a press on a card', () => {
  const audiobook = { id: 'pub_1', type: 'audiobook', durationSeconds: 10_000 } as Form
  const progress = { totalProgression: 0.5, finishedAt: null } as Form['progress']

  it('plays an audiobook in progress at once, like its button', () => {
    assert.equal(cardPath({ ...audiobook, progress }), '/player/pub_1?tocar')
  })

  it('opens the page of one that was not started, and an e-book in progress', () => {
    const paths = [cardPath({ ...audiobook, progress: null }), cardPath({ ...audiobook, type: 'ebook', progress })]

    assert.deepEqual(paths, ['/titulo/pub_1', '/leitor/pub_1'])
  })
})

describe('the progress of an audiobook', () => {
  it('is the time left, at least a minute', () => {
    const formatted = [20, 80, 120, 4000].map((left) =>
      formatProgress({ durationSeconds: 10_000, progress: { totalProgression: 1 - left / 10_000 } } as Form),
    )

    assert.deepEqual(formatted, ['Falta 1 min', 'Falta 1 min', 'Faltam 2 min', 'Falta 1h07'])
  })
})

describe('the progress of an e-book', () => {
  it('is the share read, without a share below one per cent', () => {
    const formatted = [0, 0.009, 0.01, 0.999].map((totalProgression) =>
      formatProgress({ progress: { totalProgression } } as Form),
    )

    assert.deepEqual(formatted, ['Começado', 'Começado', '1% lido', '99% lido'])
  })
})

describe('the length of an e-book', () => {
  it('is short on a card, and absent for a book in one file', () => {
    const [many, one] = [159, 1].map((chapters) => ({ chapters, progress: null }) as Form)

    assert.deepEqual([formatProgress(many!), formatLength(many!)], ['159 caps.', '159 capítulos'])
    assert.equal(formatProgress(one!), undefined)
  })

  it('is its pages in fixed layout', () => {
    const comic = { pages: 24, progress: null } as Form

    assert.deepEqual([formatProgress(comic), formatLength(comic)], ['24 páginas', '24 páginas'])
  })
})
