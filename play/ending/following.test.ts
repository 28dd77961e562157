import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { PublicationCard } from '@estante/contract/play/publications.ts'
import type { Ending } from '@estante/contract/play/queue.ts'
import { followingOf, heardNext } from './following.ts'

const cover = { url: '', srcset: '', ratio: 1, color: '#000000' }

function card(
  id: string,
  type: 'audiobook' | 'ebook',
  otherForm: PublicationCard['otherForm'] = null,
): PublicationCard {
  return { id, type, title: id, author: '', cover, saved: false, progress: null, otherForm }
}

function ending(change: Partial<Ending>): Ending {
  return { activeSeconds: 0, queued: null, inSeries: null, sameAuthor: [], ...change }
}

describe('what comes after a title', () => {
  it('is what the member asked for, else the next of the series', () => {
    const [queued, inSeries] = [card('fila', 'ebook'), card('serie', 'audiobook')]

    assert.equal(followingOf(ending({ queued, inSeries }))?.card.id, 'fila')
    assert.equal(followingOf(ending({ inSeries }))?.card.id, 'serie')
    assert.equal(followingOf(ending({ sameAuthor: [inSeries] })), undefined)
  })

  it('begins by itself only where it is heard, in the form that was asked for', () => {
    const other = { id: 'som', type: 'audiobook' as const, progress: null }

    assert.equal(
      heardNext(ending({ queued: card('livro', 'ebook', other), inSeries: card('x', 'audiobook') })),
      undefined,
    )
    assert.equal(heardNext(ending({ queued: card('som', 'audiobook') }))?.id, 'som')
    assert.equal(heardNext(ending({ inSeries: card('livro', 'ebook', other) }))?.id, 'som')
    assert.equal(heardNext(ending({ inSeries: card('livro', 'ebook') })), undefined)
  })
})
