import type { Cover } from '@estante/contract/play/publications.ts'
import type { Static } from 'typebox'
import type { Publication } from '../db/tables.ts'

/** Pixels: two for each that a list, a shelf, a shelf of squares, a grid and the player show a cover in. */
export const COVER_WIDTHS = [160, 240, 352, 480, 640] as const

export const COVERS_PATH = '/capas'

/** Where a publication's covers of one version are stored; each is `{width}.webp`. */
export function coverFolder(publicationId: string, version: string): string {
  return `covers/${publicationId}/${version}`
}

type CoverRow = Pick<Publication, 'public_id' | 'cover_version'>

/** The whole address of the largest cover, for partners. */
export function coverUrl(baseUrl: string, publication: CoverRow): string {
  return baseUrl + coverPath(publication, 640)
}

/** The cover as the embedded application shows it. */
export function toCover(row: CoverRow & Pick<Publication, 'cover_ratio' | 'cover_color'>): Static<typeof Cover> {
  return {
    url: coverPath(row, 640),
    srcset: COVER_WIDTHS.map((width) => `${coverPath(row, width)} ${width}w`).join(', '),
    ratio: row.cover_ratio,
    color: row.cover_color,
  }
}

/** Where a cover is, at one width. */
export function coverPath({ public_id, cover_version }: CoverRow, width: (typeof COVER_WIDTHS)[number]): string {
  return `${COVERS_PATH}/${public_id}/${cover_version}/${width}.webp`
}
