/** Where a line of text is across lines, in pixels from where the first one may be, and the column of the page it is in. */
export interface Line {
  column: number
  start: number
  end: number
}

/** Lines under one another, that are looked at together. */
export interface Band extends Line {
  /** Index of its first line. */
  first: number
}

const BAND_LINES = 3

/** Joins the boxes of words, notes and pictures into lines, in the order they are read in. */
export function linesOf(boxes: readonly Line[]): Line[] {
  const lines: Line[] = []
  const sorted = [...boxes].sort((one, other) => one.column - other.column || one.start - other.start)
  for (const box of sorted) {
    const last = lines.at(-1)
    if (last && last.column === box.column && overlap(last, box) > Math.min(lengthOf(last), lengthOf(box)) / 2) {
      last.end = Math.max(last.end, box.end)
    } else lines.push({ ...box })
  }
  return lines
}

/** The band whose first line has an index, or the last whole one of that column. */
export function bandFrom(lines: readonly Line[], index: number): Band | undefined {
  const line = lines[Math.min(lines.length - 1, Math.max(0, index))]
  if (!line) return undefined
  const firstOfColumn = lines.findIndex(({ column }) => column === line.column)
  const lastOfColumn = lines.findLastIndex(({ column }) => column === line.column)
  const first = Math.max(firstOfColumn, Math.min(lines.indexOf(line), lastOfColumn - BAND_LINES + 1))
  const last = lines[Math.min(lastOfColumn, first + BAND_LINES - 1)]!
  return { first, column: line.column, start: lines[first]!.start, end: last.end }
}

/** The band a line further on or back; undefined where the page ends. */
export function stepBand(lines: readonly Line[], band: Band, by: 1 | -1): Band | undefined {
  const next = by > 0 ? lines[band.first + 1] : lines[band.first - 1]
  if (!next) return undefined
  if (next.column === band.column) {
    const moved = bandFrom(lines, band.first + by)
    if (moved && moved.first !== band.first) return moved
  }
  // The end of a column: the next one begins at its top, the one before at its foot.
  const beside = by > 0 ? lines.findIndex(({ column }) => column > band.column) : band.first - 1
  return beside < 0 || lines[beside]!.column === band.column ? undefined : bandFrom(lines, beside)
}

/** The band around a point, its line in the middle. */
export function bandAround(lines: readonly Line[], { column, at }: { column: number; at: number }): Band | undefined {
  const distance = (line: Line) => (at < line.start ? line.start - at : Math.max(0, at - line.end))
  const near = lines.filter((line) => line.column === column).sort((one, other) => distance(one) - distance(other))[0]
  if (!near) return undefined
  const firstOfColumn = lines.findIndex((line) => line.column === column)
  return bandFrom(lines, Math.max(firstOfColumn, lines.indexOf(near) - Math.floor(BAND_LINES / 2)))
}

function overlap(one: Line, other: Line) {
  return Math.min(one.end, other.end) - Math.max(one.start, other.start)
}

function lengthOf({ start, end }: Line) {
  return end - start
}
