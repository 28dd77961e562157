import type { ComponentChildren } from 'preact'
import { ActionDialog } from './action-dialog.tsx'
import { useAction } from './use-action.ts'

/** Confirms an irreversible action. */
export function ConfirmDialog({
  act,
  ...dialog
}: {
  title: string
  action: string
  act: () => Promise<void>
  onClose: () => void
  children: ComponentChildren
}) {
  const acting = useAction()
  return <ActionDialog {...dialog} isDestructive focusesCancel act={acting} onSubmit={() => void acting.run(act)} />
}
