import type { Manifest } from '@estante/contract/manifest.ts'
import { isFixed } from '../book-map.ts'
import type { ChapterLook } from '../layout/chapter-layout.ts'
import type { Side } from '../layout/fixed-page.ts'
import type { ChapterFrame } from './chapter-frame.ts'

/** The chapter of the page that faces another. */
interface FacingChapter {
  chapter: number
  /** The side of the page that it faces. */
  side: Side
  /** Whether the book declares the sides of both pages, as for a drawing across two pages. */
  isDeclared: boolean
}

export interface SpreadPage {
  chapter: number
  frame: ChapterFrame
}

export type FacingPage = SpreadPage & FacingChapter

/**
 * Pairs the pages of fixed layout that face each other, by their declared sides; without sides, the first page is the
 * cover. Returns a function from a page to the page that faces it. https://www.w3.org/TR/epub-33/#sec-spreads
 */
export function pairPages(manifest: Manifest) {
  const isRightToLeft = manifest.metadata.readingProgression === 'rtl'
  const [leading, trailing] = isRightToLeft ? (['right', 'left'] as const) : (['left', 'right'] as const)
  const facing = new Map<number, FacingChapter>()
  let open: { chapter: number; isDeclared: boolean } | undefined

  for (const [chapter, link] of manifest.readingOrder.entries()) {
    const side = isFixed(manifest, link) ? (link.properties?.page ?? (chapter === 0 ? 'center' : 'either')) : 'center'
    if (open !== undefined && (side === trailing || side === 'either')) {
      const isDeclared = open.isDeclared && side === trailing
      facing.set(open.chapter, { chapter, side: leading, isDeclared })
      facing.set(chapter, { chapter: open.chapter, side: trailing, isDeclared })
      open = undefined
    } else {
      open = side === leading || side === 'either' ? { chapter, isDeclared: side === leading } : undefined
    }
  }

  return (chapter: number) => facing.get(chapter)
}

/** Lays a page out: alone, or as a spread with the page that faces it. Returns the visible pages in reading order. */
export function layOutSpread(
  page: SpreadPage,
  facing: FacingPage | undefined,
  lookOf: (chapter: number) => ChapterLook,
  isWide: boolean,
): SpreadPage[] {
  for (const one of [page, facing]) one?.frame.layOut(lookOf(one.chapter))
  // As the book says, or if both pages stay large enough.
  const isSpread =
    facing !== undefined &&
    isWide &&
    [page, facing].every(
      ({ frame: { isFixed, fixedPage } }) => isFixed && (facing.isDeclared || fixedPage.isWorthHalf()),
    )
  page.frame.fixedPage.moveTo(isSpread ? facing.side : undefined)
  facing?.frame.fixedPage.moveTo(isSpread ? (facing.side === 'left' ? 'right' : 'left') : undefined)
  facing?.frame.setCurrent(isSpread)
  if (!isSpread) return [page]
  return page.chapter < facing.chapter ? [page, facing] : [facing, page]
}
