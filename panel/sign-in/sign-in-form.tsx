import type { ComponentChildren } from 'preact'
import { ActionProblem } from '../actions/action-problem.tsx'
import { SubmitButton } from '../actions/submit-button.tsx'
import type { useAction } from '../actions/use-action.ts'
import { useFocusInvalid } from '../actions/use-focus-invalid.ts'
import type { Wait } from '../actions/use-wait.ts'

interface SignInFormProps {
  action: string
  act: ReturnType<typeof useAction>
  wait?: Wait
  /** Changes with every refusal of a field, to focus it. */
  fieldErrors?: unknown
  onSubmit: () => void
  children?: ComponentChildren
}

/** Fields and a submit button. General faults are above; the first invalid field is focused. */
export function SignInForm({ action, act, wait, fieldErrors, onSubmit, children }: SignInFormProps) {
  const { fields } = useFocusInvalid<HTMLFormElement>(fieldErrors)
  return (
    <form
      class="stack gap-4"
      ref={fields}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!wait?.isWaiting && !act.isBusy) onSubmit()
      }}
    >
      <ActionProblem act={act} wait={wait} />
      {children}
      <SubmitButton action={action} act={act} wait={wait} />
    </form>
  )
}
