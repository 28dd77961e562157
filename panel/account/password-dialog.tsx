import { isCode } from '@estante/client/answer.ts'
import type { Admin } from '@estante/contract/panel/admins.ts'
import { showToast } from '@estante/design/toast/toast-queue.ts'
import { useState } from 'preact/hooks'
import { ActionDialog } from '../actions/action-dialog.tsx'
import { errorMessage } from '../actions/error-message.ts'
import { useAction } from '../actions/use-action.ts'
import { NewPasswordField } from '../password/new-password-field.tsx'
import { PasswordOwner } from '../password/password-owner.tsx'
import { validateNewPassword } from '../password/validate-new-password.ts'
import { text as panelText } from '../text.ts'
import { choosePassword } from './account.ts'
import { text } from './text.ts'

export function PasswordDialog({ admin, onClose }: { admin: Admin; onClose: () => void }) {
  const [password, setPassword] = useState('')
  const [fieldErrors, setFieldErrors] = useState<{ password?: string }>({})
  const act = useAction()

  function submit() {
    const faults = validateNewPassword(password)
    setFieldErrors(faults)
    if (faults.password) return
    void act.run(
      async () => {
        await choosePassword(password)
        showToast(text.passwordChanged)
        onClose()
      },
      (reason) => {
        if (!isCode(reason, 'WEAK_PASSWORD')) return errorMessage(reason)
        setFieldErrors({ password: reason.message })
        return undefined
      },
    )
  }

  return (
    <ActionDialog
      title={text.changePasswordTitle}
      onClose={onClose}
      onSubmit={submit}
      action={text.changePasswordAction}
      act={act}
    >
      <PasswordOwner email={admin.email} />
      <NewPasswordField
        label={panelText.password.newLabel}
        value={password}
        about={[admin.name, admin.email]}
        error={fieldErrors.password}
        autofocus
        onInput={(value) => {
          setPassword(value)
          setFieldErrors({})
        }}
      />
    </ActionDialog>
  )
}
