import type { requestPasswordReset } from '@estante/contract/panel/session.ts'
import { TextField } from '@estante/design/field/text-field.tsx'
import { useState } from 'preact/hooks'
import { errorMessage } from '../act/error-message.ts'
import type { FieldErrors } from '../act/field-errors.ts'
import { useAction } from '../act/use-action.ts'
import { useWait } from '../act/use-wait.ts'
import { call } from '../admin-session/call.ts'
import { entryPath } from '../router.ts'
import { text } from '../text.ts'
import { EntryForm } from './entry-form.tsx'
import { EntryPage } from './entry-page.tsx'
import { sendsMail } from './entry-state.ts'
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
    <a class="entry__link" href={entryPath('sign-in')}>
      {text.entry.backToSignIn}
    </a>
  )
  if (sentTo) {
    return (
      <EntryPage title={text.entry.linkSentTitle} help={text.entry.linkSentHelp(sentTo)}>
        <p class="note">{text.entry.linkSentOther}</p>
        {back}
      </EntryPage>
    )
  }
  // Without a form until it is known whether the service sends e-mail.
  if (!sendsMail.value) {
    const isKnown = sendsMail.value === false
    return (
      <EntryPage title={text.entry.forgottenTitle} help={isKnown && text.entry.forgottenWithoutMail}>
        {back}
      </EntryPage>
    )
  }
  return (
    <EntryPage title={text.entry.forgottenTitle} help={text.entry.forgottenHelp}>
      <EntryForm action={text.entry.sendLink} act={act} wait={wait} fieldErrors={fieldErrors} onSubmit={submit}>
        <TextField
          label={text.entry.email}
          type="email"
          autocomplete="username"
          value={email}
          error={fieldErrors.email}
          onInput={setEmail}
        />
      </EntryForm>
      {back}
    </EntryPage>
  )
}
