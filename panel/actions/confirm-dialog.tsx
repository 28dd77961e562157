import { showToast } from '@estante/design/toast/toast-queue.ts'
import type { ComponentChildren } from 'preact'
import { ActionDialog } from './action-dialog.tsx'
import { useAction } from './use-action.ts'

/**
 * Confirms an action, by default a destructive one, which has to be reached for. With a `toast`, closes after the action
 * and shows the toast.
 */
export function ConfirmDialog({
  act,
  toast,
  isDestructive = true,
  focusesCancel = isDestructive,
  ...dialog
}: {
  title: string
  action: string
  isDestructive?: boolean
  focusesCancel?: boolean
  act: () => Promise<void>
  toast?: string
  onClose: () => void
  children: ComponentChildren
}) {
  const acting = useAction()
  const confirm = async () => {
    await act()
    if (toast === undefined) return
    showToast(toast)
    dialog.onClose()
  }
  return (
    <ActionDialog
      {...dialog}
      isDestructive={isDestructive}
      focusesCancel={focusesCancel}
      act={acting}
      onSubmit={() => void acting.run(confirm)}
    />
  )
}
