import { isCode } from '@estante/client/answer.ts'
import type { PartnerRole } from '@estante/contract/roles.ts'
import { CopyField } from '@estante/design/copy-field/copy-field.tsx'
import { AcknowledgeDialog } from '@estante/design/dialog/acknowledge-dialog.tsx'
import { RadioCards } from '@estante/design/field/radio-cards.tsx'
import { TextField } from '@estante/design/field/text-field.tsx'
import { showToast } from '@estante/design/toast/toast-queue.ts'
import { useState } from 'preact/hooks'
import { ActionDialog } from '../act/action-dialog.tsx'
import { errorMessage } from '../act/error-message.ts'
import { useAction } from '../act/use-action.ts'
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
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<PartnerRole>('developer')
  const [wrong, setWrong] = useState<{ email?: string }>({})
  const [link, setLink] = useState<string>()
  const act = useAction()
  const sendsMail = me.value?.service.sendsMail ?? true

  function submit() {
    const faults = wrongEmail(email)
    setWrong(faults)
    if (faults.email) return
    void act.run(
      async () => {
        const url = await invite(email.trim(), role)
        if (url) return setLink(url)
        showToast(text.invited(email.trim()))
        onClose()
      },
      (reason) => {
        if (!isCode(reason, 'ADMIN_EXISTS')) return errorMessage(reason)
        setWrong({ email: reason.message })
        return undefined
      },
    )
  }

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
          <p>{text.linkHelp(email.trim())}</p>
          <CopyField
            label={text.linkLabel}
            value={link}
            labels={copyLabels('o link')}
            buttonText={panelText.common.copy}
          />
        </AcknowledgeDialog>
        <LeaveGuard isNeeded />
      </>
    )
  }
  return (
    <ActionDialog
      key="invite"
      title={text.inviteTitle}
      onClose={onClose}
      onSubmit={submit}
      action={sendsMail ? text.inviteAction : text.createInvitation}
      act={act}
    >
      <TextField
        label={panelText.entry.email}
        type="email"
        hint={text.emailHint}
        error={wrong.email}
        autocomplete="off"
        autofocus
        value={email}
        onInput={(value) => {
          setEmail(value)
          setWrong({})
        }}
      />
      <RadioCards label={text.role} options={roleOptions} value={role} onChange={setRole} />
      {!sendsMail && <p class="dialog__note">{text.withoutMail}</p>}
    </ActionDialog>
  )
}
