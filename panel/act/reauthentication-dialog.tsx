import { isCode } from '@estante/client/answer.ts'
import { Button } from '@estante/design/button/button.tsx'
import { Callout } from '@estante/design/callout/callout.tsx'
import { Dialog } from '@estante/design/dialog/dialog.tsx'
import { PasswordField } from '@estante/design/field/password-field.tsx'
import { useState } from 'preact/hooks'
import { CodeField } from '../admin-session/code-field.tsx'
import { text } from '../text.ts'
import { formatWait } from '../time/format-time.ts'
import { ActionProblem } from './action-problem.tsx'
import { errorMessage } from './error-message.ts'
import { confirmPassword, pendingReauthentication } from './reauthenticate.ts'
import { useAction } from './use-action.ts'
import { useFocusInvalid } from './use-focus-invalid.ts'
import { useWait } from './use-wait.ts'
import './action-dialog.css'

/** Asks for the password, over the screen that needs it. */
export function ReauthenticationDialog() {
  return pendingReauthentication.value ? <PasswordPrompt key="prompt" {...pendingReauthentication.value} /> : null
}

function PasswordPrompt({ confirmed, cancelled }: { confirmed: () => void; cancelled: () => void }) {
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [needsCode, setNeedsCode] = useState(false)
  const [wrong, setWrong] = useState<{ password?: string; code?: string }>({})
  const act = useAction()
  const { fields, checked } = useFocusInvalid(act.isBusy)
  const wait = useWait()
  const isWaiting = wait.secondsLeft > 0

  function submit() {
    if (isWaiting) return
    if (!password) return setWrong({ password: text.entry.passwordMissing })
    if (needsCode && !code.trim()) return setWrong({ code: text.entry.codeMissing })
    setWrong({})
    void act.run(
      async () => {
        await confirmPassword(password, needsCode ? code.trim() : undefined)
        confirmed()
      },
      (reason) => {
        if (wait.waitFor(reason)) return undefined
        if (isCode(reason, 'SECOND_FACTOR_REQUIRED')) setNeedsCode(true)
        else if (isCode(reason, 'WRONG_PASSWORD')) setWrong({ password: reason.message })
        else if (isCode(reason, 'WRONG_CODE')) setWrong({ code: reason.message })
        else return errorMessage(reason)
        return undefined
      },
    )
  }

  return (
    <Dialog
      title={text.reauthentication.title}
      onClose={cancelled}
      onSubmit={() => {
        submit()
        checked()
      }}
      actions={
        <>
          <Button variant="plain" onClick={cancelled}>
            {text.common.cancel}
          </Button>
          <Button type="submit" aria-busy={act.isBusy} disabled={isWaiting}>
            {isWaiting ? text.problem.waitButton(formatWait(wait.secondsLeft)) : text.reauthentication.confirm}
          </Button>
        </>
      }
    >
      <p>{needsCode ? text.reauthentication.codeHelp : text.reauthentication.help}</p>
      <ActionProblem act={act} />
      {isWaiting && (
        <Callout tone="notice" isAlert>
          {text.problem.throttled}
        </Callout>
      )}
      <div class="act-dialog__fields" ref={fields}>
        <PasswordField
          label={text.password.label}
          labels={text.password}
          autocomplete="current-password"
          maxLength={256}
          autofocus
          value={password}
          error={wrong.password}
          onInput={setPassword}
        />
        {needsCode && (
          <CodeField label={text.entry.code} isRecovery value={code} error={wrong.code} autofocus onInput={setCode} />
        )}
      </div>
    </Dialog>
  )
}
