import type { Column } from '@estante/design/table/table.tsx'
import { formatFigure, type Totals } from './usage.ts'

const COLUMNS = { listening: 'listeningSeconds', started: 'titlesStarted', chapters: 'readingChapters' } as const

/** Returns the columns of listening, started titles and chapters read. */
export function usageColumns<Row extends Omit<Totals, 'activeUsers'>>(
  names: Record<keyof typeof COLUMNS, string>,
): Column<Row>[] {
  return (['listening', 'started', 'chapters'] as const).map((column) => ({
    name: names[column],
    isFigure: true,
    cell: (row) => formatFigure(COLUMNS[column], row[COLUMNS[column]]),
  }))
}
