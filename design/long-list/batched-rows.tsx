import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { nextTask } from '../next-task.ts'

/** Fills two screens. */
const FIRST_ROWS = 16
/** Of each later batch, out of sight, where rows are neither styled nor laid out. */
const MORE_ROWS = 24

interface Props<Row> {
  rows: readonly Row[]
  /** The index of the row to scroll to. */
  current?: number
  /** The number of rows that a row counts as; 1 by default. */
  sizeOf?: (row: Row) => number
  children: (row: Row, index: number) => ComponentChildren
}

/** Renders the rows of a `.long-list` in batches: at once until two screens after `current`, the rest in later tasks. */
export function BatchedRows<Row>({ current = 0, ...props }: Props<Row>) {
  // Fixed at the first render: a row that moved to another batch would be created again, and lose the focus.
  const [least] = useState(current + FIRST_ROWS)
  return <Batch {...props} from={0} least={least} />
}

function Batch<Row>({ from, least, ...props }: Omit<Props<Row>, 'current'> & { from: number; least: number }) {
  const { rows, sizeOf = () => 1, children } = props
  const [isRestDue, setRestDue] = useState(false)
  useEffect(() => void nextTask().then(() => setRestDue(true)), [])
  let to = from
  for (let size = 0; to < rows.length && size < least; to++) size += sizeOf(rows[to]!)
  return (
    <>
      {rows.slice(from, to).map((row, index) => children(row, from + index))}
      {isRestDue && to < rows.length && <Batch {...props} from={to} least={MORE_ROWS} />}
    </>
  )
}
