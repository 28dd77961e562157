import { EmptyState } from '@estante/design/empty-state/empty-state.tsx'
import { CloudIcon, OfflineIcon } from '@estante/design/icons/icons.tsx'
import { useWhenBackOnline } from './online.ts'
import type { Problem } from './resource.ts'
import { RetryButton } from './retry-button.tsx'
import { text } from './text.ts'

/** Shown where content failed to load, with a retry, which also happens when the network returns. */
export function ProblemState({ problem, level, onRetry }: { problem: Problem; level?: 1 | 2; onRetry: () => void }) {
  const isUnreachable = problem === 'unreachable'
  useWhenBackOnline(onRetry)
  return (
    <EmptyState
      icon={isUnreachable ? OfflineIcon : CloudIcon}
      title={isUnreachable ? text.unreachableTitle : text.failedTitle}
      level={level}
      action={<RetryButton onRetry={onRetry} />}
    >
      {isUnreachable ? text.unreachableHelp : text.failedHelp}
    </EmptyState>
  )
}
