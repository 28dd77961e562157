import type { ComponentChildren } from 'preact'
import { ActionDialog } from './action-dialog.tsx'
import { useAction } from './use-action.ts'

/** Confirms an action, by default a destructive one, which has to be reached for. */
export function ConfirmDialog({
  act,
  isDestructive = true,
  focusesCancel = isDestructive,
  ...dialog
}: {
  title: string
  action: string
  isDestructive?: boolean
  focusesCancel?: boolean
  act: () => Promise<void>
  onClose: () => void
  children: ComponentChildren
}) {
  const acting = useAction()
  return (
    <ActionDialog
      {...dialog}
      isDestructive={isDestructive}
      focusesCancel={focusesCancel}
      act={acting}
      onSubmit={() => void acting.run(act)}
    />
  )
}
