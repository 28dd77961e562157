import type { AnnotationColor } from '@estante/contract/play/annotations.ts'
import { MARKS_OVER, type Palette } from '../appearance/appearance.ts'
import type { ChapterLayout } from '../layout/chapter-layout.ts'
import type { ChapterText } from '../layout/chapter-text.ts'
import { markName } from '../layout/page-style.ts'
import { createMarkOverlay, type MarkOverlay } from './mark-overlay.ts'
import { topFirst, visibleParts } from './overlapping-marks.ts'

/** A marked range of letters of a chapter. */
export interface Mark {
  id: string
  start: number
  end: number
  color: AnnotationColor
  hasNote: boolean
}

const SLOP_PX = 3

/** A range of letters, up to before `to`. */
export interface LetterRange {
  from: number
  to: number
}

/**
 * Draws marks over the text of a chapter. Without custom highlights (Safari before 17.2, Firefox before 140), and in
 * vertical text, where older Chromiums draw them across the columns, boxes are drawn over the frame; also over a page
 * of fixed layout, where invisible text may lie over the words of a picture, and in forced colours, which make all
 * highlights alike. `visibleLetters`: a range with every letter on the screen; measuring all marks would be slow.
 */
export function createChapterMarks(
  frame: HTMLIFrameElement,
  document: Document,
  { isFixed, writing: { isVertical } }: Pick<ChapterLayout, 'isFixed' | 'writing'>,
  visibleLetters: () => LetterRange,
) {
  const view = document.defaultView as unknown as typeof globalThis & Window
  const isHighlighter =
    !isVertical &&
    !isFixed &&
    !view.matchMedia('(forced-colors: active)').matches &&
    typeof CSS !== 'undefined' &&
    'highlights' in CSS &&
    'Highlight' in view
  let marks: readonly Mark[] = []
  let drawn: readonly Mark[] = []
  let drawnText: ChapterText | undefined
  /** The layer of the boxes, created with the first mark. */
  let overlay: MarkOverlay | undefined
  let palette: Palette | undefined

  /** Draws again after each layout: soft hyphens change, and ranges do not follow them. */
  function draw(text: ChapterText | undefined, nextPalette: Palette) {
    palette = nextPalette
    drawnText = text
    drawn = text ? marks.filter(({ start, end }) => start < end && start < text.letters) : []
    if (isHighlighter) return highlight()
    if (drawn.length > 0) overlay ??= createMarkOverlay(frame, document, isFixed, visibleBoxes)
    overlay?.draw()
  }

  function highlight() {
    // Below the baseline: boxes are drawn over the text then.
    const { highlights } = view.CSS
    const colored = visibleParts(drawn)
    for (const kind of [...Object.keys(palette!.marks), 'note']) {
      const ofKind =
        kind === 'note' ? drawn.filter(({ hasNote }) => hasNote) : colored.filter(({ color }) => color === kind)
      const registered = highlights.get(markName(kind))
      if (!registered && ofKind.length === 0) continue
      // Below the baseline: the same. WebKit does not paint a highlight that replaces another: change the existing one.
      const highlight = registered ?? new view.Highlight()
      highlight.clear()
      for (const { start, end } of ofKind) highlight.add(drawnText!.rangeOf(start, Math.min(end, drawnText!.letters)))
      if (!registered) highlights.set(markName(kind), highlight)
    }
  }

  function visibleBoxes() {
    const colors = isFixed ? MARKS_OVER : palette!.marks
    return visibleMarks().flatMap(({ mark: { color, hasNote }, boxes }) =>
      boxes.map((box) => ({ box, color, background: colors[color], hasNote })),
    )
  }

  /** Lists the marks with visible letters, and the boxes of these. */
  function visibleMarks() {
    if (drawn.length === 0) return []
    const { from, to } = visibleLetters()
    return drawn
      .filter(({ start, end }) => start < to && end > from)
      .map((mark) => ({
        mark,
        boxes: boxesOf({ start: Math.max(mark.start, from), end: Math.min(mark.end, to) }),
      }))
  }

  /**
   * Measures the boxes of letters on the screen. For a range with a whole paragraph, the engine would return its block.
   */
  function boxesOf({ start, end }: Pick<Mark, 'start' | 'end'>) {
    return (drawnText?.boxesFrom(start, end - start) ?? []).filter(
      ({ left, right, top, bottom, width }) =>
        width > 0 && right > 0 && bottom > 0 && left < view.innerWidth && top < view.innerHeight,
    )
  }

  return {
    boxesOf,
    /** `next`: oldest first. */
    set(next: readonly Mark[]) {
      marks = next
    },
    draw,
    follow: () => overlay?.follow(),
    /** Finds the mark at a point of the screen: the one over the others. */
    at(x: number, y: number): Mark | undefined {
      const found = visibleMarks().filter(({ boxes }) =>
        boxes.some(
          (box) =>
            x >= box.left - SLOP_PX && x <= box.right + SLOP_PX && y >= box.top - SLOP_PX && y <= box.bottom + SLOP_PX,
        ),
      )
      return topFirst(found.map(({ mark }) => mark))[0]
    },
    remove: () => overlay?.remove(),
  }
}
