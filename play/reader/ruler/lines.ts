/** Extent of a line of text across the line direction, in pixels from the start of the page, and its column. */
export interface Line {
  column: number
  start: number
  end: number
}

/** Consecutive lines highlighted together. */
export interface Band extends Line {
  /** Index of its first line. */
  first: number
}

const BAND_LINES = 3

/** Merges boxes of words, notes and pictures into lines, in reading order. */
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

/** Returns the band that starts at a line, or the last full one of its column. */
export function bandFrom(lines: readonly Line[], index: number): Band | undefined {
  const line = lines[Math.min(lines.length - 1, Math.max(0, index))]
  if (!line) return undefined
  const firstOfColumn = lines.findIndex(({ column }) => column === line.column)
  const lastOfColumn = lines.findLastIndex(({ column }) => column === line.column)
  const first = Math.max(firstOfColumn, Math.min(lines.indexOf(line), lastOfColumn - BAND_LINES + 1))
  const last = lines[Math.min(lastOfColumn, first + BAND_LINES - 1)]!
  return { first, column: line.column, start: lines[first]!.start, end: last.end }
}

/** Returns the band one line further or back. Undefined at the end of the page. */
export function stepBand(lines: readonly Line[], band: Band, by: 1 | -1): Band | undefined {
  const next = by > 0 ? lines[band.first + 1] : lines[band.first - 1]
  if (!next) return undefined
  if (next.column === band.column) {
    const moved = bandFrom(lines, band.first + by)
    if (moved && moved.first !== band.first) return moved
  }
  // At the end of a column, continues at the top of the next, or at the bottom of the previous one.
  const beside = by > 0 ? lines.findIndex(({ column }) => column > band.column) : band.first - 1
  return beside < 0 || lines[beside]!.column === band.column ? undefined : bandFrom(lines, beside)
}

/** Returns the band centred on the line nearest to a point. */
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
