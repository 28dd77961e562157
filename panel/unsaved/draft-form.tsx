import { Button } from '@estante/design/button/button.tsx'
import type { ComponentChildren, RefObject } from 'preact'
import { useLayoutEffect } from 'preact/hooks'
import { text } from '../text.ts'
import { LeaveGuard } from './leave-guard.tsx'
import './save-bar.css'

interface Props {
  class: string
  form?: RefObject<HTMLFormElement | null>
  draft: { discard: () => void }
  /** The saving, and its failure. */
  act: { isBusy: boolean; problem: string | undefined; setProblem: (none: undefined) => void }
  hasChanges: boolean
  /** Somebody else changed the same fields: saving overwrites them. */
  hasConflicts?: boolean
  onSave: () => void
  onDiscarded?: () => void
  children: ComponentChildren
}

/** A form over stored values: while it has changes, it shows the bar to save them, and asks before it is left. */
export function DraftForm({ class: own, form, hasChanges, onSave, children, ...bar }: Props) {
  return (
    <>
      <form
        class={`${own} stack`}
        noValidate
        ref={form}
        onSubmit={(event) => {
          event.preventDefault()
          onSave()
        }}
      >
        {children}
        {hasChanges && <SaveBar {...bar} />}
      </form>
      <LeaveGuard isNeeded={hasChanges} />
    </>
  )
}

function SaveBar({
  draft,
  act,
  hasConflicts,
  onDiscarded,
}: Pick<Props, 'draft' | 'act' | 'hasConflicts' | 'onDiscarded'>) {
  const { problem, isBusy, setProblem } = act
  function discard() {
    draft.discard()
    setProblem(undefined)
    onDiscarded?.()
  }
  // The bar may appear over the field being edited.
  useLayoutEffect(() => document.activeElement?.scrollIntoView({ block: 'nearest' }), [])
  return (
    <div class="save-bar row">
      <p class="save-bar__status" role={problem ? 'alert' : 'status'} data-problem={problem ? '' : undefined}>
        {problem ?? text.unsaved.status}
      </p>
      <Button variant="plain" onClick={discard}>
        {text.unsaved.discard}
      </Button>
      <Button type="submit" aria-busy={isBusy}>
        {hasConflicts ? text.unsaved.saveMine : text.unsaved.save}
      </Button>
    </div>
  )
}
