import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { escapeFrom, nextIndex, phrasesOf } from './guided.ts'
import { chapterStarts, phraseAt, secondsBefore } from './narration-time.ts'

const phrases = phrasesOf(
  {
    guided: [
      { textref: 'c1.xhtml#a', audioref: '../audio/um.mp3#t=0,1.5' },
      {
        role: ['footnote'],
        children: [{ children: [{ textref: 'notas.xhtml#n%C3%A3', audioref: '../audio/um.mp3#t=1.5,2' }] }],
      },
      { textref: 'c1.xhtml#p12', audioref: '../audio/um.mp3#t=2,3', role: ['pagebreak'] },
      { textref: 'c1.xhtml' },
      { textref: 'c1.xhtml#b', audioref: '../audio/dois.mp3' },
    ],
  },
  'OEBPS/texto/c1.guided.json',
)

describe('guided navigation', () => {
  it('lists the spoken elements with their times, in order', () => {
    assert.deepEqual(
      phrases.map(({ href, id, audio, start, end }) => [href, id, audio, start, end]),
      [
        ['OEBPS/texto/c1.xhtml', 'a', 'OEBPS/audio/um.mp3', 0, 1.5],
        ['OEBPS/texto/notas.xhtml', 'nã', 'OEBPS/audio/um.mp3', 1.5, 2],
        ['OEBPS/texto/c1.xhtml', 'p12', 'OEBPS/audio/um.mp3', 2, 3],
        ['OEBPS/texto/c1.xhtml', 'b', 'OEBPS/audio/dois.mp3', 0, Number.POSITIVE_INFINITY],
      ],
    )
  })

  it('has a duration of its own across several recordings', () => {
    const guided = (duration?: number) => ({
      href: 'c.xhtml',
      alternate: [{ href: 'c.json', type: 'application/guided-navigation+json', duration }],
    })

    assert.deepEqual(
      chapterStarts([guided(12.5), { href: 'imagem.xhtml' }, guided(), guided(3)]),
      [0, 12.5, 12.5, 12.5],
    )
    assert.deepEqual(
      [0, 1, 2, 3].map((index) => secondsBefore(phrases, index)),
      [0, 1.5, 2, 3],
    )
    assert.deepEqual(
      [0, 1.4, 1.5, 2.9, 400].map((second) => phraseAt(phrases, second)),
      [0, 0, 1, 2, 3],
    )
  })

  it('skips notes and page numbers on request', () => {
    const heard = (skips: boolean) => {
      const indexes = []
      for (let at = nextIndex(phrases, -1, 1, skips); at !== undefined; at = nextIndex(phrases, at, 1, skips)) {
        indexes.push(at)
      }
      return indexes
    }

    assert.deepEqual(
      [heard(false), heard(true)],
      [
        [0, 1, 2, 3],
        [0, 3],
      ],
    )
    assert.equal(nextIndex(phrases, 3, -1, true), 0)
    assert.equal(nextIndex(phrases, 0, -1, true), undefined)
  })

  it('leads out of the innermost table, list or figure, except from its last phrase, and past a note after it', () => {
    const clip = (id: string, role: string[] = []) => ({ textref: `c1.xhtml#${id}`, audioref: 'a.mp3#t=0,1', role })
    const list = { role: ['list'], children: [clip('b'), clip('c', ['listItem'])] }
    const row = { role: ['row'], children: [list, clip('d'), clip('e')] }
    const guided = [clip('a'), { role: ['table'], children: [row] }, clip('n', ['footnote']), clip('f')]
    const nested = phrasesOf({ guided }, 'c1.guided.json')

    const escapes = nested.map((_phrase, from) => {
      const out = escapeFrom(nested, from, true)
      return out && [out.kind, out.index && nested[out.index]!.id]
    })

    assert.deepEqual(escapes, [
      undefined,
      ['list', 'd'],
      ['table', 'f'],
      ['table', 'f'],
      undefined,
      undefined,
      undefined,
    ])
    assert.deepEqual(escapeFrom(nested.slice(0, 4), 2, true), { kind: 'table', index: undefined })
  })
})
