import { isCode } from '@estante/client/answer.ts'
import type { NewInvitation } from '@estante/contract/panel/partners.ts'
import type { PartnerRole } from '@estante/contract/roles.ts'
import { RadioCards } from '@estante/design/field/radio-cards.tsx'
import { showToast } from '@estante/design/toast/toast-queue.ts'
import { useState } from 'preact/hooks'
import { TextFieldDialog } from '../actions/text-field-dialog.tsx'
import { me } from '../admin-session/admin-session.ts'
import { validateEmail } from '../sign-in/validate-email.ts'
import { text as panelText } from '../text.ts'
import { InvitationLinkDialog } from './invitation-link-dialog.tsx'
import { roleOptions } from './role-options.ts'
import { invite } from './team.ts'
import { text } from './text.ts'

/** Invites by e-mail and role; then shows the link, if the service sends no e-mail. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const [role, setRole] = useState<PartnerRole>('developer')
  const [invited, setInvited] = useState<NewInvitation>()
  const sendsMail = me.value?.service.sendsMail ?? true

  if (invited) return <InvitationLinkDialog key="link" invited={invited} onDone={onClose} />
  return (
    <TextFieldDialog
      key="invite"
      title={text.inviteTitle}
      action={sendsMail ? text.inviteAction : text.createInvitation}
      label={panelText.signIn.email}
      type="email"
      hint={text.emailHint}
      faultOf={(email) => validateEmail(email).email}
      act={async (email) => {
        const invitationUrl = await invite(email, role)
        if (invitationUrl) return setInvited({ email, invitationUrl })
        showToast(text.invited(email))
        onClose()
      }}
      refusalOf={(reason) => (isCode(reason, 'ADMIN_EXISTS') ? reason.message : undefined)}
      onClose={onClose}
      below={
        <>
          <RadioCards label={text.role} options={roleOptions} value={role} onChange={setRole} />
          {!sendsMail && <p class="note">{text.withoutMail}</p>}
        </>
      }
    />
  )
}
