import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Link, Manifest } from '@estante/contract/manifest.ts'
import { flowOf, mapBook, placeOf } from './book-map.ts'
import { followLink } from './navigator/links.ts'
import { text } from './text.ts'

const BASE = 'https://livros.example.com/play/v1/media/grant/'

describe('the place in an e-book', () => {
  it('is a progression in the chapter and, weighted, in the book', () => {
    const { locations, href, title } = book().locator(1, 0.5)

    assert.deepEqual([href, title], ['text/two.xhtml', 'Dois'])
    assert.deepEqual(locations, { progression: 0.5, totalProgression: 0.5, position: 6 })
  })

  it('has positions counted from 1 to the last', () => {
    const map = book()

    assert.equal(map.locator(0, 0).locations.position, 1)
    assert.equal(map.locator(2, 1).locations.position, 10)
  })

  it('is found again from a stored locator', () => {
    const map = book()

    assert.deepEqual(placeOf(map, map.locator(1, 0.25)), { chapter: 1, progression: 0.25 })
  })

  it('is found by its total progression when its chapter is gone', () => {
    const stale = { href: 'old.xhtml', locations: { progression: 0.9, totalProgression: 0.5 } }

    assert.deepEqual(placeOf(book(), stale), { chapter: 1, progression: 0.5 })
  })

  it('is the beginning without a locator', () => {
    assert.deepEqual(placeOf(book(), undefined), { chapter: 0, progression: 0 })
  })
})

describe('the chapters of an e-book', () => {
  it('are paged or scrolled as the member chose, else as the book says; fixed pages are turned', () => {
    const manifest = { metadata: { overflow: 'scrolled' } } as Manifest
    const chapter = (properties: Link['properties']) => ({ href: 'a.xhtml', properties })

    assert.equal(flowOf(manifest, chapter({}), 'original'), 'scroll')
    assert.equal(flowOf(manifest, chapter({ overflow: 'paginated' }), 'original'), 'pages')
    assert.equal(flowOf(manifest, chapter({}), 'pages'), 'pages')
    assert.equal(flowOf(manifest, chapter({ overflow: 'paginated' }), 'scroll'), 'scroll')
    assert.equal(flowOf(manifest, chapter({ layout: 'fixed' }), 'scroll'), 'pages')
  })

  it('are numbered as pages in fixed layout', () => {
    const readingOrder = [{ href: 'a.xhtml', properties: { layout: 'fixed' } }, { href: 'b.xhtml' }]
    const map = mapBook({ metadata: {}, readingOrder, toc: [] } as unknown as Manifest)

    assert.deepEqual([text.chapterOf(1, map), text.chapterOf(2, map)], ['Página 1 de 2', 'Parte 2 de 2'])
  })

  it('are named by their number without a title, and as the beginning before the first entry of the contents', () => {
    const readingOrder = [{ href: 'a.xhtml' }, { href: 'b.xhtml' }]
    const withoutContents = mapBook({ metadata: {}, readingOrder, toc: [] } as unknown as Manifest)

    assert.deepEqual(
      [text.untitled(book(), 'cover.xhtml'), text.untitled(withoutContents, 'b.xhtml')],
      ['Início', 'Parte 2 de 2'],
    )
  })
})

describe('the contents of an e-book', () => {
  it('lead to chapters, whatever the encoding of their addresses', () => {
    const map = book()

    assert.deepEqual(
      map.contents.map(({ chapter, depth }) => [chapter, depth]),
      [
        [1, 0],
        [1, 1],
        [2, 0],
      ],
    )
  })

  it('list the entries of a chapter, and the last one before a chapter without any', () => {
    const map = book()

    assert.deepEqual([0, 1, 2].map(map.marksIn), [
      [],
      [
        { entry: 0, id: undefined },
        { entry: 1, id: 'b' },
      ],
      [{ entry: 2, id: undefined }],
    ])
    assert.deepEqual([0, 1, 2].map(map.entryBefore), [undefined, undefined, 1])
    assert.deepEqual([map.titleOf(1), map.titleOf(1, 1)], ['Dois', 'Dois e meio'])
  })
})

