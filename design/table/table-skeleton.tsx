import { Skeleton } from '../skeleton/skeleton.tsx'
import './table.css'

const ROWS = [1, 2, 3]

/** The shape of a table on its way: rows where there is room for columns, cards of `cardHeight` where there is not. */
export function TableSkeleton({ cardHeight }: { cardHeight: string }) {
  return (
    <div class="table" aria-hidden="true">
      <div class="table__shapes" style={{ '--table-card': cardHeight }}>
        {ROWS.map((row) => (
          <div key={row} class="table__shape">
            <Skeleton width="12rem" height="1rem" />
            <Skeleton width="18rem" height="0.75rem" />
          </div>
        ))}
      </div>
    </div>
  )
}
