import { Button } from '@estante/design/button/button.tsx'
import { EmptyState } from '@estante/design/empty-state/empty-state.tsx'
import { CloudIcon, OfflineIcon } from '@estante/design/icons/icons.tsx'
import { useEffect, useRef } from 'preact/hooks'
import type { Problem } from '../session/resource.ts'
import { text } from '../text.ts'
import { isOnline } from './online.ts'

/** What stands where a screen's content could not come, and a way to ask again, which the network's return takes by itself. */
export function ProblemState({ problem, onRetry }: { problem: Problem; onRetry: () => void }) {
  const isUnreachable = problem === 'unreachable'
  const wasOffline = useRef(!isOnline.value)
  useEffect(() => {
    if (isOnline.value && wasOffline.current) onRetry()
    wasOffline.current = !isOnline.value
  }, [isOnline.value])
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
