import { Button } from '@estante/design/button/button.tsx'
import { Callout } from '@estante/design/callout/callout.tsx'
import { EmptyState } from '@estante/design/empty-state/empty-state.tsx'
import { CloudIcon, OfflineIcon } from '@estante/design/icons/icons.tsx'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { Problem, Resource } from '../admin-session/resource.ts'
import { text } from '../text.ts'
import { isOnline } from './online.ts'

/** What a resource holds, once it came: its shape until then, and what went wrong when it did not. */
export function Loaded<T>({
  resource: { data, problem, load },
  skeleton,
  children,
}: {
  resource: Omit<Resource<T>, 'put'>
  skeleton: ComponentChildren
  children: (data: T) => ComponentChildren
}) {
  useWhenBackOnline(load)
  if (data.value === undefined) {
    if (problem.value) return <ProblemState problem={problem.value} onRetry={load} />
    return (
      <div aria-busy="true">
        <span class="visually-hidden" role="status">
          {text.shell.loading}
        </span>
        {skeleton}
      </div>
    )
  }
  return (
    <>
      {problem.value && (
        <Callout tone="notice" isAlert>
          {text.problem.stale}
        </Callout>
      )}
      {children(data.value)}
    </>
  )
}

export function ProblemState({ problem, level, onRetry }: { problem: Problem; level?: 1; onRetry: () => void }) {
  const isUnreachable = problem === 'unreachable'
  return (
    <EmptyState
      icon={isUnreachable ? OfflineIcon : CloudIcon}
      title={isUnreachable ? text.problem.unreachableTitle : text.problem.failedTitle}
      level={level ?? 2}
      action={<Button onClick={onRetry}>{text.common.retry}</Button>}
    >
      {isUnreachable ? text.problem.unreachableHelp : text.problem.failedHelp}
    </EmptyState>
  )
}

/** Calls when the network, gone when this was drawn or later, is back. */
export function useWhenBackOnline(onBack: () => void) {
  const wasOffline = useRef(!isOnline.value)
  useEffect(() => {
    if (isOnline.value && wasOffline.current) onBack()
    wasOffline.current = !isOnline.value
  }, [isOnline.value])
}
