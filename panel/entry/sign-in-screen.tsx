import { isCode } from '@estante/client/answer.ts'
import type { signIn } from '@estante/contract/panel/session.ts'
import { Callout } from '@estante/design/callout/callout.tsx'
import { PasswordField } from '@estante/design/field/password-field.tsx'
import { TextField } from '@estante/design/field/text-field.tsx'
import { useState } from 'preact/hooks'
import { errorMessage } from '../act/error-message.ts'
import type { FieldErrors } from '../act/field-errors.ts'
import { useAction } from '../act/use-action.ts'
import { useWait } from '../act/use-wait.ts'
import { me, setSignedInAdmin, state } from '../admin-session/admin-session.ts'
import { call } from '../admin-session/call.ts'
import { CodeField, isWholeCode } from '../admin-session/code-field.tsx'
import { useReloadAdmin } from '../admin-session/use-reload-admin.ts'
import { entryPath } from '../router.ts'
import { text } from '../text.ts'
import { EntryForm } from './entry-form.tsx'
import { EntryPage } from './entry-page.tsx'
import { isResetDone } from './entry-state.ts'
import { validateEmail } from './validate-email.ts'

/** Signs in: e-mail and password, then the code of the second factor. */
export function SignInScreen() {
  // Prefilled for the admin whose session ended.
  const hasEnded = state.value === 'ended'
  useReloadAdmin(hasEnded)
  const [email, setEmail] = useState(me.peek()?.admin.email ?? '')
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [step, setStep] = useState<'password' | 'code' | 'recovery'>('password')
  const [fieldErrors, setFieldErrors] = useState<FieldErrors<'email' | 'password' | 'code'>>({})
  const act = useAction()
  const wait = useWait()

  function submit(typedCode = code) {
    const faults =
      step === 'password'
        ? { ...validateEmail(email), ...(!password && { password: text.entry.passwordMissing }) }
        : { ...(!typedCode.trim() && { code: text.entry.codeMissing }) }
    setFieldErrors(faults)
    if (Object.keys(faults).length > 0) return
    void act.run(async () => {
      const body = { email: email.trim(), password, ...(step !== 'password' && { code: typedCode.trim() }) }
      setSignedInAdmin(await call<typeof signIn>('POST', '/panel/v1/session', body))
    }, explain)
  }

  function explain(reason: unknown) {
    if (wait.waitFor(reason)) return undefined
    if (isCode(reason, 'CODE_REQUIRED')) {
      setStep('code')
      return undefined
    }
    if (isCode(reason, 'WRONG_CODE')) {
      setFieldErrors({ code: reason.message })
      setCode('')
      return undefined
    }
    if (isCode(reason, 'WRONG_SIGN_IN')) {
      setStep('password')
      setPassword('')
    }
    return errorMessage(reason)
  }

  function turnTo(next: typeof step) {
    setStep(next)
    setCode('')
    setFieldErrors({})
    act.setProblem(undefined)
  }

  if (step === 'password') {
    return (
      <EntryPage title={text.entry.signInTitle}>
        {hasEnded && <Callout>{text.entry.endedNotice}</Callout>}
        {isResetDone.value && <Callout>{text.entry.resetDone}</Callout>}
        <EntryForm action={text.entry.signIn} act={act} wait={wait} fieldErrors={fieldErrors} onSubmit={() => submit()}>
          <TextField
            label={text.entry.email}
            type="email"
            autocomplete="username"
            value={email}
            error={fieldErrors.email}
            onInput={setEmail}
          />
          <PasswordField
            label={text.password.label}
            labels={text.password}
            autocomplete="current-password"
            maxLength={256}
            value={password}
            error={fieldErrors.password}
            onInput={setPassword}
          />
        </EntryForm>
        <a class="entry__link" href={entryPath('forgotten')} target={hasEnded ? '_blank' : undefined}>
          {text.entry.forgot}
        </a>
        <p class="note">{text.entry.byInvitation}</p>
      </EntryPage>
    )
  }
  const isRecovery = step === 'recovery'
  return (
    <EntryPage
      title={text.entry.codeTitle}
      help={isRecovery ? text.entry.recoveryHelp : text.entry.codeHelp}
      step={step}
    >
      <EntryForm action={text.entry.continue} act={act} wait={wait} fieldErrors={fieldErrors} onSubmit={() => submit()}>
        <CodeField
          label={isRecovery ? text.entry.recoveryCode : text.entry.code}
          isRecovery={isRecovery}
          value={code}
          error={fieldErrors.code}
          onInput={(value) => {
            setCode(value)
            if (!isRecovery && isWholeCode(value) && !wait.isWaiting) submit(value)
          }}
        />
      </EntryForm>
      <div class="entry__choices">
        <button class="entry__link" type="button" onClick={() => turnTo(isRecovery ? 'code' : 'recovery')}>
          {isRecovery ? text.entry.useCode : text.entry.useRecovery}
        </button>
        <button class="entry__link" type="button" onClick={() => turnTo('password')}>
          {text.entry.back}
        </button>
      </div>
    </EntryPage>
  )
}
