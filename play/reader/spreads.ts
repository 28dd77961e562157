import type { Manifest } from '@estante/contract/manifest.ts'
import { isFixed } from './book-map.ts'

/**
 * Pairs the pages of fixed layout that face each other, as their sides say; without sides, the first page is the cover.
 * Returns a function that gives the page that faces another, and the side on which that one is.
 * https://www.w3.org/TR/epub-33/#sec-spreads
 */
export function pairPages(manifest: Manifest) {
  const isRightToLeft = manifest.metadata.readingProgression === 'rtl'
  const [leading, trailing] = isRightToLeft ? (['right', 'left'] as const) : (['left', 'right'] as const)
  const facing = new Map<number, { chapter: number; side: 'left' | 'right' }>()
  let open: number | undefined

  for (const [chapter, link] of manifest.readingOrder.entries()) {
    const side = isFixed(manifest, link) ? (link.properties?.page ?? (chapter === 0 ? 'center' : 'either')) : 'center'
    if (open !== undefined && (side === trailing || side === 'either')) {
      facing.set(open, { chapter, side: leading })
      facing.set(chapter, { chapter: open, side: trailing })
      open = undefined
    } else {
      open = side === leading || side === 'either' ? chapter : undefined
    }
  }

  return (chapter: number) => facing.get(chapter)
}
