import { isCode } from '@estante/client/answer.ts'
import type { PartnerRole } from '@estante/contract/roles.ts'
import { CopyField } from '@estante/design/copy-field/copy-field.tsx'
import { AcknowledgeDialog } from '@estante/design/dialog/acknowledge-dialog.tsx'
import { RadioCards } from '@estante/design/field/radio-cards.tsx'
import { showToast } from '@estante/design/toast/toast-queue.ts'
import { useState } from 'preact/hooks'
import { TextFieldDialog } from '../act/text-field-dialog.tsx'
import { me } from '../admin-session/admin-session.ts'
import { copyLabels } from '../copy-labels.ts'
import { wrongEmail } from '../entry/email.ts'
import { text as panelText } from '../text.ts'
import { LeaveGuard } from '../unsaved/leave-guard.tsx'
import { roleOptions } from './role-options.ts'
import { invite } from './team.ts'

const text = panelText.team

/** Invites by e-mail and role; then shows the link, if the service sends no e-mail. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const [role, setRole] = useState<PartnerRole>('developer')
  const [link, setLink] = useState<{ email: string; url: string }>()
  const sendsMail = me.value?.service.sendsMail ?? true

  if (link) {
    return (
      <>
        <AcknowledgeDialog
          key="link"
          title={text.linkTitle}
          promise={text.linkCopied}
          reminder={text.linkKeepFirst}
          doneText={panelText.common.done}
          onDone={onClose}
        >
          <p>{text.linkHelp(link.email)}</p>
          <CopyField
            label={text.linkLabel}
            value={link.url}
            labels={copyLabels('o link')}
            buttonText={panelText.common.copy}
          />
        </AcknowledgeDialog>
        <LeaveGuard isNeeded />
      </>
    )
  }
  return (
    <TextFieldDialog
      key="invite"
      title={text.inviteTitle}
      action={sendsMail ? text.inviteAction : text.createInvitation}
      label={panelText.entry.email}
      type="email"
      hint={text.emailHint}
      faultOf={(email) => wrongEmail(email).email}
      act={async (email) => {
        const url = await invite(email, role)
        if (url) return setLink({ email, url })
        showToast(text.invited(email))
        onClose()
      }}
      refusalOf={(reason) => (isCode(reason, 'ADMIN_EXISTS') ? reason.message : undefined)}
      onClose={onClose}
      below={
        <>
          <RadioCards label={text.role} options={roleOptions} value={role} onChange={setRole} />
          {!sendsMail && <p class="dialog__note">{text.withoutMail}</p>}
        </>
      }
    />
  )
}
