interface Colored {
  start: number
  end: number
  color: string
}

/**
 * Sorts marks, given oldest first, by what is over the others where they overlap: the shortest, and of equal ones the
 * latest.
 */
export function topFirst<Mark extends Colored>(marks: readonly Mark[]): Mark[] {
  return [...marks].reverse().sort((one, other) => lengthOf(one) - lengthOf(other))
}

/**
 * The parts of marks that no mark of another colour is over. Custom highlights cannot tell: of two colours, the engine
 * paints one over the other everywhere.
 */
export function uncovered(marks: readonly Colored[]): Colored[] {
  const height = new Map(topFirst(marks).map((mark, index) => [mark, -index]))
  const covers = new Map<Colored, Colored[]>()
  let open: Colored[] = []
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

function without({ start, end, color }: Colored, covers: readonly Colored[]): Colored[] {
  const parts: Colored[] = []
  let from = start
  for (const cover of [...covers].sort((one, other) => one.start - other.start)) {
    if (cover.start > from) parts.push({ start: from, end: cover.start, color })
    from = Math.max(from, cover.end)
  }
  if (from < end) parts.push({ start: from, end, color })
  return parts
}

function lengthOf({ start, end }: Colored) {
  return end - start
}
