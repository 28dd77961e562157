import { isCode } from '@estante/client/answer.ts'
import type { finishPasswordReset } from '@estante/contract/panel/session.ts'
import { ButtonLink } from '@estante/design/button/button.tsx'
import { useState } from 'preact/hooks'
import { errorMessage } from '../actions/error-message.ts'
import type { FieldErrors } from '../actions/field-errors.ts'
import { useAction } from '../actions/use-action.ts'
import { call } from '../admin-session/call.ts'
import { NewPasswordField } from '../password/new-password-field.tsx'
import { validateNewPassword } from '../password/validate-new-password.ts'
import { navigate, publicPath } from '../router.ts'
import { text } from '../text.ts'
import { SignInForm } from './sign-in-form.tsx'
import { SignInPage } from './sign-in-page.tsx'
import { isResetDone, linkToken } from './sign-in-state.ts'

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
        navigate(publicPath('sign-in'), { replace: true })
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
      <SignInPage
        title={isInvalid ? text.signIn.invalidResetTitle : text.signIn.noTokenTitle}
        help={isInvalid ? text.signIn.invalidResetHelp : text.signIn.noTokenHelp}
      >
        <ButtonLink href={publicPath('forgotten')}>{text.signIn.askAgain}</ButtonLink>
        <a class="sign-in__link label link" href={publicPath('sign-in')}>
          {text.signIn.backToSignIn}
        </a>
      </SignInPage>
    )
  }
  return (
    <SignInPage title={text.signIn.newPasswordTitle} help={text.signIn.newPasswordHelp}>
      <SignInForm action={text.signIn.savePassword} act={act} fieldErrors={fieldErrors} onSubmit={() => submit(token)}>
        <NewPasswordField
          label={text.password.newLabel}
          value={password}
          about={[]}
          error={fieldErrors.password}
          onInput={setPassword}
        />
      </SignInForm>
    </SignInPage>
  )
}
