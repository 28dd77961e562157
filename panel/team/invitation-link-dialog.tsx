import type { NewInvitation } from '@estante/contract/panel/partners.ts'
import { CopyField } from '@estante/design/copy-field/copy-field.tsx'
import { AcknowledgeDialog } from '@estante/design/dialog/acknowledge-dialog.tsx'
import { copyLabels } from '../copy-labels.ts'
import { text as panelText } from '../text.ts'
import { LeaveGuard } from '../unsaved/leave-guard.tsx'

const text = panelText.team

/** Shows the link of an invitation that was not e-mailed, once. */
export function InvitationLinkDialog({
  invited: { email, invitationUrl },
  onDone,
}: {
  invited: NewInvitation
  onDone: () => void
}) {
  return (
    <>
      <AcknowledgeDialog
        title={text.linkTitle}
        promise={text.linkCopied}
        reminder={text.linkKeepFirst}
        doneText={panelText.common.done}
        onDone={onDone}
      >
        <p>{text.linkHelp(email)}</p>
        <CopyField
          label={text.linkLabel}
          value={invitationUrl ?? ''}
          labels={copyLabels('o link')}
          buttonText={panelText.common.copy}
        />
      </AcknowledgeDialog>
      <LeaveGuard isNeeded />
    </>
  )
}
