import type { NewInvitation } from '@estante/contract/panel/partners.ts'
import { OneTimeSecretDialog } from '../actions/one-time-secret-dialog.tsx'
import { CopyField } from '../copy/copy-field.tsx'
import { text } from './text.ts'

interface InvitationLinkDialogProps {
  invited: NewInvitation
  onDone: () => void
}

/** Shows the link of an invitation that was not e-mailed, once. */
export function InvitationLinkDialog({ invited: { email, invitationUrl }, onDone }: InvitationLinkDialogProps) {
  return (
    <OneTimeSecretDialog title={text.linkTitle} promise={text.linkCopied} reminder={text.linkKeepFirst} onDone={onDone}>
      <p>{text.linkHelp(email)}</p>
      <CopyField label={text.linkLabel} value={invitationUrl ?? ''} valueName="o link" />
    </OneTimeSecretDialog>
  )
}
