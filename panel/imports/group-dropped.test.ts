import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { addDropped, groupDropped, nameDropped } from './group-dropped.ts'

const dropped = (...paths: string[]) => paths.map((path) => ({ path, size: 10 }))
const andMore = (count: number) => ` e mais ${count}`

describe('dropped files', () => {
  it('are a title for each book, in natural order', () => {
    const { titles, leftOut } = groupDropped(dropped('10.epub', '2.epub', 'Farol.m4b'))

    assert.deepEqual(
      titles.map(({ path, kind, bytes }) => [path, kind, bytes]),
      [
        ['2.epub', 'ebook', 10],
        ['10.epub', 'ebook', 10],
        ['Farol.m4b', 'audiobook', 10],
      ],
    )
    assert.deepEqual(leftOut, [])
  })

  it('are one audiobook for a folder of MP3s, with its cover and without its notes', () => {
    const files = dropped(
      'Padaria/10.mp3',
      'Padaria/2.MP3',
      'Padaria/capa.jpg',
      'Padaria/notas.txt',
      'Padaria/.DS_Store',
    )

    const { titles, leftOut } = groupDropped(files)

    assert.equal(titles.length, 1)
    assert.deepEqual(titles[0], {
      path: 'Padaria',
      isFolder: true,
      kind: 'audiobook',
      entries: dropped('Padaria/2.MP3', 'Padaria/10.mp3', 'Padaria/capa.jpg'),
      bytes: 30,
    })
    assert.deepEqual(
      leftOut.map(({ path }) => path),
      ['Padaria/.DS_Store', 'Padaria/notas.txt'],
    )
  })

  it('are a title each in a folder with other books, and in nested folders', () => {
    const { titles } = groupDropped(
      dropped('Acervo/a.mp3', 'Acervo/b.epub', 'Acervo/Contos/1.mp3', 'Acervo/Contos/2.mp3'),
    )

    assert.deepEqual(
      titles.map(({ path, isFolder }) => [path, isFolder]),
      [
        ['Acervo/a.mp3', false],
        ['Acervo/b.epub', false],
        ['Acervo/Contos', true],
      ],
    )
  })

  it('are one audiobook for numbered loose MP3s, and one each for others', () => {
    const numbered = groupDropped(dropped('02 - Fim.mp3', '01 - Início.mp3')).titles
    const named = groupDropped(dropped('Farol.mp3', 'Padaria.mp3')).titles
    const years = groupDropped(dropped('1984.mp3', '2001.mp3')).titles

    assert.deepEqual(
      numbered.map(({ path, isFolder, entries }) => [path, isFolder, entries.length]),
      [['', true, 2]],
    )
    assert.deepEqual(
      named.map(({ path }) => path),
      ['Farol.mp3', 'Padaria.mp3'],
    )
    assert.equal(years.length, 2)
  })

  it('are marked when they are probably no books', () => {
    const { titles } = groupDropped(dropped('contrato.pdf', 'sem-nome'))

    assert.deepEqual(
      titles.map(({ kind }) => kind),
      ['other', 'other'],
    )
  })

  it('leave out system files', () => {
    const { titles, leftOut } = groupDropped(dropped('__MACOSX/a.epub', '.oculta/b.epub', 'Livros/._a.epub'))

    assert.deepEqual(titles, [])
    assert.equal(leftOut.length, 3)
  })
})

describe('the name of an import', () => {
  const named: [string[], string][] = [
    [['Farol.epub'], 'Farol.epub'],
    [['Acervo/Farol.epub'], 'Farol.epub'],
    [['Padaria/1.mp3', 'Padaria/2.mp3'], 'Padaria'],
    [['Acervo/a.epub', 'Acervo/Contos/1.mp3', 'Acervo/Contos/2.mp3'], 'Acervo'],
    [['01.mp3', '02.mp3'], '01.mp3 e mais 1'],
    [['a.epub', 'b.epub', 'c.epub'], 'a.epub e mais 2'],
    [[], ''],
  ]
  for (const [paths, name] of named) {
    it(`is "${name}"`, () => assert.equal(nameDropped(groupDropped(dropped(...paths)).titles, andMore), name))
  }

  it('is never longer than the service allows', () => {
    const { titles } = groupDropped(dropped(`${'x'.repeat(200)}.epub`, 'y.epub'))

    assert.equal(nameDropped(titles, andMore).length, 120)
  })
})

describe('the path that a dropped file is sent with', () => {
  const file = (path: string, content: string) => ({ path, file: new File([content], path, { lastModified: 1 }) })
  const pathsOf = (files: ReadonlyMap<string, unknown>) => [...files.keys()]

  it('is on one line, with composed accents', () => {
    const files = addDropped(new Map(), [file('C\u0327a\nira.epub', '')])

    assert.deepEqual(pathsOf(files), ['\u00c7a ira.epub'])
  })

  it('has a number for another loose file of the same name, also when both are dropped again', () => {
    const both = [file('1.mp3', 'one'), file('1.mp3', 'another')]

    const files = addDropped(new Map(), both)
    const again = addDropped(files, both)

    assert.deepEqual(pathsOf(files), ['1.mp3', '1 (2).mp3'])
    assert.deepEqual(pathsOf(again), pathsOf(files))
  })
})
