import { Button } from '@estante/design/button/button.tsx'
import { Dialog } from '@estante/design/dialog/dialog.tsx'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { text } from '../text.ts'
import { LeaveGuard } from '../unsaved/leave-guard.tsx'
import { ActionProblem } from './action-problem.tsx'
import { SubmitButton } from './submit-button.tsx'
import type { useAction } from './use-action.ts'
import { useFocusInvalid } from './use-focus-invalid.ts'
import type { Wait } from './use-wait.ts'
import './action-dialog.css'

/**
 * A dialog with one action, which shows its failure. It keeps its input after a failure, and disables it during the
 * action, since success closes the dialog.
 */
export function ActionDialog({
  title,
  action,
  isDestructive = false,
  focusesCancel = false,
  isDraft = true,
  act,
  wait,
  onSubmit,
  onClose,
  children,
}: {
  title: string
  /** The label of its button. */
  action: string
  isDestructive?: boolean | undefined
  /** Whether the button that cancels has the focus at first. */
  focusesCancel?: boolean
  /** Whether leaving the screen asks before it discards the input. */
  isDraft?: boolean
  act: ReturnType<typeof useAction>
  wait?: Wait
  onSubmit: () => void
  onClose: () => void
  children: ComponentChildren
}) {
  const [isWritten, setWritten] = useState(false)
  const { fields, checked } = useFocusInvalid(act.isBusy)
  return (
    <>
      <Dialog
        title={title}
        onClose={onClose}
        onSubmit={() => {
          onSubmit()
          checked()
        }}
        actions={
          <>
            <Button variant="plain" autofocus={focusesCancel} onClick={onClose}>
              {text.common.cancel}
            </Button>
            <SubmitButton action={action} act={act} wait={wait} isDestructive={isDestructive} />
          </>
        }
      >
        <ActionProblem act={act} wait={wait} />
        <div
          class="act-dialog__fields"
          ref={fields}
          onInput={() => setWritten(true)}
          onBeforeInput={(event) => {
            if (act.isBusy) event.preventDefault()
          }}
        >
          {children}
        </div>
      </Dialog>
      <LeaveGuard isNeeded={isDraft && isWritten && !act.isBusy} />
    </>
  )
}