describe('a letter of an e-book', () => {
  it('belongs to an entry of the contents, and to a page of the printed edition', () => {
    const map = book([100, 400, 200])

    assert.deepEqual(
      [map.entryAt(1, 0), map.entryAt(1, 299), map.entryAt(1, 300), map.entryAt(0, 5)],
      [0, 0, 1, undefined],
    )
    assert.deepEqual([map.pageAt(1, 49), map.pageAt(1, 50), map.pageAt(1, 399)], [undefined, 0, 1])
    assert.deepEqual([map.pageAt(1, 50, 'p8'), map.pageAt(1, 50, 'b'), map.pageAt(0, 50, 'p8')], [1, 0, undefined])
    assert.deepEqual(
      map.pages.map(({ title }) => title),
      ['7', '8'],
    )
  })
})

describe('the rest of an e-book', () => {
  it('is counted until the next entry of the contents, across chapters without entries', () => {
    const map = book([100, 400, 200])

    assert.deepEqual(map.lettersLeft(0, 0.5, undefined), { inEntry: 50, inBook: 650 })
    assert.deepEqual(map.lettersLeft(1, 0.25, 0), { inEntry: 200, inBook: 500 })
    assert.deepEqual(map.lettersLeft(1, 0.75, 1), { inEntry: 100, inBook: 300 })
    // A picture after the last letter.
    assert.equal(map.lettersLeft(2, 1, 2), undefined)
  })

  it('is counted until the end of the entry that begins on the page', () => {
    assert.deepEqual(book([100, 400, 200]).lettersLeft(1, 0.7, 1), { inEntry: 120, inBook: 320 })
  })

  it('is unknown where letters were not counted', () => {
    assert.equal(book().lettersLeft(0, 0, undefined), undefined)
    assert.equal(book().letterAt(0, 0), undefined)
  })
})

describe('a link in a book', () => {
  const from = `${BASE}text/two.xhtml`

  it('is followed inside the book, to its chapter and id', () => {
    assert.deepEqual(followLink(book(), BASE, from, 'n%C3%B3s.xhtml#fim'), { kind: 'inside', chapter: 2, id: 'fim' })
    assert.deepEqual(followLink(book(), BASE, from, '#topo'), { kind: 'inside', chapter: 1, id: 'topo' })
  })

  it('goes to the host when it leaves the book', () => {
    assert.deepEqual(followLink(book(), BASE, from, 'https://example.org/x'), {
      kind: 'outside',
      url: 'https://example.org/x',
    })
    assert.deepEqual(followLink(book(), BASE, from, 'mailto:a@example.org').kind, 'outside')
  })

  it('leads nowhere when it is to another address of ours, or a script', () => {
    for (const target of [
      '../../../../../perfil',
      'javascript:alert(1)',
      'data:text/html,x',
      'missing.xhtml',
      'https://',
    ]) {
      assert.deepEqual(followLink(book(), BASE, from, target), { kind: 'nowhere' }, target)
    }
  })
})

function book(letters?: number[]) {
  const counted = (chapter: number) => letters && { letters: letters[chapter]! }
  const manifest: Manifest = {
    '@context': 'https://readium.org/webpub-manifest/context.jsonld',
    metadata: {
      '@type': 'http://schema.org/Book',
      conformsTo: 'https://readium.org/webpub-manifest/profiles/epub',
      title: 'Livro',
      author: ['Autora'],
      language: ['pt-BR'],
      readingProgression: 'ltr',
    },
    links: [],
    readingOrder: [
      { href: 'cover.xhtml', properties: { positions: 3, ...counted(0) } },
      { href: 'text/two.xhtml', properties: { positions: 4, ...counted(1) } },
      { href: 'text/n%C3%B3s.xhtml', properties: { positions: 3, ...counted(2) } },
    ],
    resources: [],
    pageList: [
      { href: 'text/two.xhtml#p7', title: '7', properties: { letter: 50 } },
      { href: 'text/two.xhtml#p8', title: '8', properties: { letter: 120 } },
    ],
    toc: [
      {
        href: 'text/two.xhtml',
        title: 'Dois',
        children: [{ href: 'text/two.xhtml#b', title: 'Dois e meio', properties: { letter: 300 } }],
      },
      { href: 'text/nós.xhtml', title: 'Nós' },
    ],
  }
  return mapBook(manifest)
}
