import type { Manifest } from '@estante/contract/manifest.ts'
import type { BookLook } from '../appearance/book-look.ts'
import { type BookMap, flowOf } from '../book-map.ts'
import type { ChapterLook } from '../layout/chapter-layout.ts'

/** Chooses the look of each chapter: paged or scrolled, by the member's choice or else the book's. */
export function createChapterLooks(manifest: Manifest, { chapters }: BookMap, first: BookLook) {
  let looks = looksOf(first)

  return {
    of: (chapter: number): ChapterLook => looks[flowOf(manifest, chapters[chapter]!, looks.chosen)],
    set(look: BookLook) {
      looks = looksOf(look)
    },
  }
}

/** Returns the member's look in either flow, and the flow that the member chose. */
function looksOf(look: BookLook) {
  const { appearance } = look
  const pages: ChapterLook = { ...look, appearance: { ...appearance, flow: 'pages' } }
  const scroll: ChapterLook = { ...look, appearance: { ...appearance, flow: 'scroll' } }
  return { chosen: appearance.flow, pages, scroll }
}
