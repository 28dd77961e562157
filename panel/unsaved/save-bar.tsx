import { Button } from '@estante/design/button/button.tsx'
import { useLayoutEffect } from 'preact/hooks'
import { text } from '../text.ts'
import './save-bar.css'

/** The bar below a form with unsaved changes: the failure of a save, and the buttons. */
export function SaveBar({
  problem,
  isBusy,
  hasConflicts = false,
  onDiscard,
}: {
  problem: string | undefined
  isBusy: boolean
  /** Somebody else changed the same fields: saving overwrites them. */
  hasConflicts?: boolean
  onDiscard: () => void
}) {
  // The bar may appear over the field being edited.
  useLayoutEffect(() => document.activeElement?.scrollIntoView({ block: 'nearest' }), [])
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
