/** A place in a list that is read from both ends: before or after the row with the key, in the part of the list that has it. */
export interface TwoWayPlace {
  direction: 'after' | 'before'
  part: number
  key: string
}

/** A part of a list, ordered by a key that no two rows have alike. */
export interface ListPart<Row> {
  /** The first rows after the key, or the last before it, the nearest first; without a key, from that end. */
  read(direction: TwoWayPlace['direction'], key: string | undefined, limit: number): Promise<Row[]>
  keyOf(row: Row): string
}

export interface TwoWayPage<Row> {
  rows: Row[]
  /** Undefined at the end of the list, or at its beginning. */
  previous: TwoWayPlace | undefined
  next: TwoWayPlace | undefined
}

/**
 * No text that begins with another comes after it with this at its end: where the part of such texts ends. The last
 * character there is, once more than the longest text of a list (an e-mail, 254) could have it.
 */
export const LAST = '\u{10FFFF}'.repeat(255)

/** A page of a list that is made of parts one after another. */
export async function readTwoWayPage<Row>(
  parts: readonly ListPart<Row>[],
  from: TwoWayPlace | undefined,
  size: number,
): Promise<TwoWayPage<Row>> {
  const direction = from?.direction ?? 'after'
  const found = await walk(parts, direction, from, size + 1)
  const isMore = found.length > size
  // The way back ends with a first page that is full.
  if (direction === 'before' && !isMore && found.length < size) return readTwoWayPage(parts, undefined, size)
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
  parts: readonly ListPart<Row>[],
  direction: TwoWayPlace['direction'],
  from: TwoWayPlace | undefined,
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

/** A place as text, for a cursor. */
export function writePlace({ direction, part, key }: TwoWayPlace): string {
  return `${direction === 'after' ? '>' : '<'}${part}${key}`
}

export function readPlace(text: string): TwoWayPlace {
  return { direction: text[0] === '>' ? 'after' : 'before', part: Number(text[1]), key: text.slice(2) }
}
