interface ColoredRange {
  start: number
  end: number
  color: string
}

/**
 * Sorts marks, given oldest first, by what is over the others where they overlap: the shortest, and of equal ones the
 * latest.
 */
export function topFirst<Mark extends ColoredRange>(marks: readonly Mark[]): Mark[] {
  return [...marks].reverse().sort((one, other) => lengthOf(one) - lengthOf(other))
}

/**
 * Returns the parts of marks that no mark of another colour covers. There is one custom highlight for each colour, and
 * the engine paints all of one over all of another.
 */
export function visibleParts(marks: readonly ColoredRange[]): ColoredRange[] {
  const height = new Map(topFirst(marks).map((mark, index) => [mark, -index]))
  const covers = new Map<ColoredRange, ColoredRange[]>()
  let open: ColoredRange[] = []
  for (const mark of [...marks].sort((one, other) => one.start - other.start)) {
    open = open.filter(({ end }) => end > mark.start)
    for (const other of open) {
      if (other.color === mark.color) continue
      const [top, bottom] = height.get(mark)! > height.get(other)! ? [mark, other] : [other, mark]
      covers.set(bottom, [...(covers.get(bottom) ?? []), top])
    }
    open.push(mark)
  }
  return marks.flatMap((mark) => without(mark, covers.get(mark) ?? []))
}

function without({ start, end, color }: ColoredRange, covers: readonly ColoredRange[]): ColoredRange[] {
  const parts: ColoredRange[] = []
  let from = start
  for (const cover of [...covers].sort((one, other) => one.start - other.start)) {
    if (cover.start > from) parts.push({ start: from, end: cover.start, color })
    from = Math.max(from, cover.end)
  }
  if (from < end) parts.push({ start: from, end, color })
  return parts
}

function lengthOf({ start, end }: ColoredRange) {
  return end - start
}
