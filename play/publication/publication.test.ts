import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Form, formatLength, formatProgress, titleLines } from './publication.ts'

describe('the title on a card', () => {
  it('has two more lines for a number at its end', () => {
    const titles = ['Abismo 10', 'Abismo (vol. 2)', 'Abismo XIV', '1984 e depois', 'Luiz', 'O CÉU']

    assert.deepEqual(titles.map(titleLines), [4, 4, 4, 2, 2, 2])
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

  it('is counted in pages on the page of a title in fixed layout', () => {
    const comic = { chapters: 24, progress: null, layout: 'fixed' } as Form

    assert.deepEqual([formatProgress(comic), formatLength(comic)], ['24 páginas', '24 páginas'])
  })
})
