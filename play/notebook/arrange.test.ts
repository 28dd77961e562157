import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Annotation, Motivation } from '@estante/contract/play/annotations.ts'
import { byChapter, byTitle, passes } from './arrange.ts'
import type { NotebookItem } from './notebook.ts'

const EVERYTHING = { q: '', kind: 'all', color: 'all' } as const

describe('the notebook', () => {
  it('has the latest annotated title first', () => {
    const entries = ['b', 'a', 'b'].map((id) => ({ ...mark('c1', 0), publication: { id } }) as unknown as NotebookItem)

    const groups = byTitle(entries)

    assert.deepEqual(
      groups.map(({ publication, entries: { length } }) => [publication.id, length]),
      [
        ['b', 2],
        ['a', 1],
      ],
    )
  })

  it('has a book’s annotations by chapter, including those made since it was loaded', () => {
    const loaded = [mark('c2', 5, 'Dois'), mark('c2', 90, 'Três'), mark('c1', 1, 'Um')]

    const chapters = byChapter([...loaded, mark('c2', 7, 'Dois'), mark('c1', 0, 'Um')])

    assert.deepEqual(
      chapters.map(({ title, annotations }) => [title, annotations.map(({ start }) => start)]),
      [
        ['Dois', [5, 7]],
        ['Três', [90]],
        ['Um', [0, 1]],
      ],
    )
  })

  it('searches notes and quotes, whatever their accents, and filters by kind and colour', () => {
    const one = { ...mark('c1', 0), note: 'Voltar já', color: 'green', motivation: 'commenting' } as Annotation
    one.locator.text = { highlight: 'A maré subia' }

    const found = (filters: object) => passes(one, { ...EVERYTHING, ...filters })

    assert.deepEqual(
      [{}, { q: 'mare JA' }, { q: 'mare nunca' }, { color: 'green' }, { color: 'blue' }, { kind: 'bookmarking' }].map(
        found,
      ),
      [true, true, false, true, false, false],
    )
  })

  it('counts a highlight or a bookmark with a note among the notes, too', () => {
    const highlight = mark('c1', 0)
    const bookmark = { ...highlight, motivation: 'bookmarking', color: null, end: 0 } as const
    const written = { ...highlight, motivation: 'commenting', note: 'Voltar já' } as const
    const all = [highlight, written, bookmark, { ...bookmark, note: 'Daqui em diante' }]

    const found = (kind: Motivation) => all.map((one) => passes(one, { ...EVERYTHING, kind }))

    assert.deepEqual(found('highlighting'), [true, true, false, false])
    assert.deepEqual(found('commenting'), [false, true, false, true])
    assert.deepEqual(found('bookmarking'), [false, false, true, true])
  })
})

function mark(href: string, start: number, title = ''): Annotation {
  return {
    id: `${href}-${start}`,
    publicationId: 'pub_1',
    motivation: 'highlighting',
    color: 'yellow',
    note: null,
    locator: { href, title, locations: {} },
    start,
    end: start + 1,
    publicationRevision: 1,
    isLost: false,
    createdAt: '2026-01-01T00:00:00Z',
    revision: 1,
  }
}
