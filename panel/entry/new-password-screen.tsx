import { isCode } from '@estante/client/answer.ts'
import type { finishPasswordReset } from '@estante/contract/panel/session.ts'
import { ButtonLink } from '@estante/design/button/button.tsx'
import { useState } from 'preact/hooks'
import { errorMessage } from '../act/error-message.ts'
import type { FieldErrors } from '../act/field-errors.ts'
import { useAction } from '../act/use-action.ts'
import { call } from '../admin-session/call.ts'
import { NewPasswordField } from '../password/new-password-field.tsx'
import { validateNewPassword } from '../password/validate-new-password.ts'
import { entryPath, navigate } from '../router.ts'
import { text } from '../text.ts'
import { EntryForm } from './entry-form.tsx'
import { EntryPage } from './entry-page.tsx'
import { isResetDone, linkToken } from './entry-state.ts'

/** Chooses a new password with a reset link. */
export function NewPasswordScreen() {
  const token = linkToken.value
  const [password, setPassword] = useState('')
  const [fieldErrors, setFieldErrors] = useState<FieldErrors<'password'>>({})
  const [isInvalid, setInvalid] = useState(false)
  const act = useAction()

  function submit(token: string) {
    const faults = validateNewPassword(password)
    setFieldErrors(faults)
    if (faults.password) return
    void act.run(
      async () => {
        await call<typeof finishPasswordReset>('POST', '/panel/v1/password/reset/finish', { token, password })
        isResetDone.value = true
        navigate(entryPath('sign-in'), { replace: true })
      },
      (reason) => {
        if (isCode(reason, 'INVALID_RESET')) setInvalid(true)
        else if (isCode(reason, 'WEAK_PASSWORD')) setFieldErrors({ password: reason.message })
        else return errorMessage(reason)
        return undefined
      },
    )
  }

  if (!token || isInvalid) {
    return (
      <EntryPage
        title={isInvalid ? text.entry.invalidResetTitle : text.entry.noTokenTitle}
        help={isInvalid ? text.entry.invalidResetHelp : text.entry.noTokenHelp}
      >
        <ButtonLink href={entryPath('forgotten')}>{text.entry.askAgain}</ButtonLink>
        <a class="entry__link" href={entryPath('sign-in')}>
          {text.entry.backToSignIn}
        </a>
      </EntryPage>
    )
  }
  return (
    <EntryPage title={text.entry.newPasswordTitle} help={text.entry.newPasswordHelp}>
      <EntryForm action={text.entry.savePassword} act={act} fieldErrors={fieldErrors} onSubmit={() => submit(token)}>
        <NewPasswordField
          label={text.password.newLabel}
          value={password}
          about={[]}
          error={fieldErrors.password}
          onInput={setPassword}
        />
      </EntryForm>
    </EntryPage>
  )
}
