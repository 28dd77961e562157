import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { Button } from '../button/button.tsx'
import { Checkbox } from '../field/checkbox.tsx'
import { Dialog } from './dialog.tsx'

/**
 * Dialog for a secret that is shown once. Neither Escape nor a press outside closes it, only its button, once the box
 * beside `promise` is ticked; before, the button shows the `reminder`.
 */
export function AcknowledgeDialog({
  title,
  promise,
  reminder,
  doneText,
  width,
  onDone,
  children,
}: {
  title: string
  promise: string
  reminder: string
  doneText: string
  width?: 'medium' | 'wide'
  onDone: () => void
  children: ComponentChildren
}) {
  const [isAcknowledged, setAcknowledged] = useState(false)
  const [isReminded, setReminded] = useState(false)
  return (
    <Dialog
      title={title}
      width={width ?? 'medium'}
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
          <Button type="submit">{doneText}</Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}
