import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Anchor, type AnchorChapter, reanchor as search } from './reanchor.ts'

const FAROL =
  'O farol de sal ficava na ponta da enseada. Ninguém lembrava quem o tinha erguido, nem por quê. À noite, quando o vento virava, a luz parecia andar sobre a água, e os meninos apostavam qual onda ela tocaria primeiro.'
const CASA =
  'A casa da avó cheirava a café e a madeira molhada. “Não mexa na lanterna”, dizia ela — e ele mexia. Não havia noite em que não sonhasse com a água, com o sal, com o barco que não voltou.'
const book = [
  { href: 'um.xhtml', text: FAROL },
  { href: 'dois.xhtml', text: CASA },
]

describe('the search for an annotation', () => {
  const absent: Anchor = { href: 'tres.xhtml', start: 0, end: 20, text: { highlight: 'nada disto está no livro' } }

  it('pauses after each chapter, so that others are served', () => {
    const steps = [...search(book, absent)]

    assert.equal(steps.length, book.length)
  })

  it('normalizes a chapter once for all annotations', () => {
    let reads = 0
    const chapter = {
      href: 'um.xhtml',
      get text() {
        reads++
        return FAROL
      },
    }

    for (let count = 0; count < 3; count++) reanchor([chapter], absent)

    assert.equal(reads, 1)
  })
})

