import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { onePerFrame } from '../one-per-frame.ts'

interface Props<Row> {
  rows: readonly Row[]
  /** The number of rows to render at once. By default those of a `.long-list` on two screens. */
  first?: number
  /** The number of rows of each later batch. By default many: out of sight, they are neither styled nor laid out. */
  more?: number
  /** The index of the row to scroll to. */
  current?: number
  /** The number of rows that a row counts as; 1 by default. */
  sizeOf?: (row: Row) => number
  /** Content after the last row. */
  end?: ComponentChildren
  children: (row: Row, index: number) => ComponentChildren
}

/** Renders a long list in batches: at once until the `first` rows after `current`, the rest in later frames. */
export function BatchedRows<Row>({ current = 0, first = 16, more = 24, ...props }: Props<Row>) {
  // Fixed at the first render: a row that moved to another batch would be created again, and lose the focus.
  const [least] = useState(current + first)
  return <Batch {...props} from={0} least={least} more={more} />
}

/** The least size of a batch, in parts of the rows before it: in a very long list, equal batches would nest too deep. */
const GROWTH = 1 / 8

function Batch<Row>({
  from,
  least,
  more,
  ...props
}: Omit<Props<Row>, 'current' | 'first'> & { from: number; least: number; more: number }) {
  const { rows, sizeOf = () => 1, end, children } = props
  const [isRestDue, setRestDue] = useState(false)
  let to = from
  for (let size = 0; to < rows.length && size < least; to++) size += sizeOf(rows[to]!)
  const hasRest = to < rows.length
  useEffect(() => (hasRest ? onePerFrame(() => setRestDue(true)) : undefined), [hasRest])
  return (
    <>
      {rows.slice(from, to).map((row, index) => children(row, from + index))}
      {!hasRest && end}
      {hasRest && isRestDue && <Batch {...props} from={to} least={Math.max(more, to * GROWTH)} more={more} />}
    </>
  )
}
