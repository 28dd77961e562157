import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Link, Manifest } from '@estante/contract/manifest.ts'
import { chapterIndexAt, chaptersOf, isNumbered, nextChapterStart, previousChapterStart } from './chapters.ts'
import { locatorAt, resumeTime } from './place.ts'

describe('the chapters of an audiobook', () => {
  it('end where the next one starts, and the last with the book', () => {
    const chapters = chaptersOf(audiobook(90, [entry('Um', 0), entry('Dois', 30.5)]))

    assert.deepEqual(
      chapters.map(({ title, start, end }) => [title, start, end]),
      [
        ['Um', 0, 30.5],
        ['Dois', 30.5, 90],
      ],
    )
  })

  it('begin with the book, even when the first is marked later', () => {
    const [first] = chaptersOf(audiobook(90, [entry('Um', 4), entry('Dois', 30)]))

    assert.equal(first?.start, 0)
  })

  it('include nested ones once, and none past the end of the sound', () => {
    const part: Link = { ...entry('Parte', 0), children: [entry('Um', 0), entry('Dois', 30), entry('Fantasma', 200)] }

    const chapters = chaptersOf(audiobook(90, [part]))

    assert.deepEqual(
      chapters.map(({ start }) => start),
      [0, 30],
    )
  })

  it('are the whole book when it has no contents', () => {
    const chapters = chaptersOf(audiobook(90, []))

    assert.deepEqual(
      chapters.map(({ title, start, end }) => [title, start, end]),
      [['Livro', 0, 90]],
    )
  })

  it('are found by the second', () => {
    const chapters = chaptersOf(audiobook(90, [entry('Um', 0), entry('Dois', 30)]))

    assert.deepEqual([chapterIndexAt(chapters, 29.9), chapterIndexAt(chapters, 30)], [0, 1])
  })

  it('are numbered when their titles are, or when they have none', () => {
    for (const title of ['', 'Capítulo 1', 'CAPITULO XII', 'I. Do título', '12 - A volta', 'C', 'Track 07']) {
      assert.ok(isNumbered(title), title)
    }
    for (const title of ['Créditos', 'Capítulo final', 'Mil e uma noites', 'A casa 2', 'D. Benedita', 'L’Assommoir']) {
      assert.ok(!isNumbered(title), title)
    }
  })
})

describe('going from chapter to chapter', () => {
  const chapters = chaptersOf(audiobook(90, [entry('Um', 0), entry('Dois', 30), entry('Três', 60)]))

  it('goes back to the start of this one first', () => {
    assert.equal(previousChapterStart(chapters, 45), 30)
  })

  it('goes to the previous chapter when this one has barely begun', () => {
    assert.equal(previousChapterStart(chapters, 31), 0)
  })

  it('goes on to the next, until there is none', () => {
    assert.equal(nextChapterStart(chapters, 45), 60)
    assert.equal(nextChapterStart(chapters, 75), undefined)
  })
})

describe('the place in an audiobook', () => {
  const manifest = audiobook(200, [entry('Um', 0), entry('Dois', 100)])

  it('is a second of its one resource', () => {
    const locator = locatorAt(manifest, chaptersOf(manifest), 150.1234)

    assert.deepEqual(locator, {
      href: 'audio.m4a',
      type: 'audio/mp4',
      title: 'Dois',
      locations: { time: 150.123, progression: 0.750617, totalProgression: 0.750617 },
    })
  })

  it('is resumed at the same second', () => {
    const locator = locatorAt(manifest, chaptersOf(manifest), 150)

    assert.equal(resumeTime(manifest, locator), 150)
  })

  it('is the start for a book never begun, and again for one heard to the end', () => {
    const locator = locatorAt(manifest, chaptersOf(manifest), 200)

    assert.equal(resumeTime(manifest, undefined), 0)
    assert.equal(resumeTime(manifest, locator), 0)
  })
})

function entry(title: string, start: number): Link {
  return { href: `audio.m4a#t=${start}`, title }
}

function audiobook(duration: number, toc: Link[]): Manifest {
  return {
    '@context': 'https://readium.org/webpub-manifest/context.jsonld',
    metadata: {
      '@type': 'http://schema.org/Audiobook',
      conformsTo: 'https://readium.org/webpub-manifest/profiles/audiobook',
      title: 'Livro',
      author: ['Autora'],
      language: ['pt-BR'],
      readingProgression: 'ltr',
      duration,
    },
    links: [],
    readingOrder: [{ href: 'audio.m4a', type: 'audio/mp4', duration }],
    resources: [],
    toc,
  }
}