describe('the range of an annotation', () => {
  it('stays while the text is the same', () => {
    for (const chapter of book) {
      for (let start = 0; start < chapter.text.length - 30; start += 7) {
        const anchor = mark(chapter, start, start + 30)
        assert.deepEqual(reanchor(book, anchor), { href: chapter.href, start, end: start + 30 })
      }
    }
  })

  // For minutes, if all letters of the range were read each time.
  it('is compared with its quote only as far as both are the same', () => {
    const chapter = { href: 'um.xhtml', text: FAROL.repeat(20_000) }
    const anchor = { href: 'um.xhtml', start: 0, end: 1_000_000_000, text: { highlight: '  ' } }

    for (let count = 0; count < 2000; count++) assert.equal(reanchor([chapter], anchor), undefined)
  })

  it('stays where the book has ruby, which a quote leaves out', () => {
    const text = 'この漢\ufffa\ufffa字\ufffaです。'
    const anchor = { href: 'um.xhtml', start: 2, end: 7, text: { before: 'この', highlight: '漢字', after: 'です。' } }

    assert.deepEqual(reanchor([{ href: 'um.xhtml', text }], anchor), { href: 'um.xhtml', start: 2, end: 7 })
  })

  it('is found again after insertions and deletions before it', () => {
    const anchor = mark(book[0]!, FAROL.indexOf('a luz'), FAROL.indexOf(', e os'))

    assert.equal(found(edited(`Prefácio da segunda edição. ${FAROL}`), anchor), 'a luz parecia andar sobre a água')
    assert.equal(found(edited(FAROL.slice(60)), anchor), 'a luz parecia andar sobre a água')
  })

  it('is found ignoring accents, quotation marks, dashes, spaces and case', () => {
    const quote = '“Não mexa na lanterna”, dizia ela — e ele mexia.'
    const anchor = mark(book[1]!, CASA.indexOf(quote), CASA.indexOf(quote) + quote.length)
    const reset = CASA.replace(quote, '"NAO mexa\n  na lanterna", dizia ela – e ele mexia.').normalize('NFD')

    const again = found([book[0]!, { href: 'dois.xhtml', text: `\ufffc${reset}` }], anchor)

    assert.equal(again, '"NAO mexa\n  na lanterna", dizia ela – e ele mexia.')
  })

  it('is found in edited text, from its first letter to its last', () => {
    const quote = 'Ninguém lembrava quem o tinha erguido, nem por quê'
    const anchor = mark(book[0]!, FAROL.indexOf(quote), FAROL.indexOf(quote) + quote.length)

    const corrected = FAROL.replace('lembrava quem o tinha', 'se lembrava de quem o tinha')
    const another = FAROL.replace(quote, 'Fora erguido pelos avós dos pescadores, dizia-se na vila')

    assert.equal(found(edited(corrected), anchor), 'Ninguém se lembrava de quem o tinha erguido, nem por quê')
    assert.equal(found(edited(another), anchor), undefined)
  })

  it('is found in another chapter, if the quote is long enough to be certain', () => {
    const long = mark(book[0]!, FAROL.indexOf('À noite'), FAROL.indexOf(', e os'))
    const short = mark(book[0]!, FAROL.indexOf('sal'), FAROL.indexOf('sal') + 3)
    const moved = [
      { href: 'capa.xhtml', text: 'Com sal' },
      { href: 'parte-1.xhtml', text: `Um. ${FAROL}` },
    ]
    const elsewhere = [{ href: 'outro.xhtml', text: CASA }]

    assert.deepEqual(reanchor(moved, long), { href: 'parte-1.xhtml', start: long.start + 4, end: long.end + 4 })
    assert.deepEqual(reanchor(moved, short), { href: 'parte-1.xhtml', start: short.start + 4, end: short.end + 4 })
    assert.equal(reanchor(elsewhere, short), undefined)
    assert.equal(reanchor(elsewhere, long), undefined)
  })

  it('is found in another chapter’s edited text, though many chapters have parts of the quote', () => {
    const quote = 'Ninguém lembrava quem o tinha erguido, nem por quê'
    const anchor = mark(book[0]!, FAROL.indexOf(quote), FAROL.indexOf(quote) + quote.length)
    const echoes = Array.from({ length: 40 }, (_, index) => ({
      href: `eco-${index}.xhtml`,
      text: `${CASA} E ela, lembrava quem o tinha visto?`,
    }))
    const moved = { href: 'parte-2.xhtml', text: FAROL.replace('lembrava quem o tinha', 'se lembrava de quem o tinha') }

    assert.equal(found([...echoes, moved], anchor), 'Ninguém se lembrava de quem o tinha erguido, nem por quê')
  })

  it('prefers the match with the same context, else the nearest', () => {
    const nos = [...CASA.matchAll(/não/gi)].map(({ index }) => index)
    const shifted = `Nova linha, não velha. ${CASA}`
    for (const start of nos) {
      const anchor = mark(book[1]!, start, start + 3)
      assert.deepEqual(reanchor([{ href: 'dois.xhtml', text: shifted }], anchor), {
        href: 'dois.xhtml',
        start: start + 23,
        end: start + 26,
      })
    }
    const verse = 'sobe a maré, desce a maré, '
    const song = verse.repeat(20)
    const sung = { href: 'canto.xhtml', start: verse.length * 10, end: verse.length * 10 + 11 }
    const anchor = { ...sung, text: { highlight: 'sobe a maré', before: 'desce a maré, ', after: ', desce a maré' } }
    assert.deepEqual(reanchor([{ href: 'canto.xhtml', text: `Ó ${song}` }], anchor), {
      href: 'canto.xhtml',
      start: anchor.start + 2,
      end: anchor.end + 2,
    })
  })

  it('of a point is found by the words that follow it, or without words by its progression', () => {
    const start = FAROL.indexOf('À noite')
    const point = { href: 'um.xhtml', start, end: start, text: { highlight: 'À noite, quando o vento virava' } }
    const wordless = { href: 'um.xhtml', start: 100, end: 100, progression: 0.5 }
    const longer = [{ href: 'um.xhtml', text: `Prefácio. ${FAROL}` }]

    assert.deepEqual(reanchor(book, point), { href: 'um.xhtml', start, end: start })
    assert.deepEqual(reanchor(longer, point), { href: 'um.xhtml', start: start + 10, end: start + 10 })
    const half = Math.round((FAROL.length + 10) / 2)
    assert.deepEqual(reanchor(longer, wordless), { href: 'um.xhtml', start: half, end: half })
    assert.equal(reanchor([book[1]!], wordless), undefined)
  })

  it('of a point is found by the nearest words, when those further on or all those after it are gone', () => {
    const start = FAROL.indexOf('À noite')
    const [before, highlight] = [FAROL.slice(start - 64, start), FAROL.slice(start, start + 110)]
    const point = { href: 'um.xhtml', start, end: start, text: { before, highlight } }
    const [cut, gone] = [`${FAROL.slice(0, start + 70)} Fim.`, `${FAROL.slice(0, start - 1)} Fim.`]

    assert.deepEqual(reanchor(edited(`Prefácio. ${cut}`), point), {
      href: 'um.xhtml',
      start: start + 10,
      end: start + 10,
    })
    assert.deepEqual(reanchor(edited(`Prefácio. ${gone}`), point), {
      href: 'um.xhtml',
      start: start + 9,
      end: start + 9,
    })
    assert.equal(reanchor(edited('Outro livro.'), point), undefined)
  })

  it('is found in a book of a million letters, at any length', () => {
    const chapters = Array.from({ length: 100 }, (_, index) => ({
      href: `${index}.xhtml`,
      text: Array.from({ length: 2200 }, (_, word) => randomWord(index * 2200 + word)).join(' '),
    }))
    const { href, text } = chapters[70]!
    const anchor = { ...mark({ href, text }, 3000, 7000), href: 'gone.xhtml' }
    const changed = chapters.map((one) => ({ ...one, text: one.text.replaceAll('z', 'ç') }))

    const again = reanchor(changed, anchor)

    assert.ok(again?.href === href && Math.abs(again.start - 3000) < 10 && Math.abs(again.end - 7000) < 10)
  })
})

/** One of a million words, the same for each number. */
function randomWord(seed: number): string {
  return ((Math.imul(seed ^ (seed >>> 7), 2_654_435_761) >>> 8) % 1_000_000).toString(36)
}

/** The anchor that a page would store for a part of a chapter. */
function mark({ href, text }: AnchorChapter, start: number, end: number): Anchor {
  const before = text.slice(Math.max(0, start - 32), start)
  return { href, start, end, text: { before, highlight: text.slice(start, end), after: text.slice(end, end + 32) } }
}

function edited(text: string): AnchorChapter[] {
  return [{ href: 'um.xhtml', text }, book[1]!]
}

/** The text of the range that was found. */
function found(chapters: AnchorChapter[], anchor: Anchor): string | undefined {
  const found = reanchor(chapters, anchor)
  return found && chapters.find(({ href }) => href === found.href)?.text.slice(found.start, found.end)
}

function reanchor(chapters: AnchorChapter[], anchor: Anchor) {
  const steps = search(chapters, anchor)
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value
}
