import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { mapPlace, type Pair, pairParts, type WorkPart } from './pair-parts.ts'

/** Fifteen letters a second. */
const book = parts(
  ['Capa', 60],
  ['Dedicatória', 90],
  ['I. Do título', 1500],
  ['II. Do livro', 4500],
  ['III', 3000],
  ['Notas', 900],
)

describe('the two forms of a work', () => {
  it('are paired by title, with any prefix or number', () => {
    const sound = parts(['Abertura', 20], ['Capítulo 1 – Do título', 100], ['Capítulo 02: Do livro', 300], ['03', 200])

    assert.deepEqual(pairParts(book, sound), pairsOf([2, 1], [3, 2], [4, 3]))
  })

  it('are paired by length where tracks have no titles', () => {
    const sound = parts(['', 101], ['', 297], ['', 203])

    assert.deepEqual(pairParts(book, sound), pairsOf([2, 0], [3, 1], [4, 2]))
  })

  it('correspond at the same fraction of a chapter, both ways', () => {
    const sound = parts(['Abertura', 20], ['1 Do título', 100], ['2 Do livro', 300], ['3', 200])

    assert.equal(place(book, sound, 60 + 90 + 1500 + 2250), 20 + 100 + 150)
    assert.equal(place(sound, book, 20 + 100 + 150), 60 + 90 + 1500 + 2250)
  })

  it('skip to the next chapter from a part that only one has, and end together', () => {
    const sound = parts(['1 Do título', 100], ['2 Do livro', 300], ['3', 200])

    assert.deepEqual([place(book, sound, 0), place(book, sound, 10_000)], [0, 600])
  })

  it('correspond where a track holds several chapters, or a chapter is in several tracks', () => {
    const text = parts(['I. Do título', 1500], ['II. Do livro', 4500], ['III', 3000], ['Notas', 900])
    const bySection = parts(['Abertura', 20], ['Primeira parte', 400], ['Segunda parte', 200])
    const byTrack = parts(['I. Do título', 100], ['II. Do livro', 180], ['II. Do livro (2)', 120], ['III', 200])
    const letters = [0, 1500, 3750, 6000, 7500]

    const seconds = [bySection, byTrack].map((sound) => letters.map((letter) => place(text, sound, letter)))

    assert.deepEqual(seconds, [
      [20, 120, 270, 420, 520],
      [0, 100, 250, 400, 500],
    ])
    assert.deepEqual(pairParts(text, bySection)[0], [
      { first: 0, last: 1 },
      { first: 1, last: 1 },
    ])
    for (const [index, sound] of [bySection, byTrack].entries()) {
      assert.deepEqual(
        seconds[index]!.map((second) => place(sound, text, second)),
        letters,
      )
    }
  })

  it('are paired by length where one has several parts for each of the other, whatever its tracks are numbered', () => {
    const lengths = [6000, 13_900, 12_800, 11_700, 10_600, 9500, 8500, 7400]
    const text = parts(...lengths.map((length, index): [string, number] => [`${index + 1}. Nome`, length]))
    const inPairs = [0, 2, 4, 6].map((first) => (lengths[first]! + lengths[first + 1]!) / 15)
    const inHalves = lengths.flatMap((length) => [length / 30, length / 30])
    const tracks = (seconds: number[]) =>
      parts(['Abertura', 30], ...seconds.map((one, index): [string, number] => [`Faixa ${index + 1}`, one]))

    const joined = (one: number, other: number) => (index: number) => [
      { first: one * index, last: one * index + one - 1 },
      { first: other * index + 1, last: other * index + other },
    ]
    assert.deepEqual(pairParts(text, tracks(inPairs)), [0, 1, 2, 3].map(joined(2, 1)))
    assert.deepEqual(pairParts(text, tracks(inHalves)), [0, 1, 2, 3, 4, 5, 6, 7].map(joined(1, 2)))
    assert.deepEqual(pairParts(text, parts(['', 5000])), [
      [
        { first: 0, last: 7 },
        { first: 0, last: 0 },
      ],
    ])
  })

  it('are compared in bounded time, also where one has thousands of short parts beside a long one', () => {
    const text = parts(...Array(3000).fill(['', 1]), ['', 10_000_000])
    const sound = parts(...Array(300).fill(['', 100]))
    const before = process.cpuUsage()

    pairParts(text, sound)

    const { user } = process.cpuUsage(before)
    assert.ok(user < 3_000_000, `${user} µs`)
  })

  it('correspond as a whole where no parts match', () => {
    assert.equal(place(parts(['', 1000]), parts(['', 0], ['', 0]), 500), 0)
    assert.equal(
      place(
        parts(...Array.from({ length: 3000 }, () => ['', 10] as [string, number])),
        parts(...Array.from({ length: 3000 }, () => ['', 1] as [string, number])),
        15_000,
      ),
      1500,
    )
  })
})

function place(one: WorkPart[], other: WorkPart[], offset: number): number {
  return mapPlace(one, other, offset, pairParts(one, other))
}

function parts(...lengths: [title: string, length: number][]): WorkPart[] {
  let start = 0
  return lengths.map(([title, length]) => {
    start += length
    return { title, start: start - length, length }
  })
}

function pairsOf(...pairs: [number, number][]): Pair[] {
  return pairs.map(([one, other]) => [
    { first: one, last: one },
    { first: other, last: other },
  ])
}
