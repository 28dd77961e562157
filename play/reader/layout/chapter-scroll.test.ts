import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { ChapterLayout } from './chapter-layout.ts'
import { createChapterPages } from './chapter-pages.ts'
import { createChapterScroll } from './chapter-scroll.ts'

// Engines draw on whole pixels of the screen: with 2.625 of them a pixel, page 3 of 412 pixels may begin at 1235.81.
it('a scroll offset that the engine rounds stays on its page, and is no move by hand', () => {
  const scroller = { scrollLeft: 0, scrollTop: 0, scrollWidth: 4120, scrollHeight: 740 }
  const filler = { setAttribute() {}, remove() {}, isConnected: true }
  const page = { scrollingElement: scroller, createElementNS: () => filler } as unknown as Document
  const scroll = createChapterScroll(page)
  const pages = Array.from({ length: 10 }, (_, index) => ({ index, first: undefined, from: 0, to: 0 }))
  const chapter = createChapterPages({ scroll, isFixed: false, isPaged: true, pages } as unknown as ChapterLayout)
  scroll.reset({ axis: 'x', isReversed: false, width: 412, height: 740 }, true)
  scroll.to(1236)

  const seen = [1236.19, 1235.81, 1240, 1000].map((offset) => {
    scroller.scrollLeft = offset
    return [chapter.page(), scroll.wasMovedByHand()]
  })

  assert.deepEqual(seen, [
    [3, false],
    [3, false],
    [3, true],
    [2, true],
  ])
})
