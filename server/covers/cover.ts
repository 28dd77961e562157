import type { Cover } from '@estante/contract/play/publications.ts'
import type { Static } from 'typebox'
import type { Publication } from '../db/tables.ts'

/** Widths in pixels: twice the CSS widths of covers in lists, shelves, grids and the player. */
export const COVER_WIDTHS = [160, 240, 352, 480, 640] as const

export const COVERS_PATH = '/capas'

/** Returns the folder of one version of a publication's covers; each is `{width}.webp`. */
export function coverFolder(publicationId: string, version: string): string {
  return `covers/${publicationId}/${version}`
}

type CoverRow = Pick<Publication, 'public_id' | 'cover_version'>

/** Returns the absolute address of the largest cover, for partners. */
export function coverUrl(baseUrl: string, publication: CoverRow): string {
  return baseUrl + coverPath(publication, 640)
}

/** Returns the cover as the embedded application's API describes it. */
export function toCover(row: CoverRow & Pick<Publication, 'cover_ratio' | 'cover_color'>): Static<typeof Cover> {
  return {
    url: coverPath(row, 640),
    srcset: COVER_WIDTHS.map((width) => `${coverPath(row, width)} ${width}w`).join(', '),
    ratio: row.cover_ratio,
    color: row.cover_color,
  }
}

export function coverPath({ public_id, cover_version }: CoverRow, width: (typeof COVER_WIDTHS)[number]): string {
  return `${COVERS_PATH}/${public_id}/${cover_version}/${width}.webp`
}
