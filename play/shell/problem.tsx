import { Button } from '@estante/design/button/button.tsx'
import { EmptyState } from '@estante/design/empty-state/empty-state.tsx'
import { CloudIcon, OfflineIcon } from '@estante/design/icons/icons.tsx'
import type { Problem } from '../session/resource.ts'
import { text } from '../text.ts'
import { useWhenBackOnline } from './when-back-online.ts'

/** What stands where a screen's content could not come, and a way to ask again, which the network's return takes by itself. */
export function ProblemState({ problem, onRetry }: { problem: Problem; onRetry: () => void }) {
  const isUnreachable = problem === 'unreachable'
  useWhenBackOnline(onRetry)
  return (
    <EmptyState
      icon={isUnreachable ? OfflineIcon : CloudIcon}
      title={isUnreachable ? text.problem.unreachableTitle : text.problem.failedTitle}
      action={<Button onClick={onRetry}>{text.shell.retry}</Button>}
    >
      {isUnreachable ? text.problem.unreachableHelp : text.problem.failedHelp}
    </EmptyState>
  )
}
