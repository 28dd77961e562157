import { Skeleton } from '../skeleton/skeleton.tsx'
import './table.css'

const ROWS = [1, 2, 3]

/** Placeholder of a table: rows, or cards of `cardHeight` where columns do not fit. */
export function TableSkeleton({ cardHeight }: { cardHeight: string }) {
  return (
    <div class="table" aria-hidden="true">
      <div class="table__shapes stack gap-3" style={{ '--table-card': cardHeight }}>
        {ROWS.map((row) => (
          <div key={row} class="table__shape card stack">
            <Skeleton width="12rem" height="1rem" />
            <Skeleton width="18rem" height="0.75rem" />
          </div>
        ))}
      </div>
    </div>
  )
}
