import { Button } from '@estante/design/button/button.tsx'
import { Dialog } from '@estante/design/dialog/dialog.tsx'
import { Checkbox } from '@estante/design/field/checkbox.tsx'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { text } from '../text.ts'
import { LeaveGuard } from '../unsaved/leave-guard.tsx'

interface OneTimeSecretDialogProps {
  title: string
  promise: string
  reminder: string
  width?: 'medium' | 'wide'
  onDone: () => void
  children: ComponentChildren
}

/**
 * Shows a secret once. Neither Escape nor a press outside closes it, only its button, once the box beside `promise` is
 * ticked; before, the button shows the `reminder`. Leaving the screen asks.
 */
export function OneTimeSecretDialog({ promise, reminder, onDone, ...dialog }: OneTimeSecretDialogProps) {
  const [isAcknowledged, setAcknowledged] = useState(false)
  const [isReminded, setReminded] = useState(false)
  return (
    <>
      <Dialog
        {...dialog}
        isLocked
        onClose={onDone}
        onSubmit={() => (isAcknowledged ? onDone() : setReminded(true))}
        actions={
          <>
            <Checkbox
              label={promise}
              isChecked={isAcknowledged}
              error={isReminded && !isAcknowledged ? reminder : undefined}
              onChange={setAcknowledged}
            />
            <Button type="submit">{text.common.done}</Button>
          </>
        }
      />
      <LeaveGuard isNeeded />
    </>
  )
}
