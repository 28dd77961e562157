import type { Palette, ResolvedAppearance } from '../appearance/appearance.ts'
import type { ChapterScroll } from './chapter-scroll.ts'
import type { ChapterText } from './chapter-text.ts'
import type { Writing } from './page-geometry.ts'
import type { BookPage } from './pagination.ts'

export interface ChapterLook {
  appearance: ResolvedAppearance
  palette: Palette
  /** Whether the book's own colours stay: on white paper. */
  preservesColours: boolean
}

/** A chapter as it was last laid out. */
export interface ChapterLayout {
  readonly document: Document
  readonly writing: Writing
  readonly scroll: ChapterScroll
  /** Whether the chapter is a page with a size of its own, shown whole. */
  readonly isFixed: boolean
  look: ChapterLook
  isPaged: boolean
  /** Undefined until the chapter is laid out, and for a fixed page without words. */
  text: ChapterText | undefined
  pages: BookPage[]
  columns: number
  /** Margin to the left and to the right of every line, in pixels. */
  sideMargin: number
  /** In a scroll, where the last line of each segment begins, in pixels from the start of the chapter. */
  lineStarts: number[]
  /** In a scroll, how far below the top of the window its first line is: below the toolbar. */
  firstLine: number
  /** Where elements begin, by id; undefined for an id that the chapter does not have. */
  idStarts: Map<string, { pixels: number; pageIndex: number } | undefined>
}
