import { DAY_MS } from '../calendar.ts'
import type { CoverSource, Publication } from '../db/tables.ts'
import type { PreparedCover } from './draw-cover.ts'

/** Partners copy the catalog: the address of a replaced cover works for another month. */
export const COVER_GRACE_MS = 30 * DAY_MS

type CoverRow = Pick<Publication, 'cover_version' | 'cover_ratio' | 'cover_color' | 'cover_source' | 'file_cover'>

/** Reads the version of the cover from the file, shown or not. */
export function readFileCover(row: Pick<CoverRow, 'cover_version' | 'file_cover'>): Pick<PreparedCover, 'version'> {
  return row.file_cover === null ? { version: row.cover_version } : JSON.parse(row.file_cover)
}

/** Reads the cover from the file, shown or not. */
export function readWholeFileCover(row: CoverRow): PreparedCover {
  if (row.file_cover !== null) return JSON.parse(row.file_cover)
  const { cover_version: version, cover_ratio: ratio, cover_color: color, cover_source: source } = row
  return { version, ratio, color, source: source === 'drawn' ? source : 'file' }
}

/** Serializes the file's cover for its column, while an uploaded one is shown. */
export function toFileCover({ version, ratio, color, source }: PreparedCover): string {
  return JSON.stringify({ version, ratio, color, source } satisfies PreparedCover)
}

/** Returns the columns for the cover that is shown. */
export function toCoverColumns({
  version,
  ratio,
  color,
  source,
}: Omit<PreparedCover, 'source'> & { source: CoverSource }) {
  return { cover_version: version, cover_ratio: ratio, cover_color: color, cover_source: source }
}
