import { isCode } from '@estante/client/answer.ts'
import { ProblemState } from '@estante/client/problem-state.tsx'
import { type Problem, problemOf } from '@estante/client/resource.ts'
import type { acceptInvitation, Invitation, readInvitation } from '@estante/contract/panel/admins.ts'
import { TextField } from '@estante/design/field/text-field.tsx'
import { Skeleton } from '@estante/design/skeleton/skeleton.tsx'
import { useEffect, useState } from 'preact/hooks'
import { errorMessage } from '../actions/error-message.ts'
import type { FieldErrors } from '../actions/field-errors.ts'
import { useAction } from '../actions/use-action.ts'
import { setSignedInAdmin } from '../admin-session/admin-session.ts'
import { call } from '../admin-session/call.ts'
import { NewPasswordField } from '../password/new-password-field.tsx'
import { PasswordOwner } from '../password/password-owner.tsx'
import { validateNewPassword } from '../password/validate-new-password.ts'
import { navigate, publicPath, ROOT } from '../router.ts'
import { Fact } from '../shell/fact.tsx'
import { text } from '../text.ts'
import { SignInForm } from './sign-in-form.tsx'
import { SignInPage } from './sign-in-page.tsx'
import { linkToken } from './sign-in-state.ts'

/** Accepts an invitation: shows its role, and asks for name and password. */
export function InvitationScreen() {
  const token = linkToken.value
  const [invitation, setInvitation] = useState<Invitation>()
  const [problem, setProblem] = useState<Problem | 'invalid'>()

  async function read() {
    if (!token) return
    setProblem(undefined)
    try {
      setInvitation(await call<typeof readInvitation>('POST', '/panel/v1/invitations/read', { token }))
    } catch (reason) {
      if (isCode(reason, 'INVALID_INVITATION', 'VALIDATION')) setProblem('invalid')
      else setProblem(problemOf(reason))
    }
  }
  useEffect(() => void read(), [token])

  if (!token || problem === 'invalid') {
    return (
      <SignInPage
        title={token ? text.signIn.invalidInvitationTitle : text.signIn.noTokenTitle}
        help={token ? text.signIn.invalidInvitationHelp : text.signIn.noTokenHelp}
      >
        <a class="sign-in__link label link" href={publicPath('sign-in')}>
          {text.signIn.backToSignIn}
        </a>
      </SignInPage>
    )
  }
  if (problem) return <ProblemState problem={problem} level={1} onRetry={read} />
  if (invitation) {
    return <AcceptInvitation token={token} invitation={invitation} onInvalid={() => setProblem('invalid')} />
  }
  return (
    <SignInPage title={text.shell.loading}>
      <Skeleton width="100%" height="7rem" radius="var(--radius-sm)" />
      <Skeleton width="100%" height="2.75rem" radius="var(--radius-sm)" />
      <Skeleton width="100%" height="2.75rem" radius="var(--radius-sm)" />
    </SignInPage>
  )
}

interface AcceptInvitationProps {
  token: string
  invitation: Invitation
  onInvalid: () => void
}

function AcceptInvitation({ token, invitation: { email, role, partner, service }, onInvalid }: AcceptInvitationProps) {
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const [fieldErrors, setFieldErrors] = useState<FieldErrors<'name' | 'password'>>({})
  const act = useAction()

  function submit() {
    const faults = { ...(!name.trim() && { name: text.signIn.nameMissing }), ...validateNewPassword(password) }
    setFieldErrors(faults)
    if (Object.keys(faults).length > 0) return
    void act.run(
      async () => {
        const body = { token, name: name.trim(), password }
        const me = await call<typeof acceptInvitation>('POST', '/panel/v1/invitations/accept', body)
        linkToken.value = undefined
        navigate(ROOT, { replace: true })
        setSignedInAdmin(me, { isOffered: true })
      },
      (reason) => {
        if (isCode(reason, 'INVALID_INVITATION')) onInvalid()
        else if (isCode(reason, 'WEAK_PASSWORD')) setFieldErrors({ password: reason.message })
        else return errorMessage(reason)
        return undefined
      },
    )
  }

  return (
    <SignInPage
      title={partner ? text.signIn.invitationTitle(partner.name) : text.signIn.operatorInvitationTitle(service.name)}
    >
      <dl class="sign-in__facts stack">
        <Fact name={text.signIn.invitationFor}>{email}</Fact>
        <Fact name={text.signIn.invitationRole}>{text.roles[role]}</Fact>
      </dl>
      <SignInForm action={text.signIn.accept} act={act} fieldErrors={fieldErrors} onSubmit={submit}>
        <PasswordOwner email={email} />
        <TextField
          label={text.signIn.name}
          hint={text.signIn.nameHint}
          autocomplete="name"
          maxLength={256}
          value={name}
          error={fieldErrors.name}
          onInput={setName}
        />
        <NewPasswordField
          label={text.password.label}
          value={password}
          about={[name, email, partner?.name ?? '', service.name]}
          error={fieldErrors.password}
          onInput={setPassword}
        />
      </SignInForm>
    </SignInPage>
  )
}
