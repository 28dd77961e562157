import { Callout } from '@estante/design/callout/callout.tsx'

/** Shows why an action failed, if it did. */
export function ActionProblem({ act }: { act: { problem: string | undefined } }) {
  if (!act.problem) return null
  return (
    <Callout tone="danger" isAlert>
      {act.problem}
    </Callout>
  )
}
