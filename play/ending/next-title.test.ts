import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { PublicationCard } from '@estante/contract/play/publications.ts'
import type { Ending } from '@estante/contract/play/queue.ts'
import { autoplayForm, nextTitleOf } from './next-title.ts'

const cover = { url: '', srcset: '', ratio: 1, color: '#000000' }

function card(
  id: string,
  type: 'audiobook' | 'ebook',
  otherForm: PublicationCard['otherForm'] = null,
): PublicationCard {
  return { id, type, title: id, author: '', cover, saved: false, progress: null, otherForm }
}

function ending(change: Partial<Ending>): Ending {
  return {
    startedAt: null,
    listeningSeconds: 0,
    readingSeconds: 0,
    finishedWorks: 1,
    queued: null,
    inSeries: null,
    sameAuthor: [],
    others: [],
    ...change,
  }
}

describe('the title that follows', () => {
  it('is the first of the queue, otherwise the next of the series', () => {
    const [queued, inSeries] = [card('fila', 'ebook'), card('serie', 'audiobook')]

    assert.equal(nextTitleOf(ending({ queued, inSeries }))?.card.id, 'fila')
    assert.equal(nextTitleOf(ending({ inSeries }))?.card.id, 'serie')
    assert.equal(nextTitleOf(ending({ sameAuthor: [inSeries] })), undefined)
  })

  it('autoplays only as an audiobook, in the queued form', () => {
    const other = { id: 'som', type: 'audiobook' as const, progress: null }

    assert.equal(
      autoplayForm(ending({ queued: card('livro', 'ebook', other), inSeries: card('x', 'audiobook') })),
      undefined,
    )
    assert.equal(autoplayForm(ending({ queued: card('som', 'audiobook') }))?.id, 'som')
    assert.equal(autoplayForm(ending({ inSeries: card('livro', 'ebook', other) }))?.id, 'som')
    assert.equal(autoplayForm(ending({ inSeries: card('livro', 'ebook') })), undefined)
  })
})
