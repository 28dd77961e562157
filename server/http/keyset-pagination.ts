/** A position in a list that is read in both directions: before or after the row with the key, in one section of the list. */
export interface KeysetCursor {
  direction: 'after' | 'before'
  part: number
  key: string
}

/** A section of a list, ordered by a unique key. */
export interface KeysetSection<Row> {
  /** The first rows after the key, or the last before it, the nearest first; without a key, from that end. */
  read(direction: KeysetCursor['direction'], key: string | undefined, limit: number): Promise<Row[]>
  keyOf(row: Row): string
}

export interface KeysetPage<Row> {
  rows: Row[]
  /** Undefined at the end of the list, or at its beginning. */
  previous: KeysetCursor | undefined
  next: KeysetCursor | undefined
}

/**
 * `prefix + PREFIX_UPPER_BOUND` is an upper bound for every string that starts with `prefix`: the last code point, more often
 * than the longest value of a list (an e-mail, 254) could contain it.
 */
export const PREFIX_UPPER_BOUND = '\u{10FFFF}'.repeat(255)

/** Reads a page of a list that consists of sections, by keyset. */
export async function readKeysetPage<Row>(
  parts: readonly KeysetSection<Row>[],
  from: KeysetCursor | undefined,
  size: number,
): Promise<KeysetPage<Row>> {
  const direction = from?.direction ?? 'after'
  const found = await walk(parts, direction, from, size + 1)
  const isMore = found.length > size
  // The way back ends with a first page that is full.
  if (direction === 'before' && !isMore && found.length < size) return readKeysetPage(parts, undefined, size)
  const shown = found.slice(0, size)
  if (direction === 'before') shown.reverse()
  const [first, last] = [shown[0], shown.at(-1)]
  const hasPrevious = direction === 'before' ? isMore : from !== undefined
  const hasNext = direction === 'after' ? isMore : true
  return {
    rows: shown.map(({ row }) => row),
    previous: hasPrevious && first ? { direction: 'before', part: first.part, key: first.key } : undefined,
    next: hasNext && last ? { direction: 'after', part: last.part, key: last.key } : undefined,
  }
}

async function walk<Row>(
  parts: readonly KeysetSection<Row>[],
  direction: KeysetCursor['direction'],
  from: KeysetCursor | undefined,
  limit: number,
): Promise<{ row: Row; part: number; key: string }[]> {
  const found: { row: Row; part: number; key: string }[] = []
  const step = direction === 'after' ? 1 : -1
  for (let part = from?.part ?? 0; found.length < limit; part += step) {
    const here = parts[part]
    if (!here) break
    const rows = await here.read(direction, part === from?.part ? from.key : undefined, limit - found.length)
    found.push(...rows.map((row) => ({ row, part, key: here.keyOf(row) })))
  }
  return found
}

/** Writes a position as the text of a cursor. */
export function toCursorText({ direction, part, key }: KeysetCursor): string {
  return `${direction === 'after' ? '>' : '<'}${part}${key}`
}

export function fromCursorText(text: string): KeysetCursor {
  return { direction: text[0] === '>' ? 'after' : 'before', part: Number(text[1]), key: text.slice(2) }
}
