import { Button } from '@estante/design/button/button.tsx'
import { text } from '../text.ts'
import './save-bar.css'

/** The bar at the foot of a form with unsaved changes: what is wrong with saving them, if anything, and what to do. */
export function SaveBar({
  problem,
  isBusy,
  hasConflicts = false,
  onDiscard,
}: {
  problem: string | undefined
  isBusy: boolean
  /** Somebody else changed the same fields meanwhile: saving writes over their changes. */
  hasConflicts?: boolean
  onDiscard: () => void
}) {
  return (
    <div class="save-bar">
      <p class="save-bar__status" role={problem ? 'alert' : 'status'} data-problem={problem ? '' : undefined}>
        {problem ?? text.unsaved.status}
      </p>
      <Button variant="plain" onClick={onDiscard}>
        {text.unsaved.discard}
      </Button>
      <Button type="submit" aria-busy={isBusy}>
        {hasConflicts ? text.unsaved.saveMine : text.unsaved.save}
      </Button>
    </div>
  )
}
