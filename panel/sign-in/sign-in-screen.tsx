import { isCode } from '@estante/client/answer.ts'
import type { signIn } from '@estante/contract/panel/session.ts'
import { Callout } from '@estante/design/callout/callout.tsx'
import { TextField } from '@estante/design/field/text-field.tsx'
import { useState } from 'preact/hooks'
import { errorMessage } from '../actions/error-message.ts'
import type { FieldErrors } from '../actions/field-errors.ts'
import { useAction } from '../actions/use-action.ts'
import { useWait } from '../actions/use-wait.ts'
import { me, setSignedInAdmin, state } from '../admin-session/admin-session.ts'
import { call } from '../admin-session/call.ts'
import { CodeField, isWholeCode } from '../admin-session/code-field.tsx'
import { useReloadAdmin } from '../admin-session/use-reload-admin.ts'
import { PasswordField } from '../password/password-field.tsx'
import { publicPath } from '../router.ts'
import { text } from '../text.ts'
import { SignInForm } from './sign-in-form.tsx'
import { SignInPage } from './sign-in-page.tsx'
import { isResetDone } from './sign-in-state.ts'
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
        ? { ...validateEmail(email), ...(!password && { password: text.signIn.passwordMissing }) }
        : { ...(!typedCode.trim() && { code: text.signIn.codeMissing }) }
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
      setCode('')
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
      <SignInPage title={text.signIn.title}>
        {hasEnded && <Callout>{text.signIn.endedNotice}</Callout>}
        {isResetDone.value && <Callout>{text.signIn.resetDone}</Callout>}
        <SignInForm
          action={text.signIn.submit}
          act={act}
          wait={wait}
          fieldErrors={fieldErrors}
          onSubmit={() => submit()}
        >
          <TextField
            label={text.signIn.email}
            type="email"
            autocomplete="username"
            value={email}
            error={fieldErrors.email}
            onInput={setEmail}
          />
          <PasswordField
            label={text.password.label}
            autocomplete="current-password"
            maxLength={256}
            value={password}
            error={fieldErrors.password}
            onInput={setPassword}
          />
        </SignInForm>
        <a class="sign-in__link label link" href={publicPath('forgotten')} target={hasEnded ? '_blank' : undefined}>
          {text.signIn.forgot}
        </a>
        <p class="note">{text.signIn.byInvitation}</p>
      </SignInPage>
    )
  }
  const isRecovery = step === 'recovery'
  return (
    <SignInPage
      title={text.signIn.codeTitle}
      help={isRecovery ? text.signIn.recoveryHelp : text.signIn.codeHelp}
      step={step}
    >
      <SignInForm
        action={text.signIn.continue}
        act={act}
        wait={wait}
        fieldErrors={fieldErrors}
        onSubmit={() => submit()}
      >
        <CodeField
          label={isRecovery ? text.signIn.recoveryCode : text.signIn.code}
          isRecovery={isRecovery}
          value={code}
          error={fieldErrors.code}
          onInput={(value) => {
            setCode(value)
            if (!isRecovery && isWholeCode(value) && !wait.isWaiting) submit(value)
          }}
        />
      </SignInForm>
      <div class="sign-in__choices">
        <button class="sign-in__link label link" type="button" onClick={() => turnTo(isRecovery ? 'code' : 'recovery')}>
          {isRecovery ? text.signIn.useCode : text.signIn.useRecovery}
        </button>
        <button class="sign-in__link label link" type="button" onClick={() => turnTo('password')}>
          {text.signIn.back}
        </button>
      </div>
    </SignInPage>
  )
}
