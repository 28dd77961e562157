import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { signal } from '@preact/signals'
import type { ReadAlongBook } from './read-along-book.ts'
import { createSpokenPage } from './spoken-page.ts'

describe('the page of a spoken phrase', () => {
  it('follows the voice again once the voice has come to it', () => {
    let time = 0
    const turns: unknown[] = []
    const navigator = {
      currentDocument: () => undefined,
      lettersOf: () => ({ start: 0, end: 100 }),
      // The member has turned to the second half of the phrase.
      isVisible: (_chapter: number, letter: number) => letter >= 50,
      readOn: async (target: unknown) => turns.push(target) > 0,
    }
    const page = createSpokenPage(
      {
        navigator,
        map: { chapterOf: () => 0 },
        position: signal({ chapter: 0 }),
        palette: signal(undefined),
        spoken: signal(undefined),
        now: () => time * 1000,
      } as unknown as ReadAlongBook,
      () => time,
    )
    page.setPhrase({
      href: 'c1.xhtml',
      id: 'f1',
      audio: 'a.m4a',
      start: 0,
      end: 10,
      isSkippable: false,
      structures: [],
    })
    page.turned()
    page.moved()

    const isFollowing = [4, 6].map((second) => {
      time = second
      page.look()
      return page.isFollowing.value
    })

    assert.deepEqual(isFollowing, [false, true])
    assert.deepEqual(turns, [])
  })
})
