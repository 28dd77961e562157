import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { LoadedPublication } from '../open-publication.ts'
import type { Navigator } from './navigator/navigator.ts'
import { createOpenBook } from './open-book.ts'

describe('an open book', () => {
  it('stays of the revision on the screen when its address is renewed: annotations are counted in it', () => {
    const book = createOpenBook()
    book.open(loaded(1, 'https://livros.test/1/'), () => ({ setBase() {} }) as unknown as Navigator)

    book.renew(loaded(2, 'https://livros.test/2/'))

    assert.equal(book.publication.value?.revision, 1)
    book.open(loaded(2, 'https://livros.test/2/'), () => assert.fail('a second navigator'))
    assert.equal(book.publication.value?.revision, 2)
  })
})

function loaded(revision: number, base: string): LoadedPublication {
  const manifest = { metadata: {}, readingOrder: [{ href: 'um.xhtml' }], toc: [] }
  return { publication: { revision }, manifest, base } as unknown as LoadedPublication
}
