import { Button } from '@estante/design/button/button.tsx'
import { Callout } from '@estante/design/callout/callout.tsx'
import type { ComponentChildren } from 'preact'
import { ActionProblem } from '../act/action-problem.tsx'
import type { useAction } from '../act/use-action.ts'
import { useFocusInvalid } from '../act/use-focus-invalid.ts'
import type { useWait } from '../act/use-wait.ts'
import { text } from '../text.ts'
import { formatWait } from '../time/format-time.ts'

/** Fields and a submit button. General faults are above; the first invalid field is focused. */
export function EntryForm({
  action,
  act,
  wait,
  wrong,
  onSubmit,
  children,
}: {
  action: string
  act: ReturnType<typeof useAction>
  wait?: ReturnType<typeof useWait>
  /** Changes with every refusal of a field, to focus it. */
  wrong?: unknown
  onSubmit: () => void
  children?: ComponentChildren
}) {
  const { fields } = useFocusInvalid<HTMLFormElement>(wrong)
  const secondsLeft = wait?.secondsLeft ?? 0
  const isWaiting = secondsLeft > 0
  return (
    <form
      class="entry__form"
      ref={fields}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!isWaiting && !act.isBusy) onSubmit()
      }}
    >
      {isWaiting ? (
        <Callout tone="notice" isAlert>
          {text.problem.throttled}
        </Callout>
      ) : (
        <ActionProblem act={act} />
      )}
      {children}
      <Button type="submit" aria-busy={act.isBusy} disabled={isWaiting}>
        {isWaiting ? text.problem.waitButton(formatWait(secondsLeft)) : action}
      </Button>
    </form>
  )
}
