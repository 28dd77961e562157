import { Button } from '@estante/design/button/button.tsx'
import { Callout } from '@estante/design/callout/callout.tsx'
import { Dialog } from '@estante/design/dialog/dialog.tsx'
import type { ComponentChildren } from 'preact'
import { text } from '../text.ts'
import { useAction } from './use-action.ts'

/** Confirms an irreversible action. */
export function QuestionDialog({
  title,
  action,
  act,
  onClose,
  children,
}: {
  title: string
  action: string
  act: () => Promise<void>
  onClose: () => void
  children: ComponentChildren
}) {
  const { run, isBusy, problem } = useAction()
  return (
    <Dialog
      title={title}
      onClose={onClose}
      onSubmit={() => void run(act)}
      actions={
        <>
          <Button variant="plain" autofocus onClick={onClose}>
            {text.common.cancel}
          </Button>
          <Button variant="destructive" type="submit" aria-busy={isBusy}>
            {action}
          </Button>
        </>
      }
    >
      {problem && (
        <Callout tone="danger" isAlert>
          {problem}
        </Callout>
      )}
      {children}
    </Dialog>
  )
}
