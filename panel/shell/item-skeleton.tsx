import { Skeleton } from '@estante/design/skeleton/skeleton.tsx'
import { TableSkeleton } from '@estante/design/table/table-skeleton.tsx'

/** Placeholder of an item's screen: name, subtitle and tables. */
export function ItemSkeleton() {
  return (
    <div class="stack gap-5">
      <Skeleton width="min(22rem, 80%)" height="2.5rem" />
      <TableSkeleton cardHeight="10rem" />
    </div>
  )
}
