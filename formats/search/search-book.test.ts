import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readLetters } from '../epub/chapter-letters.ts'
import { page, scrambled } from '../fixtures/epub/build-epub.ts'
import { isWithin, searchBook } from './search-book.ts'
import { chapterText, readSearchIndex, writeSearchIndex } from './search-index.ts'

const book = indexOf(
  '<h1>Parte <i>I</i></h1><p>Capitú, apesar da­quelles olhos que o diabo lhe deu… Você já reparou nos olhos d’ella?</p>',
  '<p>São assim de <b>ci</b>gana</p><p>obliqua e dissimulada.</p><img src="x.png" alt="y"/><p>Guarda-chuva de Capitu</p>',
)

describe('searchBook', () => {
  it('finds a word ignoring accents and case, with its sentence and letter offset', () => {
    const { hits, counts, isFuzzy } = searchBook(book, 'CAPITU', { limit: 10 })

    assert.deepEqual(hits, [
      {
        chapter: 0,
        start: 7,
        length: 6,
        before: '',
        highlight: 'Capitú',
        after: ', apesar daquelles olhos que o diabo lhe deu…',
      },
      { chapter: 1, start: 117, length: 6, before: 'Guarda-chuva de ', highlight: 'Capitu', after: '' },
    ])
    assert.deepEqual(
      [counts, isFuzzy],
      [
        [
          { chapter: 0, hits: 1 },
          { chapter: 1, hits: 1 },
        ],
        false,
      ],
    )
  })

  it('finds consecutive words, the last one as a prefix, across punctuation and tags', () => {
    assert.deepEqual(highlights('olhos d’ell'), ['olhos d’ella'])
    assert.deepEqual(highlights('guarda chuva'), ['Guarda-chuva'])
    assert.deepEqual(highlights('de cigana'), ['de cigana'])
    assert.deepEqual(highlights('olhos deu'), [])
  })

  it('finds whole words between quotes', () => {
    assert.deepEqual(highlights('dissimul'), ['dissimulada'])
    for (const quoted of ['"obliqua e dissimulada"', '“obliqua e dissimulada” ', '«DISSIMULADA»']) {
      assert.equal(highlights(quoted).length, 1, quoted)
    }
    for (const part of ['"dissimul"', '“obliqua e dis”']) assert.deepEqual(highlights(part), [], part)
  })

  it('finds words copied with the soft hyphens of the book', () => {
    assert.deepEqual(highlights('dis\u00adsimu\u00adlada'), ['dissimulada'])
  })

  it('does not match across paragraphs', () => {
    assert.deepEqual(highlights('cigana obliqua'), [])
    assert.deepEqual(highlights('ciganaobliqua'), [])
  })

  it('leaves ruby out of words and phrases, and counts its letters', () => {
    const annotated = indexOf('<p>この<ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp>字<rt>じ</rt></ruby>です。</p>')

    const { hits } = searchBook(annotated, '漢字です', { limit: 2 })

    assert.deepEqual(hits, [{ chapter: 0, start: 2, length: 9, before: 'この', highlight: '漢字です', after: '。' }])
    assert.deepEqual(searchBook(annotated, 'かん', { limit: 2 }).hits, [])
  })

  it('leaves the number of a note out of the word before it, of the phrase and of the sentence', () => {
    const noted = indexOf(
      `<p>Antes.<sup><a href="#n">1</a></sup> Uma palavra<a epub:type="noteref" href="#m">[12] </a>e a outra, de
      <a href="#o">1899</a>.</p><p>Um.</p><p>1<sup>2</sup></p>`,
    )
    const [found] = searchBook(noted, 'palavra e a outra', { limit: 2 }).hits

    assert.deepEqual(found, {
      chapter: 0,
      start: 12,
      length: 21,
      before: 'Uma ',
      highlight: 'palavra e a outra',
      after: ', de 1899.',
    })
    for (const copied of ['palavra[12] e a outra', 'Antes.1 Uma palavra']) {
      const { hits, isFuzzy } = searchBook(noted, copied, { limit: 2 })
      assert.deepEqual([hits.length, isFuzzy], [1, false], copied)
    }
    for (const unfound of ['outra 12', '[99]']) assert.equal(searchBook(noted, unfound, { limit: 2 }).hits.length, 0)
    assert.equal(searchBook(noted, '12', { limit: 2 }).hits.length, 1)
    assert.match(chapterText(noted, noted.chapters[0]!), /^Antes\.1 Uma palavra\[12\] e a outra,/)
  })

  it('tolerates typing errors only without exact hits', () => {
    const found = (query: string) => {
      const { hits, isFuzzy } = searchBook(book, query, { limit: 10 })
      return [isFuzzy, ...hits.map(({ highlight }) => highlight)]
    }

    assert.deepEqual(found('capiutu'), [true, 'Capitú', 'Capitu'])
    assert.deepEqual(found('disimuladda'), [true, 'dissimulada'])
    assert.deepEqual(found('olhos que o daibo'), [true, 'olhos que o diabo'])
    assert.deepEqual(found('diabo'), [false, 'diabo'])
    assert.deepEqual(found('dxaxo'), [false])
  })

  it('paginates without missing or repeating a hit', () => {
    const many = indexOf(...Array.from({ length: 5 }, () => '<p>mar mar mar. Mar!</p>'))
    const positions: string[] = []
    let after: number | undefined
    do {
      const { hits, next, counts } = searchBook(many, 'mar', { after, limit: 3 })
      positions.push(...hits.map(({ chapter, start }) => `${chapter}:${start}`))
      assert.equal(counts.length, 5)
      after = next
    } while (after !== undefined)

    assert.equal(positions.length, 20)
    assert.equal(new Set(positions).size, 20)
  })

  it('treats each Chinese and Japanese character as a word', () => {
    assert.deepEqual(
      searchBook(indexOf('<p>山路を登りながら、こう考えた。</p>'), '登りながら', { limit: 1 }).hits.map(
        (hit) => hit.highlight,
      ),
      ['登りながら'],
    )
  })

  it('finds nothing for a query without words', () => {
    for (const query of ['', ' ', '%_', '"', '\u0301']) assert.deepEqual(highlights(query), [])
  })

  it('bounds the time of adversarial queries', () => {
    const words = Array.from({ length: 200_000 }, (_, at) => scrambled(at)).join(' ')
    const hostile = indexOf(`<p>${words}</p>`, `<p>${'a'.repeat(5_000_000)}</p>`, `<p>${'a '.repeat(500_000)}</p>`)

    for (const query of [
      'zzzzzzzz '.repeat(14),
      'a'.repeat(128),
      'a '.repeat(64),
      `${'a'.repeat(60)} ${'b'.repeat(60)}`,
    ]) {
      const before = process.cpuUsage()
      const { hits } = searchBook(hostile, query, { limit: 100 })
      const { user } = process.cpuUsage(before)
      // Takes about a tenth of a second; a full scan for each word would take minutes.
      assert.ok(user < 20_000_000, `${query}: ${user} µs`)
      assert.ok(hits.every((hit) => hit.before.length <= 120 && hit.after.length <= 180))
    }
  })
})

it('isWithin counts a substitution, deletion, insertion or transposition as one', () => {
  for (const word of ['capitx', 'capit', 'capituu', 'cpaitu', 'xapitu', 'acpitu', 'capiut']) {
    assert.deepEqual([word, isWithin('capitu', word, 1)], [word, true])
  }
  for (const word of ['capxyu', 'cap', 'uticap', 'cxpxtu']) assert.equal(isWithin('capitu', word, 1), false)
  assert.equal(isWithin('cxpxtu', 'capitu', 2), true)
})

function highlights(query: string) {
  return searchBook(book, query, { limit: 10 }).hits.map(({ highlight }) => highlight)
}

function indexOf(...bodies: string[]) {
  const chapters = bodies.map((body, at) => {
    const { text, notes, breaks } = readLetters(page(body))
    return { href: `c${at}.xhtml`, letters: text.length, positions: 1, text, notes, breaks }
  })
  return readSearchIndex(writeSearchIndex(chapters)!)
}
