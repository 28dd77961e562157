import { AcknowledgeDialog } from '@estante/design/dialog/acknowledge-dialog.tsx'
import type { ComponentProps } from 'preact'
import { text } from '../text.ts'
import { LeaveGuard } from '../unsaved/leave-guard.tsx'

/** Shows a secret once. Closes only when the admin confirms that it is stored; leaving the screen asks. */
export function OneTimeSecretDialog(props: Omit<ComponentProps<typeof AcknowledgeDialog>, 'doneText'>) {
  return (
    <>
      <AcknowledgeDialog {...props} doneText={text.common.done} />
      <LeaveGuard isNeeded />
    </>
  )
}
