import { ProblemState } from '@estante/client/problem-state.tsx'
import { type Problem, problemOf } from '@estante/client/resource.ts'
import { Checkbox } from '@estante/design/field/checkbox.tsx'
import { Skeleton } from '@estante/design/skeleton/skeleton.tsx'
import { useEffect, useState } from 'preact/hooks'
import { beginSecondFactor, rereadMe } from '../account/account.ts'
import { RecoveryCodes } from '../account/recovery-codes.tsx'
import { SecondFactorKey, type SecondFactorSetup } from '../account/second-factor-dialog.tsx'
import { text as accountText } from '../account/text.ts'
import { useFirstCode } from '../account/use-first-code.ts'
import { ActionProblem } from '../actions/action-problem.tsx'
import { useAction } from '../actions/use-action.ts'
import { enterWithoutSecondFactor, isOperator, me, signOutHere } from '../admin-session/admin-session.ts'
import { CodeField } from '../admin-session/code-field.tsx'
import { useReloadAdmin } from '../admin-session/use-reload-admin.ts'
import { text as panelText } from '../text.ts'
import { LeaveGuard } from '../unsaved/leave-guard.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { SignInPage } from './sign-in-page.tsx'

const text = panelText.secondFactor

/** Sets up a required or offered second factor before the panel opens, then shows its recovery codes. */
export function SecondFactorScreen() {
  const [codes, setCodes] = useState<string[]>()
  // Once it is on, the codes must be saved.
  useReloadAdmin(codes === undefined)
  return codes ? <SaveCodes codes={codes} /> : <SetUpPart onTurnedOn={setCodes} />
}

function SetUpPart({ onTurnedOn }: { onTurnedOn: (codes: string[]) => void }) {
  const [setUp, setSetUp] = useState<SecondFactorSetup>()
  const [problem, setProblem] = useState<Problem>()
  const { code, fieldErrors, act, wait, submit, type } = useFirstCode(onTurnedOn)
  const leaving = useAction()
  const isRequired = me.value?.isSecondFactorRequired
  const help = !isRequired ? text.offered : isOperator.value ? text.requiredOfOperator : text.required

  async function begin() {
    setProblem(undefined)
    try {
      setSetUp(await beginSecondFactor())
    } catch (reason) {
      setProblem(problemOf(reason))
    }
  }
  useEffect(() => void begin(), [])

  return (
    <SignInPage title={text.title} help={help} isRead>
      {problem && <ProblemState problem={problem} onRetry={begin} />}
      {!problem && !setUp && <Skeleton width="100%" height="22rem" radius="var(--radius-sm)" />}
      {!problem && setUp && (
        <>
          <p>{accountText.scan}</p>
          <SecondFactorKey setUp={setUp} />
          <SignInForm action={text.turnOn} act={act} wait={wait} fieldErrors={fieldErrors} onSubmit={() => submit()}>
            <CodeField
              label={accountText.thenCode}
              isRecovery={false}
              value={code}
              error={fieldErrors?.code}
              onInput={type}
            />
          </SignInForm>
        </>
      )}
      <ActionProblem act={leaving} />
      <div class="sign-in__choices">
        {!isRequired && (
          <button class="sign-in__link label link" type="button" onClick={enterWithoutSecondFactor}>
            {text.later}
          </button>
        )}
        <button class="sign-in__link label link" type="button" onClick={() => leaving.run(signOutHere)}>
          {text.signOut}
        </button>
      </div>
    </SignInPage>
  )
}

function SaveCodes({ codes }: { codes: readonly string[] }) {
  const [isSaved, setSaved] = useState(false)
  const [isReminded, setReminded] = useState(false)
  const act = useAction()
  return (
    <SignInPage title={accountText.codesTitle} help={accountText.codesHelp} isRead>
      <RecoveryCodes codes={codes} />
      <SignInForm
        action={text.continue}
        act={act}
        fieldErrors={isReminded}
        onSubmit={() => (isSaved ? act.run(rereadMe) : setReminded(true))}
      >
        <Checkbox
          label={accountText.codesSaved}
          isChecked={isSaved}
          error={isReminded && !isSaved ? accountText.codesReminder : undefined}
          onChange={setSaved}
        />
      </SignInForm>
      <LeaveGuard isNeeded />
    </SignInPage>
  )
}
