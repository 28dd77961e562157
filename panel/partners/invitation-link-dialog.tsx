import type { Invited } from '@estante/contract/panel/partners.ts'
import { CopyField } from '@estante/design/copy-field/copy-field.tsx'
import { KeepDialog } from '@estante/design/dialog/keep-dialog.tsx'
import { copyWords } from '../copy-words.ts'
import { text } from '../text.ts'
import { LeaveGuard } from '../unsaved/leave-guard.tsx'
import { words } from './text.ts'

/** The link of an invitation that no e-mail took along: it is shown once. */
export function InvitationLinkDialog({
  invited: { email, invitationUrl },
  onDone,
}: {
  invited: Invited
  onDone: () => void
}) {
  return (
    <>
      <KeepDialog
        title={words.invite.linkTitle}
        promise={words.invite.keep}
        reminder={words.invite.keepFirst}
        doneText={text.common.done}
        onDone={onDone}
      >
        <p>{words.invite.linkHelp(email)}</p>
        <CopyField
          label={words.invite.link}
          value={invitationUrl ?? ''}
          words={copyWords('o link')}
          buttonText={text.common.copy}
        />
      </KeepDialog>
      <LeaveGuard isNeeded />
    </>
  )
}
