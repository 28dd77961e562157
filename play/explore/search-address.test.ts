import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { exploreAddress, facetAddress, facetListAddress, readSearch } from './search-address.ts'

describe('the address of Explorar', () => {
  it('says what is looked for, and is read as it was written', () => {
    const searches = [
      { q: '', type: 'all', order: 'newest' },
      { q: 'dom & casmurro', type: 'ebook', order: 'length' },
      { q: '', type: 'all', order: 'title', facet: { kind: 'author', key: 'machado de assis' } },
      { q: '', type: 'audiobook', order: 'newest', facet: { kind: 'series', key: 'ondas' } },
    ] as const

    for (const search of searches) assert.deepEqual(readSearch(exploreAddress(search).split('?')[1] ?? ''), search)
    assert.equal(exploreAddress(searches[0]), '/explorar')
    assert.equal(facetAddress({ kind: 'subject', key: 'mar e vento' }), '/explorar?assunto=mar+e+vento')
  })

  it('reads a series in its order', () => {
    assert.deepEqual(readSearch('serie=ondas'), {
      q: '',
      type: 'all',
      order: 'series',
      facet: { kind: 'series', key: 'ondas' },
    })
  })

  it('says which list of names, and in which order', () => {
    const lists = [
      { kind: 'narrator', q: 'sá', order: 'titles' },
      { kind: 'subject', q: '', order: 'name' },
    ] as const

    for (const list of lists) assert.deepEqual(readSearch(facetListAddress(list).split('?')[1] ?? ''), list)
  })

  it('takes what it does not know for everything', () => {
    assert.deepEqual(readSearch('lista=nada&ordem=nada&tipo=nada'), { q: '', type: 'all', order: 'newest' })
  })
})
