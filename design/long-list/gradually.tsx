import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { nextTask } from '../next-task.ts'

/** The rows of two screens. */
const FIRST_ROWS = 16
/** Out of sight, where rows are neither styled nor laid out. */
const MORE_ROWS = 24

interface Props<Row> {
  rows: readonly Row[]
  /** The index of the row to scroll to. */
  current?: number
  /** A row may count as several. */
  sizeOf?: (row: Row) => number
  children: (row: Row, index: number) => ComponentChildren
}

/** Draws the first rows of a `.long-list` at once, until two screens from `current`, and the rest in later tasks. */
export function Gradually<Row>({ current = 0, ...props }: Props<Row>) {
  // As it was first: another row would move to another list of rows, and lose the focus.
  const [least] = useState(current + FIRST_ROWS)
  return <Rows {...props} from={0} least={least} />
}

function Rows<Row>({ from, least, ...props }: Omit<Props<Row>, 'current'> & { from: number; least: number }) {
  const { rows, sizeOf = () => 1, children } = props
  const [isRestDue, setRestDue] = useState(false)
  useEffect(() => void nextTask().then(() => setRestDue(true)), [])
  let to = from
  for (let size = 0; to < rows.length && size < least; to++) size += sizeOf(rows[to]!)
  return (
    <>
      {rows.slice(from, to).map((row, index) => children(row, from + index))}
      {isRestDue && to < rows.length && <Rows {...props} from={to} least={MORE_ROWS} />}
    </>
  )
}
