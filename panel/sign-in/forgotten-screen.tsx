import type { requestPasswordReset } from '@estante/contract/panel/session.ts'
import { TextField } from '@estante/design/field/text-field.tsx'
import { useState } from 'preact/hooks'
import { errorMessage } from '../actions/error-message.ts'
import type { FieldErrors } from '../actions/field-errors.ts'
import { useAction } from '../actions/use-action.ts'
import { useWait } from '../actions/use-wait.ts'
import { call } from '../admin-session/call.ts'
import { publicPath } from '../router.ts'
import { text } from '../text.ts'
import { SignInForm } from './sign-in-form.tsx'
import { SignInPage } from './sign-in-page.tsx'
import { sendsMail } from './sign-in-state.ts'
import { validateEmail } from './validate-email.ts'

export function ForgottenScreen() {
  const [email, setEmail] = useState('')
  const [sentTo, setSentTo] = useState<string>()
  const [fieldErrors, setFieldErrors] = useState<FieldErrors<'email'>>({})
  const act = useAction()
  const wait = useWait()

  function submit() {
    const faults = validateEmail(email)
    setFieldErrors(faults)
    if (faults.email) return
    void act.run(
      async () => {
        await call<typeof requestPasswordReset>('POST', '/panel/v1/password/reset', { email: email.trim() })
        setSentTo(email.trim())
      },
      (reason) => (wait.waitFor(reason) ? undefined : errorMessage(reason)),
    )
  }

  const back = (
    <a class="sign-in__link label link" href={publicPath('sign-in')}>
      {text.signIn.backToSignIn}
    </a>
  )
  if (sentTo) {
    return (
      <SignInPage title={text.signIn.linkSentTitle} help={text.signIn.linkSentHelp(sentTo)}>
        <p class="note">{text.signIn.linkSentOther}</p>
        {back}
      </SignInPage>
    )
  }
  // Without a form until it is known whether the service sends e-mail.
  if (!sendsMail.value) {
    const isKnown = sendsMail.value === false
    return (
      <SignInPage title={text.signIn.forgottenTitle} help={isKnown && text.signIn.forgottenWithoutMail}>
        {back}
      </SignInPage>
    )
  }
  return (
    <SignInPage title={text.signIn.forgottenTitle} help={text.signIn.forgottenHelp}>
      <SignInForm action={text.signIn.sendLink} act={act} wait={wait} fieldErrors={fieldErrors} onSubmit={submit}>
        <TextField
          label={text.signIn.email}
          type="email"
          autocomplete="username"
          value={email}
          error={fieldErrors.email}
          onInput={setEmail}
        />
      </SignInForm>
      {back}
    </SignInPage>
  )
}
