import { Button } from '@estante/design/button/button.tsx'
import { text } from '../text.ts'
import { formatWait } from '../time/format-time.ts'
import type { useAction } from './use-action.ts'
import type { Wait } from './use-wait.ts'

interface SubmitButtonProps {
  action: string
  act: ReturnType<typeof useAction>
  wait: Wait | undefined
  isDestructive?: boolean
}

/** The button that submits an action. It counts down the wait, if there is one. */
export function SubmitButton({ action, act, wait, isDestructive = false }: SubmitButtonProps) {
  return (
    <Button
      variant={isDestructive ? 'destructive' : 'primary'}
      type="submit"
      aria-busy={act.isBusy}
      disabled={wait?.isWaiting}
    >
      {wait?.isWaiting ? text.problem.waitButton(formatWait(wait.secondsLeft)) : action}
    </Button>
  )
}
