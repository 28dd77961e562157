import { Callout } from '@estante/design/callout/callout.tsx'
import { text } from '../text.ts'
import type { Wait } from './use-wait.ts'

/** Shows why an action failed, if it did, or that it has to wait. */
export function ActionProblem({ act, wait }: { act: { problem: string | undefined }; wait?: Wait | undefined }) {
  if (wait?.isWaiting) {
    return (
      <Callout tone="notice" isAlert>
        {text.problem.throttled}
      </Callout>
    )
  }
  if (!act.problem) return null
  return (
    <Callout tone="danger" isAlert>
      {act.problem}
    </Callout>
  )
}
