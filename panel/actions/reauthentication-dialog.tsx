import { isCode } from '@estante/client/answer.ts'
import { useState } from 'preact/hooks'
import { CodeField } from '../admin-session/code-field.tsx'
import { PasswordField } from '../password/password-field.tsx'
import { text } from '../text.ts'
import { ActionDialog } from './action-dialog.tsx'
import { errorMessage } from './error-message.ts'
import { confirmPassword, pendingReauthentication } from './reauthenticate.ts'
import { useAction } from './use-action.ts'
import { useWait } from './use-wait.ts'

/** Asks for the password, over the screen that needs it. */
export function ReauthenticationDialog() {
  return pendingReauthentication.value ? <PasswordPrompt key="prompt" {...pendingReauthentication.value} /> : null
}

function PasswordPrompt({ confirmed, cancelled }: { confirmed: () => void; cancelled: () => void }) {
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [needsCode, setNeedsCode] = useState(false)
  const [fieldErrors, setFieldErrors] = useState<{ password?: string; code?: string }>({})
  const act = useAction()
  const wait = useWait()

  function submit() {
    if (wait.isWaiting) return
    if (!password) return setFieldErrors({ password: text.signIn.passwordMissing })
    if (needsCode && !code.trim()) return setFieldErrors({ code: text.signIn.codeMissing })
    setFieldErrors({})
    void act.run(
      async () => {
        await confirmPassword(password, needsCode ? code.trim() : undefined)
        confirmed()
      },
      (reason) => {
        if (wait.waitFor(reason)) return undefined
        if (isCode(reason, 'CODE_REQUIRED')) setNeedsCode(true)
        else if (isCode(reason, 'WRONG_PASSWORD')) setFieldErrors({ password: reason.message })
        else if (isCode(reason, 'WRONG_CODE')) setFieldErrors({ code: reason.message })
        else return errorMessage(reason)
        return undefined
      },
    )
  }

  return (
    <ActionDialog
      title={text.reauthentication.title}
      action={text.reauthentication.confirm}
      isDraft={false}
      act={act}
      wait={wait}
      onSubmit={submit}
      onClose={cancelled}
    >
      <p>{needsCode ? text.reauthentication.codeHelp : text.reauthentication.help}</p>
      <PasswordField
        label={text.password.label}
        autocomplete="current-password"
        maxLength={256}
        autofocus
        value={password}
        error={fieldErrors.password}
        onInput={setPassword}
      />
      {needsCode && (
        <CodeField
          label={text.signIn.code}
          isRecovery
          value={code}
          error={fieldErrors.code}
          autofocus
          onInput={setCode}
        />
      )}
    </ActionDialog>
  )
}
