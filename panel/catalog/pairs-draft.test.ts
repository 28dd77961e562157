import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ChapterPair, ChapterPairs } from '@estante/contract/panel/chapter-pairs.ts'
import { beginDraft, moveDraft, type PairsDraft } from './pairs-draft.ts'

const CHAPTERS = ['Capa', 'Um', 'Dois', 'Três', 'Notas']

describe('unsaved pairs when a form is imported again', () => {
  it('stay as they are while the files are the same, or have as many parts', () => {
    const draft = draftOf([pair(1, 0), pair(2, 1, 2)])

    const { pairs, lostCount } = moveDraft(draft, answer({ revision: 2, titles: CHAPTERS.with(3, 'III') }))

    assert.equal(moveDraft(draft, answer({})), draft)
    assert.deepEqual([pairs, lostCount], [draft.pairs, 0])
  })

  it('follow their chapters to where these are in a longer or a shorter book', () => {
    const draft = draftOf([pair(1, 0), pair(2, 1), pair(4, 2)])

    const longer = moveDraft(draft, answer({ revision: 2, titles: CHAPTERS.toSpliced(2, 0, 'Um e meio', 'Quase') }))
    const shorter = moveDraft(draft, answer({ revision: 2, titles: CHAPTERS.toSpliced(2, 1) }))

    assert.deepEqual([longer.pairs, longer.lostCount], [[pair(1, 0), pair(4, 1), pair(6, 2)], 0])
    assert.deepEqual([shorter.pairs, shorter.lostCount], [[pair(1, 0), pair(3, 2)], 1])
    assert.deepEqual(moveDraft(shorter, answer({ revision: 3, titles: ['Outro livro'] })).lostCount, 3)
  })
})

function draftOf(pairs: ChapterPair[]): PairsDraft {
  return { ...beginDraft(answer({})), pairs }
}

function answer({ revision = 1, titles = CHAPTERS }: { revision?: number; titles?: string[] }): ChapterPairs {
  const partsOf = (titles: string[]) => titles.map((title) => ({ title, size: 1000 + title.length }))
  return {
    title: 'Ondas',
    version: `${revision}`,
    ebook: { id: 'pub_1', revision, parts: partsOf(titles) },
    audiobook: { id: 'pub_2', revision: 1, parts: partsOf(['Um', 'Dois', 'Três', 'Fim']) },
    proposed: [],
    confirmed: null,
    confirmedChange: null,
    outdated: null,
  }
}

function pair(chapter: number, first: number, last = first): ChapterPair {
  return { ebook: { first: chapter, last: chapter }, audiobook: { first, last } }
}
