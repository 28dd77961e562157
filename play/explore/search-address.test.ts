import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { exploreAddress, facetAddress, facetListAddress, readSearch, withText } from './search-address.ts'

describe('the address of Explorar', () => {
  it('is parsed to the search that it was written for', () => {
    const searches = [
      { q: '', type: 'all', order: 'newest' },
      { q: 'dom & casmurro', type: 'ebook', order: 'length' },
      { q: 'dom', type: 'all', order: 'relevance' },
      { q: 'dom', type: 'all', order: 'newest' },
      { q: '', type: 'all', order: 'title', facet: { kind: 'author', key: 'machado de assis' } },
      { q: '', type: 'audiobook', order: 'newest', facet: { kind: 'series', key: 'ondas' } },
    ] as const

    for (const search of searches) assert.deepEqual(readSearch(exploreAddress(search).split('?')[1] ?? ''), search)
    assert.equal(exploreAddress(searches[0]), '/explorar')
    assert.equal(facetAddress({ kind: 'subject', key: 'mar e vento' }), '/explorar?assunto=mar+e+vento')
  })

  it('sorts a text by relevance, unless another order was chosen', () => {
    const search = { q: '', type: 'all', order: 'newest' } as const
    const chosen = { ...search, order: 'title' } as const

    assert.deepEqual(withText(search, 'dom'), { q: 'dom', type: 'all', order: 'relevance' })
    assert.deepEqual(withText(withText(search, 'dom'), ''), search)
    assert.deepEqual(withText(chosen, 'dom').order, 'title')
  })

  it('sorts a series in its order', () => {
    assert.deepEqual(readSearch('serie=ondas'), {
      q: '',
      type: 'all',
      order: 'series',
      facet: { kind: 'series', key: 'ondas' },
    })
  })

  it('selects a list of facets and its order', () => {
    const lists = [
      { kind: 'narrator', q: 'sá', order: 'titles' },
      { kind: 'subject', q: '', order: 'name' },
    ] as const

    for (const list of lists) assert.deepEqual(readSearch(facetListAddress(list).split('?')[1] ?? ''), list)
  })

  it('ignores unknown values', () => {
    assert.deepEqual(readSearch('lista=nada&ordem=nada&tipo=nada'), { q: '', type: 'all', order: 'newest' })
  })
})
