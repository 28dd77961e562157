import { Button } from '@estante/design/button/button.tsx'
import { Callout } from '@estante/design/callout/callout.tsx'
import { Dialog } from '@estante/design/dialog/dialog.tsx'
import type { ComponentChildren } from 'preact'
import { text } from '../text.ts'
import type { useAct } from './use-act.ts'

/** A dialog that does one thing or is given up, and says above what it asks what went wrong. */
export function ActDialog({
  title,
  action,
  isDestructive = false,
  act,
  onSubmit,
  onClose,
  children,
}: {
  title: string
  /** What the button that does it says. */
  action: string
  isDestructive?: boolean
  act: ReturnType<typeof useAct>
  onSubmit: () => void
  onClose: () => void
  children: ComponentChildren
}) {
  return (
    <Dialog
      title={title}
      onClose={onClose}
      onSubmit={onSubmit}
      actions={
        <>
          <Button variant="plain" onClick={onClose}>
            {text.common.cancel}
          </Button>
          <Button variant={isDestructive ? 'destructive' : 'primary'} type="submit" aria-busy={act.isBusy}>
            {action}
          </Button>
        </>
      }
    >
      {act.problem && (
        <Callout tone="danger" isAlert>
          {act.problem}
        </Callout>
      )}
      {children}
    </Dialog>
  )
}
